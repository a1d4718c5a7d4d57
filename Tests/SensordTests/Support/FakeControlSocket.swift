import EffectCore
import SensordCore

/// A control socket whose clients a test plays.
final class FakeControlSocket {
    static let descriptor: Int32 = 20

    /// Who is taken at the next knock.
    var arrival = ControlSocket.Accepted.nothing
    /// What is read next; then nothing.
    var input: [ControlSocket.Received] = []
    /// How many bytes the kernel takes before it has no room.
    var room = Int.max
    var failure: SystemError?
    private(set) var written: [Int32: String] = [:]
    private(set) var closed: [Int32] = []
    private(set) var readCount = 0

    /// What was written to a client since this was asked last.
    func take(_ descriptor: Int32) -> String { written.removeValue(forKey: descriptor) ?? "" }

    var device: ControlSocket {
        ControlSocket(
            fileDescriptor: Self.descriptor,
            accept: { [unowned self] in
                defer { arrival = .nothing }
                return arrival
            },
            read: { [unowned self] _ in
                readCount += 1
                return input.isEmpty ? .nothing : input.removeFirst()
            },
            write: { [unowned self] descriptor, bytes in
                if let failure { return .failed(failure) }
                let count = min(bytes.count, room)
                room -= count
                written[descriptor, default: ""] += String(
                    decoding: bytes[..<count], as: UTF8.self)
                return .bytes(count)
            },
            close: { [unowned self] in closed.append($0) })
    }
}

extension FakeWorld {
    /// A client comes; it has that descriptor.
    func connect(_ descriptor: Int32) {
        socket.arrival = .client(descriptor)
        descriptors.becomeReadable(FakeControlSocket.descriptor)
    }

    /// A client sends that. Returns what it gets at once.
    func type(_ text: String, from descriptor: Int32) -> String {
        socket.input.append(.bytes(Array(text.utf8)))
        descriptors.becomeReadable(descriptor)
        return socket.take(descriptor)
    }

    /// A client ends its side.
    func hangUp(_ descriptor: Int32) {
        socket.input.append(.end)
        descriptors.becomeReadable(descriptor)
    }
}
