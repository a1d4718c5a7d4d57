import Glibc

/// A client of the program's control socket. Its waits have an end, as those for the program have.
final class ControlConnection {
    private var descriptor: Int32
    private var unseen: [UInt8] = []

    /// Connects, or throws the number of the error.
    init(_ path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard Self.address(path, { connect(descriptor, $0, $1) }) == 0 else {
            let code = errno
            close(descriptor)
            throw Unexpected("connect \(path): \(code)")
        }
        var patience = timeval(tv_sec: 30, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
    }

    deinit { close(descriptor) }

    /// Leaves a socket file that nobody listens at, as a crash does.
    static func leaveStaleSocket(at path: String) {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        _ = address(path) { bind(descriptor, $0, $1) }
        close(descriptor)
    }

    func send(_ text: String) throws {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Unexpected("send: \(errno)") }
            rest = rest.dropFirst(count)
        }
    }

    /// Sends a command. Returns the lines of its answer, the last one `ok` or an error.
    func ask(_ command: String) throws -> [String] {
        try send(command + "\n")
        var lines: [String] = []
        while let line = try readLine() {
            lines.append(line)
            if line == "ok" || line.hasPrefix("error: ") { return lines }
        }
        throw Unexpected("the answer ends after \(lines)")
    }

    /// The next line; nil at the end.
    func readLine() throws -> String? {
        while true {
            if let end = unseen.firstIndex(of: 0x0A) {
                defer { unseen.removeFirst(end + 1) }
                return String(decoding: unseen[..<end], as: UTF8.self)
            }
            var chunk = [UInt8](repeating: 0, count: 65_536)
            let count = recv(descriptor, &chunk, chunk.count, 0)
            // Who was let go with something unread gets a reset in place of an end.
            if count == 0 || count < 0 && errno == ECONNRESET { return nil }
            guard count > 0 else { throw Unexpected("recv: \(errno)") }
            unseen += chunk[..<count]
        }
    }

    private static func address(
        _ path: String, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                call($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
