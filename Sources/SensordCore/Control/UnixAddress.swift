import Glibc

/// The address of a Unix socket that has a path.
struct UnixAddress {
    /// The longest path, in bytes: the kernel's field has one more, for the zero behind it.
    static var pathBytesMax: Int { MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1 }

    private var address = sockaddr_un()

    /// - Precondition: The path has at most ``pathBytesMax`` bytes.
    init(path: String) {
        precondition(
            path.utf8.count <= Self.pathBytesMax, "UnixAddress.init: the path is too long")
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { field in
            unsafe field.copyBytes(from: path.utf8)
        }
    }

    /// Calls `bind` or `connect` with the address.
    func with(_ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        unsafe withUnsafePointer(to: address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe call(address, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
