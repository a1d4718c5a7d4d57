import EffectLoop
import Glibc

/// Keeps two starts at one path apart: of two that find the same dead socket, the later one would
/// otherwise take away what the earlier one has just made.
struct DirectoryLock {
    private let fileDescriptor: Int32

    /// Locks the directory of a path. One that cannot be opened or locked stays without a lock:
    /// making the socket there then says what is wrong with it, if anything is.
    ///
    /// - Throws: EAGAIN when somebody has kept the lock for a second.
    init(of path: String) throws(SystemError) {
        let directory = Self.directory(of: path)
        fileDescriptor = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard fileDescriptor >= 0 else { return }
        for _ in 0..<ControlLimits.lockTries {
            if flock(fileDescriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK { return }
            usleep(ControlLimits.lockPauseMicroseconds)
        }
        errno = EWOULDBLOCK
        let error = SystemError.last("lock", directory)
        _ = close(fileDescriptor)
        throw error
    }

    func release() {
        if fileDescriptor >= 0 { _ = close(fileDescriptor) }
    }

    private static func directory(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return String(path[...slash])
    }
}
