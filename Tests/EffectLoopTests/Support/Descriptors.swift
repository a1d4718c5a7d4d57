import Glibc

/// Two connected descriptors; what is still open is closed with the value that holds them.
final class Pair {
    private(set) var reader: Int32
    private(set) var writer: Int32

    init(reader: Int32, writer: Int32) {
        self.reader = reader
        self.writer = writer
    }

    deinit {
        closeReader()
        closeWriter()
    }

    static func pipe() -> Pair {
        var ends: [Int32] = [-1, -1]
        precondition(Glibc.pipe(&ends) == 0)
        for end in ends { precondition(fcntl(end, F_SETFD, FD_CLOEXEC) == 0) }
        return Pair(reader: ends[0], writer: ends[1])
    }

    static func sockets() -> Pair {
        var ends: [Int32] = [-1, -1]
        precondition(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        return Pair(reader: ends[0], writer: ends[1])
    }

    /// A TCP connection over the loopback, on a port that the system chooses.
    static func connection() -> Pair {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                precondition(bind(listener, address, size) == 0)
                precondition(listen(listener, 1) == 0)
                precondition(getsockname(listener, address, &size) == 0)
                precondition(connect(client, address, size) == 0)
            }
        }
        return Pair(reader: accept(listener, nil, nil), writer: client)
    }

    func closeReader() {
        if reader >= 0 { close(reader) }
        reader = -1
    }

    func closeWriter() {
        if writer >= 0 { close(writer) }
        writer = -1
    }

    /// Closes the writer with a reset instead of an orderly end.
    func resetWriter() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(writer, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        closeWriter()
    }

    @discardableResult
    func send(_ text: String = "x") -> Int { write(writer, text, text.utf8.count) }

    /// One read: the bytes' count, 0 at the end, or a negative errno.
    @discardableResult
    func receive() -> Int {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(reader, &bytes, bytes.count)
        return count < 0 ? -Int(errno) : count
    }
}

/// How many descriptors the process has open.
func openDescriptorCount() -> Int {
    guard let directory = opendir("/proc/self/fd") else { return -1 }
    defer { closedir(directory) }
    var count = 0
    while readdir(directory) != nil { count += 1 }
    return count
}

/// `RLIMIT_NOFILE`, a macro that Swift does not see.
var openFiles: __rlimit_resource_t { __rlimit_resource_t(7) }

/// Sets how many descriptors the process may have; for processes of their own.
func limitDescriptors(to count: rlim_t) -> Bool {
    var limit = rlimit()
    getrlimit(openFiles, &limit)
    limit.rlim_cur = min(count, limit.rlim_max)
    return setrlimit(openFiles, &limit) == 0 && limit.rlim_cur == count
}

/// Leaves no descriptor for the process, which is one of its own.
func exhaustDescriptors() -> Bool {
    guard limitDescriptors(to: 128) else { return false }
    while dup(2) >= 0 {}
    return errno == EMFILE
}

/// Runs `body` on another thread and waits for it.
func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
    startThread(body).wait()
}

struct RunningThread {
    let thread: pthread_t
    func wait() { pthread_join(thread, nil) }
}

private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

func startThread(_ body: @escaping @Sendable () -> Void) -> RunningThread {
    var thread = pthread_t()
    let context = Unmanaged.passRetained(Body(body)).toOpaque()
    let status = pthread_create(
        &thread, nil,
        { context in
            Unmanaged<Body>.fromOpaque(context!).takeRetainedValue().run()
            return nil
        }, context)
    precondition(status == 0)
    return RunningThread(thread: thread)
}
