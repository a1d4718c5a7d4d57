import EffectLoop
import Glibc

/// The control socket's file and the descriptor that listens behind it.
struct ControlListener {
    let path: String
    let fileDescriptor: Int32
    /// Which file is ours, as another program may have put its own there since.
    private let file: FileIdentity?

    /// Makes the socket, for the program's own user only.
    ///
    /// A socket that a crash has left behind is replaced. One that somebody answers at is not, nor
    /// is a file of any other kind.
    init(path: String) throws(SystemError) {
        let directory = try DirectoryLock(of: path)
        defer { directory.release() }
        let descriptor = try Self.make(path)
        do throws(SystemError) {
            try Self.makeRoom(at: path)
            try Self.listen(descriptor, at: path)
        } catch {
            _ = Glibc.close(descriptor)
            throw error
        }
        self.path = path
        fileDescriptor = descriptor
        file = FileIdentity(path: path)
    }

    /// What the feature takes clients from.
    var socket: ControlSocket { ControlSocket(listening: fileDescriptor, path: path) }

    /// Ends listening and takes the file away, if it is still the one that was made.
    func close() {
        if let file, FileIdentity(path: path) == file { _ = unsafe unlink(path) }
        _ = Glibc.close(fileDescriptor)
    }

    private static func make(_ path: String) throws(SystemError) -> Int32 {
        let kind = SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
        let descriptor = Glibc.socket(AF_UNIX, Int32(kind), 0)
        guard descriptor >= 0 else { throw .last("socket", path) }
        return descriptor
    }

    /// The mode is set before the file exists, so that nobody slips in between (Linux).
    private static func listen(_ descriptor: Int32, at path: String) throws(SystemError) {
        guard fchmod(descriptor, 0o600) == 0 else { throw .last("fchmod", path) }
        let bound = unsafe UnixAddress(path: path).with { unsafe bind(descriptor, $0, $1) }
        guard bound == 0 else { throw .last("bind", path) }
        guard Glibc.listen(descriptor, ControlLimits.backlog) == 0 else {
            throw .last("listen", path)
        }
    }

    private static func makeRoom(at path: String) throws(SystemError) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw SystemError(
                code: EEXIST, operation: "bind", subject: path,
                reason: "a file that is no socket is in the way")
        }
        let probe = try make(path)
        defer { _ = Glibc.close(probe) }
        if unsafe UnixAddress(path: path).with({ unsafe connect(probe, $0, $1) }) == 0 {
            throw .inUse(path)
        }
        switch errno {
        case ENOENT: return
        case ECONNREFUSED:
            guard unsafe unlink(path) == 0 || errno == ENOENT else { throw .last("unlink", path) }
        // Somebody listens there, with a full backlog, or it is a socket of another kind.
        case EAGAIN, EPROTOTYPE: throw .inUse(path)
        default: throw .last("connect", path)
        }
    }
}

extension SystemError {
    fileprivate static func inUse(_ path: String) -> SystemError {
        errno = EADDRINUSE
        return .last("bind", path)
    }
}
