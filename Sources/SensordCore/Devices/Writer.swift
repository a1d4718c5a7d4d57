import EffectLoop
import Glibc

/// Writes to a descriptor and never waits for whoever reads there.
///
/// A loop that waits for its log samples late; so what is not taken at once is not written.
package struct Writer {
    let fileDescriptor: Int32
    let name: String

    /// - Parameter name: What the descriptor is called in errors.
    package init(fileDescriptor: Int32, name: String) {
        self.fileDescriptor = fileDescriptor
        self.name = name
    }

    /// Writes the text.
    ///
    /// - Returns: False if the reader was not ready, in which case none of a text of up to 4 KiB is
    ///   written.
    /// - Throws: The system's error: EPIPE when the reader has gone.
    func write(_ text: String) throws(SystemError) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            guard isReady else { return false }
            // POSIX: as much as this goes into a pipe at once or not at all.
            let piece = rest.prefix(Int(PIPE_BUF))
            let count = unsafe piece.withUnsafeBytes { bytes in
                unsafe Glibc.write(fileDescriptor, bytes.baseAddress, bytes.count)
            }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                return false
            } else if errno != EINTR {
                throw .last("write", name)
            }
        }
        return true
    }

    /// Writes the text however long the reader takes: before the loop runs, and after.
    func writeWaiting(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { bytes in
                unsafe Glibc.write(fileDescriptor, bytes.baseAddress, bytes.count)
            }
            if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return }
        }
    }

    /// Whether a write returns at once: there is room, or an error to fetch.
    private var isReady: Bool {
        var request = pollfd(fd: fileDescriptor, events: Int16(POLLOUT), revents: 0)
        return unsafe poll(&request, 1, 0) > 0
    }
}
