/// How exactly a program can be timed: by how much everything may come late without anything changing
/// places. A clock that is not virtual is late now and then.
extension Model {
    /// What should be seen of a script, and how far apart things are in it, in units of time: 0 where two
    /// meet. Nil when it does not end.
    package static func playExactly(_ script: Script) -> (trace: Trace, leeway: Int)? {
        let model = Model(script)
        guard let trace = model.play() else { return nil }
        let moments = model.moments.sorted()
        let gaps = zip(moments, moments.dropFirst()).map { $1 - $0 }
        return (trace, min(model.leeway, gaps.min() ?? .max))
    }

    /// Two times are compared, and which is the earlier one matters.
    func compare(_ first: Int, _ second: Int) {
        leeway = min(leeway, abs(first - second))
    }

    /// A timer is withdrawn, or postponed, before it fires.
    func forestall(_ timer: Timer) {
        if timer.armedAt != now, timers.contains(where: { $0 === timer }) {
            compare(timer.deadline, now)
        }
    }

    /// A timer fires on the way to a time at which something is done.
    func fires(_ timer: Timer, onTheWayTo target: Int) {
        moments.insert(timer.deadline)
        if timer.deadline == target, timer.armedAt != target { leeway = 0 }
        // Those armed together keep their order.
        for other in timers where other !== timer && other.deadline == timer.deadline {
            if other.armedAt != timer.armedAt { leeway = 0 }
        }
    }
}
