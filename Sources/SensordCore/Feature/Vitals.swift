/// How the loop and the store are doing.
package struct Vitals: Equatable {
    package var turns: UInt64 = 0
    /// The part of the time in which the loop waited, from 0 to 1.
    package var idleShare = 1.0
    package var lagP50: Duration = .zero
    package var lagP99: Duration = .zero
    package var lagMax: Duration = .zero
    package var wakeUps: UInt64 = 0
    package var armedTimersMax = 0
    package var effects: [Effects] = []
    package var droppedSends = 0

    /// Effects in flight that have one name.
    package struct Effects: Equatable {
        package let name: String
        package let count: Int

        package init(name: String, count: Int) {
            self.name = name
            self.count = count
        }
    }

    /// Creates the vitals of a loop that has not run.
    package init() {}

    /// One line each for the loop and the store.
    package var lines: [String] {
        let effects = effects.map { "\($0.name) \($0.count)" }.joined(separator: ", ")
        return [
            "loop: turns \(turns), idle \((idleShare * 100).text(decimals: 1)) %, "
                + "lag p50 \(lagP50.text) p99 \(lagP99.text) max \(lagMax.text), "
                + "wake-ups \(wakeUps), timers at most \(armedTimersMax)",
            "store: effects \(effects.isEmpty ? "none" : effects); dropped sends \(droppedSends)",
        ]
    }
}
