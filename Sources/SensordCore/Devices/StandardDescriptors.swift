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
}
