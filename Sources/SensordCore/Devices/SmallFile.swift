import EffectLoop
import Glibc

/// A file of a few lines, as `/proc` and `/sys` have them, and configurations.
///
/// It is read at once, on the loop: files of the kernel are made in memory as they are read, and
/// never wait for a device. One that is not what its name says (a pipe) does not block either.
package struct SmallFile {
    package let path: String

    package init(_ path: String) { self.path = path }

    /// Reads the whole file.
    ///
    /// - Parameter limit: The size in bytes that a file of this kind does not exceed.
    package func read(limit: Int = 65_536) throws(FileError) -> String {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .system(.last("open", path)) }
        defer { _ = close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = unsafe chunk.withUnsafeMutableBytes { buffer in
                unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .system(.last("read", path)) }
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += chunk[..<count]
            guard bytes.count <= limit else { throw .tooLarge(path: path, limit: limit) }
        }
    }
}
