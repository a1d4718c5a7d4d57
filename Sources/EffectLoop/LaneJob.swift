/// A piece of work on its way through a lane, held by hand.
///
/// The threads of a lane pass it on without counting references, so that it is always the loop that
/// lets go of it last: what the work captured is released on the loop's thread.
@safe
struct LaneJob: Sendable {
    private let work: Unmanaged<LaneWork>

    let ticket: UInt64
    let submittedAt: Int64

    /// Keeps the work until ``release()``.
    init(ticket: UInt64, submittedAt: Int64, work: @escaping @Sendable () -> Void) {
        self.ticket = ticket
        self.submittedAt = submittedAt
        unsafe self.work = Unmanaged.passRetained(LaneWork(work))
    }

    /// Runs the work. A function of its own: what it retains meanwhile, it has released at its end.
    @inline(never)
    func run() { unsafe work.takeUnretainedValue().body() }

    /// Lets go of the work, once.
    func release() { unsafe work.release() }
}

private final class LaneWork: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}
