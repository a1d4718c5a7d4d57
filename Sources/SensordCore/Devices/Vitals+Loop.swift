import EffectLoop

extension Vitals {
    /// The vitals of this moment.
    init<State, Action>(loop: EventLoop, store: Store<State, Action>) {
        self.init()
        let statistics = loop.statistics
        turns = statistics.turns
        idleShare = statistics.idleShare
        lagP50 = statistics.lag.p50
        lagP99 = statistics.lag.p99
        lagMax = statistics.lag.max
        wakeUps = statistics.wakeUps
        armedTimersMax = statistics.armedTimersMax
        effects = store.liveEffectsByName.map { Effects(name: $0.name, count: $0.count) }
        droppedSends = store.effectStatistics.droppedSends
    }
}
