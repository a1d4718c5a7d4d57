import EffectLoop

/// The socket that the program is controlled by: what can be done with it, never waiting.
package struct ControlSocket {
    /// What came of taking a client.
    package enum Accepted: Equatable {
        /// Its descriptor, which is the taker's to close.
        case client(Int32)
        /// It has gone again, or was not there.
        case nothing
        case failed(SystemError)
    }

    /// What a client has sent.
    package enum Received: Equatable {
        case bytes([UInt8])
        case nothing
        case end
        case failed(SystemError)
    }

    /// How much a client has taken.
    package enum Written: Equatable {
        /// Zero: nothing more at present.
        case bytes(Int)
        case failed(SystemError)
    }

    /// What to watch for clients.
    package let fileDescriptor: Int32
    package let accept: () -> Accepted
    package let read: (Int32) -> Received
    package let write: (Int32, [UInt8]) -> Written
    package let close: (Int32) -> Void

    package init(
        fileDescriptor: Int32, accept: @escaping () -> Accepted,
        read: @escaping (Int32) -> Received, write: @escaping (Int32, [UInt8]) -> Written,
        close: @escaping (Int32) -> Void
    ) {
        self.fileDescriptor = fileDescriptor
        self.accept = accept
        self.read = read
        self.write = write
        self.close = close
    }
}
