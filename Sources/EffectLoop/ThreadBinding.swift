internal import CEffectShims

/// The thread and the process that a loop belongs to.
///
/// An object of its own, because the check may outlive the loop with the run queue that holds it.
final class ThreadBinding {
    private var thread: UInt = 0
    let process = effect_process_identity()

    /// Makes the calling thread the loop's: a loop belongs to the thread that ran it last.
    func bind() { thread = effect_thread_identity() }

    /// Traps on any other thread, once a thread has run the loop.
    func check() {
        require(
            thread == 0 || thread == effect_thread_identity(),
            "EventLoop: used from another thread than the one that runs it; use its doors instead")
    }

    /// False in a forked child.
    var isOfThisProcess: Bool { process == effect_process_identity() }

    /// Traps in a forked child, which shares the parent's poller: it would steal its events, and
    /// what it ends would be ended for the parent.
    func checkProcess() {
        require(
            isOfThisProcess,
            "EventLoop: used in a forked child; create the loop after the fork")
    }
}
