/// Turns, wake-ups, and where the time of a loop goes. Fixed memory; all times are handed in.
struct LoopMeter {
    private(set) var turns: UInt64 = 0
    private(set) var wakeUps: UInt64 = 0
    private(set) var waiting: Int64 = 0
    private(set) var running: Int64 = 0
    /// Up to when the time is accounted for.
    private var mark: Int64 = 0
    private var mayWait = false
    private var neverWaits = false

    mutating func begin(at now: Int64, neverWaits: Bool) {
        mark = now
        self.neverWaits = neverWaits
    }

    mutating func willPoll(at now: Int64, mayWait: Bool) {
        running &+= now - mark
        mark = now
        self.mayWait = mayWait && !neverWaits
    }

    mutating func didPoll(at now: Int64) {
        turns &+= 1
        if mayWait {
            wakeUps &+= 1
            waiting &+= now - mark
        } else {
            running &+= now - mark
        }
        mark = now
        mayWait = false
    }

    mutating func end(at now: Int64) {
        running &+= now - mark
        mark = now
    }
}
