import EffectCore

/// Makes random scripts: small numbers, so that things meet at the same time and under the same id.
package struct ScriptGenerator {
    /// What scripts are about.
    struct Style {
        /// The longest wait, in units of time.
        var longest = 6
        /// Whether descriptors, signals and lanes have a part.
        var hasSources = true
        /// Whether it may reach beyond its own effects: stops, releases, `cancelAll`, a `send` that
        /// is kept, time that is lost.
        var reachesFar = true
        /// Whether there are features that come and go.
        var hasFeatures = false
        /// The first action, id, source and lane; more scripts in one store each have their own.
        var first = 0
    }

    private let style: Style
    var random: SplitMix64
    private var hasScopes = false

    private init(seed: UInt64, _ style: Style) {
        random = SplitMix64(seed: seed)
        self.style = style
    }

    /// A script of any kind.
    package static func script(seed: UInt64) -> Script {
        var generator = ScriptGenerator(seed: seed, Style())
        return generator.script()
    }

    static func script(seed: UInt64, _ style: Style) -> Script {
        var generator = ScriptGenerator(seed: seed, style)
        return generator.script()
    }

    /// A script in which features come and go.
    package static func script(withFeaturesSeed seed: UInt64) -> Script {
        var generator = ScriptGenerator(seed: seed, Style(hasFeatures: true))
        var script = generator.script()
        generator.addFeatures(to: &script)
        return script
    }

    /// A script with the two sides of a law somewhere in the answer to an action that is sent.
    package static func script(seed: UInt64, about law: Law) -> Script {
        var generator = ScriptGenerator(seed: seed, Style())
        var script = generator.script()
        let action = generator.sentAction(of: &script)
        let count = script.answers.count
        let parts = (0..<3).map { _ in
            generator.effect(after: action, of: count, depth: generator.number(0...2))
        }
        let effect = script.answers[action].effect
        script.answers[action].effect = effect.replacing(
            generator.number(0...effect.size - 1), by: .either(law, parts))
        return script
    }

    /// A script whose answers are merges of three.
    package static func script(inLayersWithSeed seed: UInt64) -> Script {
        var generator = ScriptGenerator(seed: seed, Style())
        var script = generator.script()
        let count = script.answers.count
        for action in script.answers.indices {
            let others = (0..<2).map { _ in
                generator.effect(after: action, of: count, depth: generator.number(0...2))
            }
            script.answers[action].effect = .merge(
                [script.answers[action].effect] + others, pairwise: true)
        }
        return script
    }

    /// A script in which much comes from outside at one instant.
    package static func script(crowdedWithSeed seed: UInt64) -> Script {
        var generator = ScriptGenerator(seed: seed, Style())
        var script = generator.script()
        for _ in 0..<generator.number(4...12) {
            let command: Command =
                generator.chance(2)
                ? generator.happening() : generator.command(script.answers.count)
            if case .advance = command { continue }
            script.commands.insert(command, at: generator.number(0...script.commands.count))
        }
        return script
    }

    /// A script with enough time between its commands for a clock that runs.
    package static func script(forRunningClockWithSeed seed: UInt64) -> Script {
        var generator = ScriptGenerator(seed: seed, Style(longest: 100))
        var script = generator.script()
        script.commands = script.commands.map { command in
            switch command {
            case .advance(let time), .stall(let time): .advance(by: max(5, time))
            default: command
            }
        }
        script.commands.append(.advance(by: generator.number(20...100)))
        return script
    }

    private mutating func script() -> Script {
        let count = number(2...8)
        hasScopes = chance(3)
        var script = Script()
        if chance(8), style.reachesFar { script.initial = effect(after: 0, of: count, depth: 2) }
        script.answers = (0..<count).map { answer(after: $0, of: count) }
        script.commands = (0..<number(2...10)).map { _ in command(count) }
        return script
    }

    /// The first action that is sent from outside; there is one afterwards.
    private func sentAction(of script: inout Script) -> Int {
        for case .send(let action, _) in script.commands { return action }
        script.commands.insert(.send(0, watched: true), at: 0)
        return 0
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &random)
    }

    mutating func chance(_ parts: Int) -> Bool { number(1...parts) == 1 }

    /// Mostly small, and now and then none at all.
    private mutating func time() -> Int { chance(30) ? -1 : number(0...style.longest) }

    private mutating func id() -> Int { style.first + (chance(2) ? 0 : number(0...3)) }

    /// Few, so that effects meet there.
    private mutating func place() -> Int { style.first + number(0...1) }

    // MARK: Commands

    private mutating func command(_ count: Int) -> Command {
        if style.hasSources, chance(4) { return happening() }
        if !style.reachesFar {
            return chance(2)
                ? .send(style.first + number(0...count - 1), watched: false)
                : .advance(by: number(1...style.longest + 2))
        }
        return switch number(0...19) {
        case 0...9: .send(number(0...count - 1), watched: chance(3))
        case 10...16: .advance(by: number(0...style.longest + 2))
        case 17: .cancelTask(number(0...9))
        case 18: chance(3) ? .stall(by: number(0...8)) : .poke(poke(after: 0, of: count))
        default:
            chance(6) ? (chance(2) ? .stop : .release) : .poke(poke(after: 0, of: count))
        }
    }

    private mutating func happening() -> Command {
        switch number(0...3) {
        case 0, 1: .event(source: place())
        case 2: .startWork(lane: place())
        default: .returnWork(lane: place())
        }
    }

    private mutating func poke(after action: Int, of count: Int) -> Poke {
        chance(2)
            ? .letGo(run: number(0...5))
            : .perform(run: number(0...5), steps(after: action, of: count, in: .poke))
    }

    // MARK: Effects

    private mutating func answer(after action: Int, of count: Int) -> Answer {
        var answer = Answer()
        if hasScopes { answer.path = [Place].fixed.randomElement(using: &random) ?? [] }
        if chance(60), style.reachesFar { answer.stops = true }
        if chance(6), style.reachesFar { answer.pokes = [poke(after: action, of: count)] }
        if !chance(8) { answer.effect = effect(after: action, of: count, depth: number(0...3)) }
        return answer
    }

    /// An action above a given one, so that answers end.
    private mutating func action(after action: Int, of count: Int) -> Int {
        style.first + number(action + 1...max(action + 1, count + 1))
    }

    mutating func effect(after action: Int, of count: Int, depth: Int) -> Sketch {
        depth == 0 || chance(6)
            ? leaf(after: action, of: count) : branch(after: action, of: count, depth: depth - 1)
    }

    private mutating func leaf(after action: Int, of count: Int) -> Sketch {
        func next() -> Int { self.action(after: action, of: count) }
        if style.hasSources, chance(8) {
            return chance(2) ? .watch(source: place(), next()) : .work(lane: place(), next())
        }
        if style.hasFeatures, chance(12) { return .dismiss }
        switch number(0...18) {
        case 0...2: return .send(next())
        case 3: return .sequence((0..<number(0...3)).map { _ in next() })
        case 4...6: return .after(time(), next())
        case 7: return .sleep(time())
        case 8: return timer(next())
        case 9...13: return .run(steps(after: action, of: count, in: .body))
        case 14...16: return .cancel(id: id(), includingWaiting: chance(3))
        case 17:
            return chance(2) && style.reachesFar
                ? .cancelAll : .cancelEach((0..<number(0...3)).map { _ in id() })
        default: return .none
        }
    }

    private mutating func timer(_ action: Int) -> Sketch {
        let count = chance(3) ? nil : number(0...4)
        return .timer(
            every: count == nil ? number(1...max(1, style.longest - 1)) : time(),
            leading: chance(3), count: count,
            [.skip, .skip, .burst, .delay].randomElement(using: &random) ?? .skip, action)
    }

    private mutating func branch(after action: Int, of count: Int, depth: Int) -> Sketch {
        func inner() -> Sketch { effect(after: action, of: count, depth: depth) }
        func several() -> [Sketch] { (0..<number(0...4)).map { _ in inner() } }
        switch number(0...17) {
        case 0...3: return .merge(several(), pairwise: chance(3))
        case 4...7: return .concatenate(several(), pairwise: chance(3))
        case 8:
            let least = chance(3) ? style.first + number(0...count) : 0
            return .map(inner(), Mapping(adding: number(0...2), atLeast: least))
        case 9...11: return .cancellable(inner(), id: id(), cancelInFlight: chance(2))
        case 12: return .delay(inner(), time())
        case 13, 14:
            return .debounce(
                inner(), id: id(), time(), leading: chance(3), trailing: !chance(3),
                maxWait: chance(3) ? number(0...style.longest * 3 / 2) : nil)
        case 15, 16:
            return .throttle(
                inner(), id: id(), time(),
                [.latest, .first, .none].randomElement(using: &random) ?? .latest,
                share: chance(4))
        default:
            return .timeout(inner(), time(), self.action(after: action, of: count))
        }
    }

    // MARK: Runs

    private enum Stage { case body, later, poke }

    private mutating func steps(after action: Int, of count: Int, in stage: Stage) -> [RunStep] {
        (0..<number(stage == .body ? 0...4 : 1...3)).map { _ in
            step(after: action, of: count, in: stage)
        }
    }

    private mutating func step(after action: Int, of count: Int, in stage: Stage) -> RunStep {
        func next() -> Int { self.action(after: action, of: count) }
        if style.hasFeatures, chance(12) { return .dismiss }
        switch number(0...15) {
        case 0...3: return .send(next())
        case 4: return .finish
        case 5: return .finishWith(next())
        case 6: return .fail
        case 7, 8: return .cancel(id: id())
        case 9...11:
            return stage == .later
                ? .send(next()) : .after(time(), steps(after: action, of: count, in: .later))
        case 12: return .store(next())
        case 13: return .atEnd(next())
        case 14 where chance(3): return .cancelAtEnd(id: id())
        case 14 where chance(6) && style.reachesFar: return .stop
        case 14 where chance(6) && style.reachesFar && stage == .later: return .release
        default: return stage == .body ? .keep : .send(next())
        }
    }
}
