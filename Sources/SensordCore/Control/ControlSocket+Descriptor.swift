import EffectLoop
import Glibc

extension ControlSocket {
    /// A listening descriptor that does not block, and clients that do not either.
    init(listening fileDescriptor: Int32, path: String) {
        self.init(
            fileDescriptor: fileDescriptor,
            accept: { Self.accept(fileDescriptor, path) },
            read: { Self.read($0, path) },
            write: { Self.write($0, $1, path) },
            close: { _ = Glibc.close($0) })
    }

    private static func accept(_ listener: Int32, _ path: String) -> Accepted {
        let client = Glibc.accept(listener, nil, nil)
        if client >= 0 {
            prepare(client)
            return .client(client)
        }
        switch errno {
        case EAGAIN, EINTR, ECONNABORTED: return .nothing
        default: return .failed(.last("accept", path))
        }
    }

    /// Linux: a client does not inherit the listener's flags.
    private static func prepare(_ client: Int32) {
        _ = fcntl(client, F_SETFL, O_NONBLOCK)
        _ = fcntl(client, F_SETFD, FD_CLOEXEC)
        var size = Int32(ControlLimits.outputBytes)
        let width = socklen_t(MemoryLayout.size(ofValue: size))
        _ = unsafe setsockopt(client, SOL_SOCKET, SO_SNDBUF, &size, width)
    }

    private static func read(_ client: Int32, _ path: String) -> Received {
        var chunk = [UInt8](repeating: 0, count: ControlLimits.readBytes)
        let count = unsafe chunk.withUnsafeMutableBytes { buffer in
            unsafe Glibc.read(client, buffer.baseAddress, buffer.count)
        }
        if count > 0 { return .bytes(Array(chunk[..<count])) }
        if count == 0 { return .end }
        switch errno {
        case EAGAIN, EINTR: return .nothing
        default: return .failed(.last("read", path))
        }
    }

    /// Without SIGPIPE, whoever handles it.
    private static func write(_ client: Int32, _ bytes: [UInt8], _ path: String) -> Written {
        let count = unsafe bytes.withUnsafeBytes { buffer in
            unsafe send(client, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
        }
        if count >= 0 { return .bytes(count) }
        switch errno {
        case EAGAIN, EINTR: return .bytes(0)
        default: return .failed(.last("write", path))
        }
    }
}
