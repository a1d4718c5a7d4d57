import Glibc

/// What a program owes to the descriptors that it was started with.
enum StandardDescriptors {
    /// Puts `/dev/null` where standard input, output or error is closed.
    ///
    /// Otherwise the next descriptor that is opened, the loop's poller for one, takes the number,
    /// and messages go into it.
    static func fillGaps() {
        for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
        where fcntl(number, F_GETFD) == -1 {
            // The lowest free number is this one.
            _ = unsafe open("/dev/null", O_RDWR)
        }
    }

    /// Runs `body` and puts the flags of standard input back.
    ///
    /// A loop makes what it watches non-blocking, and a terminal is shared: with the shell that
    /// comes back, and with standard output.
    static func keepingInputFlags<Result>(_ body: () -> Result) -> Result {
        let flags = fcntl(STDIN_FILENO, F_GETFL)
        defer { if flags != -1 { _ = fcntl(STDIN_FILENO, F_SETFL, flags) } }
        return body()
    }
}
