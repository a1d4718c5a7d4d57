import Glibc

/// Runs `body` with all signals unblocked: worker threads, on which tests run, block them.
func withSignalsUnblocked<Result>(_ body: () throws -> Result) rethrows -> Result {
    var none = sigset_t()
    var saved = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &saved)
    defer { pthread_sigmask(SIG_SETMASK, &saved, nil) }
    return try body()
}

/// Sends a signal to the calling thread; it has been handled when the call returns.
func deliver(_ number: Int32) {
    withSignalsUnblocked { _ = raise(number) }
}

/// Blocks a signal on the calling thread, as a parent may have done for a daemon.
func blockSignal(_ number: Int32) {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, number)
    pthread_sigmask(SIG_BLOCK, &set, nil)
}
