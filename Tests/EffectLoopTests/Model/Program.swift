import EffectLoop
import EffectModel
import Testing

/// A random program on a loop, and what it should do there.
final class Program {
    /// How long a program takes at most, in its units of time.
    static let longest: Int64 = 500
    /// How far things are apart at least.
    private static let leastLeeway = 5

    private let seed: UInt64
    private let unit: Int64
    private let script: Script
    private let expected: EffectModel.Trace
    /// How late everything may be, in nanoseconds.
    private let leeway: Int64
    private var player: ScriptPlayer?
    private var began: Int64 = 0
    private var ended: Int64 = 0

    /// Makes the program of a seed; nil when its parts are too close to each other, or too few,
    /// or take too long.
    init?(seed: UInt64, unit: Int64) {
        script = ScriptGenerator.script(forRunningClockWithSeed: seed)
        guard let (trace, leeway) = Model.playExactly(script), leeway >= Self.leastLeeway else {
            return nil
        }
        guard Self.length(of: script) <= Self.longest, Self.isRich(trace) else { return nil }
        self.seed = seed
        self.unit = unit
        expected = trace
        self.leeway = Int64(min(leeway, 50)) * unit / 2
    }

    private static func isRich(_ trace: EffectModel.Trace) -> Bool {
        let actions = trace.entries.count {
            if case .action = $0.event { true } else { false }
        }
        return actions >= 5 && Set(trace.entries.map(\.nanoseconds)).count >= 7
    }

    private static func length(of script: Script) -> Int64 {
        script.commands.reduce(0) {
            if case .advance(let time) = $1 { $0 + Int64(time) } else { $0 }
        }
    }

    /// Makes the store now, and does later what the script does to it.
    func start(_ callbacks: Callbacks, _ loop: EventLoop) {
        began = loop.now.nanoseconds
        let player = ScriptPlayer(script, on: loop, unit: .nanoseconds(unit))
        self.player = player
        var groups: [(time: Int64, commands: [Command])] = [(0, [])]
        for command in script.commands {
            if case .advance(let time) = command {
                groups.append((groups[groups.count - 1].time + Int64(time), [command]))
            } else {
                groups[groups.count - 1].commands.append(command)
            }
        }
        for (number, group) in groups.enumerated() {
            let act = { [unowned self] in
                for command in group.commands {
                    player.perform(command)
                    player.noteAnswers()
                }
                if number == groups.count - 1 { end() }
            }
            if number == 0 { act() } else { callbacks.after(group.time * unit, act) }
        }
        ended = began + groups[groups.count - 1].time * unit
    }

    private func end() {
        player?.perform(.stop)
        player?.noteAnswers()
        player?.release()
    }

    /// Whether nothing of the program was so late that it may have changed places.
    func wasOnTime(_ heart: Heartbeat) -> Bool {
        guard let player else { return false }
        let lags = zip(player.trace.entries, expected.entries).prefix { $0.event == $1.event }.map {
            $0.nanoseconds - $1.nanoseconds / millisecond * unit
        }
        return (lags.max() ?? 0) < leeway
            && heart.longestLag(from: began, to: ended + leeway) < leeway / 2
    }

    func expectTheModel() {
        guard let player else { return }
        // The last entry tells of timers, which here are those of all programs.
        let (actual, expected) = (player.trace.entries, expected.entries.dropLast())
        player.letGo()
        let isSame = actual.map(\.event) == expected.map(\.event)
        #expect(
            isSame,
            """
            Seed \(seed):
            \(script)
            Model:
                \(expected.map(\.description).joined(separator: "\n    "))
            Store:
                \(actual.map(\.description).joined(separator: "\n    "))
            """)
        let isEarly = zip(actual, expected).contains {
            $0.nanoseconds < $1.nanoseconds / millisecond * unit
        }
        #expect(!isEarly, "seed \(seed)")
    }
}
