import EffectLoop
import Glibc

extension ContactLine {
    /// A line that is a descriptor.
    ///
    /// It is read only when the loop finds it readable. A watched descriptor does not block; one
    /// that the loop refuses is not read at all.
    init(name: String, fileDescriptor: Int32) {
        var chunk = [UInt8](repeating: 0, count: 4_096)
        self.init(
            name: name, fileDescriptor: fileDescriptor,
            isConnected: !Self.isNullDevice(fileDescriptor)
        ) {
            let count = unsafe chunk.withUnsafeMutableBytes { buffer in
                unsafe Glibc.read(fileDescriptor, buffer.baseAddress, buffer.count)
            }
            if count > 0 { return .edge }
            if count == 0 { return .end }
            switch errno {
            case EAGAIN, EINTR: return .nothing
            default: return .failed(.last("read", name))
            }
        }
    }

    static var standardInput: ContactLine {
        ContactLine(name: "standard input", fileDescriptor: STDIN_FILENO)
    }

    /// Opens a FIFO, or a device.
    ///
    /// For reading *and* writing: the program is then a writer of its own FIFO, so that neither the
    /// opening waits for another one, nor the line ends when the last other one goes.
    static func open(path: String) throws(SystemError) -> ContactLine {
        let descriptor = unsafe Glibc.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw .last("open", path) }
        return ContactLine(name: path, fileDescriptor: descriptor)
    }

    private static func isNullDevice(_ fileDescriptor: Int32) -> Bool {
        var status = stat()
        var null = stat()
        guard unsafe fstat(fileDescriptor, &status) == 0, unsafe stat("/dev/null", &null) == 0
        else { return false }
        return status.st_mode & S_IFMT == S_IFCHR && status.st_rdev == null.st_rdev
    }
}
