import CEffectShims
import Glibc

/// A place where work hangs, as on a FIFO that nobody writes, until it is opened. For ever passable
/// afterwards. Released, it opens: a test that fails leaves no thread behind.
final class Gate: Sendable {
    private let reader: Int32
    private let writer: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        precondition(pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        reader = ends[0]
        writer = ends[1]
    }

    deinit {
        close(writer)
        close(reader)
    }

    func pass() {
        var byte: UInt8 = 0
        while read(reader, &byte, 1) == -1, errno == EINTR {}
    }

    /// Lets that many passes through.
    func open(for passes: Int = 1) {
        for _ in 0..<passes {
            var byte: UInt8 = 1
            precondition(write(writer, &byte, 1) == 1)
        }
    }
}

func presentThread() -> UInt { effect_thread_identity() }

/// How many threads the process has.
func threadCount() -> Int {
    guard let directory = opendir("/proc/self/task") else { return -1 }
    defer { closedir(directory) }
    var count = 0
    while let entry = readdir(directory) {
        if entry.pointee.d_name.0 != CChar(UInt8(ascii: ".")) { count += 1 }
    }
    return count
}

/// Whether the build checks addresses or threads, with memory of its own.
var isSanitized: Bool {
    dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
}
