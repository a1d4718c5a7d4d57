import EffectModel
import EffectCore
import EffectTesting
import Testing

extension Harness where Action: Hashable {
    /// A store that answers each action with a fixed effect, and others with none.
    convenience init(_ answers: [Action: Effect<Action>]) {
        self.init { answers[$0] ?? .none }
    }
}

/// What an effect that starts at zero sends: `time:action` for each action, `time:|` for its end.
func timeline(of effect: Effect<String>) -> [String] {
    var entries: [String] = []
    var now: () -> Int = { 0 }
    let harness = Harness<String> { action in
        if action == "start" { return effect }
        entries.append("\(now()):\(action)")
        return .none
    }
    now = { [unowned harness] in harness.now }
    harness.send("start").onFinish { entries.append("\(harness.now):|") }
    harness.clock.run()
    harness.clock.advance(by: .seconds(1000))
    let counts = harness.store.tableCounts
    if counts.nodes != 0 { entries.append("nodes left: \(counts.nodes)") }
    if counts.ids != 0 { entries.append("ids left: \(counts.ids)") }
    return entries
}

/// Random numbers that a seed determines (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Makes effects of every finite kind, with a name of its own for every action.
struct EffectMaker {
    var generator: SeededGenerator
    private var count = 0

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    private mutating func name() -> String {
        count += 1
        return "a\(count)"
    }

    private mutating func wait() -> Duration {
        .milliseconds(100 * Int.random(in: 0...4, using: &generator))
    }

    mutating func effect(depth: Int) -> Effect<String> {
        switch Int.random(in: 0..<(depth > 0 ? 12 : 6), using: &generator) {
        case 0: return .none
        case 1: return .send(name())
        case 2: return .after(wait(), name())
        case 3: return .sequence([name(), name()])
        case 4: return .sleep(for: wait())
        case 5:
            let (first, second, pause) = (name(), name(), wait())
            return .run { send in
                send(first)
                send.after(pause) { send(second) }
            }
        case 6, 7: return .merge(effects(depth: depth - 1))
        case 8, 9: return .concatenate(effects(depth: depth - 1))
        case 10: return effect(depth: depth - 1).delay(for: wait())
        default: return effect(depth: depth - 1).cancellable(id: "own \(name())")
        }
    }

    mutating func effects(depth: Int) -> [Effect<String>] {
        (0..<Int.random(in: 0...4, using: &generator)).map { _ in effect(depth: depth) }
    }
}

/// What failing effects fail with.
struct Broken: Error, Equatable {
    var code = 0
}

extension Effect {
    /// Fails after a time, without a handler.
    static func failing(after time: Int) -> Effect {
        .run { (send, fail: @escaping (Broken) -> Void) in
            send.after(milliseconds(time)) { fail(Broken()) }
        }
    }
}
