/// Timers of one deadline in another order than that of their registration: for tests of features
/// that must not rely on it.
extension RunQueue {
    /// Takes a timer that is due, any of those that come first.
    ///
    /// - Complexity: O(k log n) for k timers of one deadline.
    func popShuffled(at now: Int64, registeredBefore limit: UInt64) -> Int32? {
        guard let shuffle else { return popDue(at: now, registeredBefore: limit) }
        var tied: [Int32] = []
        while let next = popDue(at: now, registeredBefore: limit) {
            tied.append(next)
            if deadline(of: next) != deadline(of: tied[0]) { break }
        }
        guard !tied.isEmpty else { return nil }
        let equal = tied.prefix { deadline(of: $0) == deadline(of: tied[0]) }.count
        let taken = tied.remove(at: Int(shuffle() % UInt64(equal)))
        for timer in tied { putBack(timer) }
        return taken
    }

    private func putBack(_ timer: Int32) {
        let slot = timer >> 1
        if timer & 1 == 0 {
            monotonic.arm(
                slot, deadline: monotonic.deadline(of: slot), sequence: monotonic.sequence(of: slot)
            )
        } else {
            boottime.arm(
                slot, deadline: boottime.deadline(of: slot), sequence: boottime.sequence(of: slot))
        }
    }
}
