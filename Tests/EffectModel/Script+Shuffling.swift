extension Script {
    /// The same script with what comes from outside at one instant in another order.
    ///
    /// Timers of one clock have an order, by deadline and then registration, and the actions of a store
    /// have one: those are promises, and the model checks them. Between what comes from outside there is
    /// none: sends from different sources, events of descriptors and signals, results of lanes, stops and
    /// releases reach a loop in one poll in an order that the system chose. Nor is there one between them
    /// and the timers due at that instant, which run after the poll at one time and before the next one
    /// at another. So between two moves of the clock all commands are shuffled, and the timers that are
    /// due then run somewhere among them. What a program does may differ from order to order; it must
    /// be what the model says of that order.
    package func shuffled(seed: UInt64) -> Script {
        var random = SplitMix64(seed: seed)
        var script = self
        script.commands = []
        var together: [Command] = []
        for command in commands {
            switch command {
            case .advance(let time) where time > 0:
                script.commands += together.shuffled(using: &random) + [.approach(by: time)]
                together = [.advance(by: 0)]
            case .stall, .approach:
                script.commands += together.shuffled(using: &random) + [command]
                together = []
            default: together.append(command)
            }
        }
        script.commands += together.shuffled(using: &random)
        return script
    }
}

/// Scripts that have nothing to do with each other, in one store: each has its own actions, ids, sources
/// and lanes, and none reaches beyond its own effects.
package struct SideBySide {
    /// Each script in a store of its own.
    package let alone: [Script]
    private let seed: UInt64

    /// How far the actions and ids of one script are from those of the next.
    private static let distance = 100

    package init(seed: UInt64, count: Int = 3) {
        self.seed = seed
        let scripts = (0..<count).map { number in
            let style = ScriptGenerator.Style(
                reachesFar: false, first: number * Self.distance)
            return ScriptGenerator.script(seed: seed &* 7 &+ UInt64(number), style)
        }
        let end = scripts.map { $0.timeline.last?.time ?? 0 }.max() ?? 0
        alone = scripts.enumerated().map { number, script in
            var lone = Script()
            let first = number * Self.distance
            lone.answers = Array(repeating: Answer(), count: first) + script.answers
            lone.ids = script.ids.map { $0 + first }
            lone.place(script.timeline, until: end + 10)
            return lone
        }
    }

    /// All of them in one store. What comes to each keeps its order; otherwise the order of what comes at
    /// one instant depends on the seed.
    package func together(seed: UInt64) -> Script {
        var random = SplitMix64(seed: seed)
        var timelines = alone.map { $0.timeline[...] }
        var whole = Script()
        whole.ids = alone.flatMap(\.ids)
        for script in alone {
            let more = script.answers.count - whole.answers.count
            whole.answers += Array(repeating: Answer(), count: more)
            for index in script.answers.indices where !script.answers[index].isEmpty {
                whole.answers[index] = script.answers[index]
            }
        }
        var merged: [(time: Int, command: Command)] = []
        while let time = timelines.compactMap(\.first?.time).min() {
            let next = timelines.indices.filter { timelines[$0].first?.time == time }
            let chosen = next.randomElement(using: &random) ?? 0
            merged.append(timelines[chosen].removeFirst())
        }
        whole.place(merged, until: alone.map(\.length).max() ?? 0)
        return whole
    }

    /// What of a trace belongs to one of the scripts: its actions with their times.
    package func actions(ofScript number: Int, in trace: Trace) -> [Trace.Entry] {
        let first = number * Self.distance
        return trace.entries.filter {
            guard case .action(let action) = $0.event else { return false }
            return first..<first + Self.distance ~= action
        }
    }
}

extension Script {
    /// How much time passes.
    fileprivate var length: Int {
        commands.reduce(0) {
            if case .advance(let time) = $1 { $0 + time } else { $0 }
        }
    }

    /// The commands other than moves of the clock, with their times.
    fileprivate var timeline: [(time: Int, command: Command)] {
        var now = 0
        var found: [(time: Int, command: Command)] = []
        for command in commands {
            if case .advance(let time) = command {
                now += time
            } else {
                found.append((now, command))
            }
        }
        return found
    }

    fileprivate mutating func place(
        _ timeline: [(time: Int, command: Command)], until end: Int
    ) {
        var now = 0
        for (time, command) in timeline {
            if time > now { commands.append(.advance(by: time - now)) }
            commands.append(command)
            now = time
        }
        commands.append(.advance(by: end - now))
    }
}
