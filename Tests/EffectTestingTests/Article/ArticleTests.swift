import EffectDependencies
import EffectTesting
import Glibc
import Testing

// The code of TestingFeatures.md, compiled and run. `everyLineOfCodeIsCompiled` holds the two together.

@Test func aCounterCounts() {
    let store = TestStore(initialState: Counter.State()) { Counter() }
    store.send(.incremented) { $0.count = 1 }
    store.send(.incremented) { $0.count = 2 }
    let caught = failures { store.send(.incremented) { $0.count = 99 } }
    #expect(
        caught[0].says("F-MISMATCH: .incremented was sent, and the state is not the one claimed"))
    #expect(
        caught[0].says("    State(\n  -   count: 99,\n  +   count: 3,\n      isRunning: false,\n"))
}

@Test func aCounterTicks() {
    let store = TestStore(initialState: Counter.State()) { Counter() }
    store.send(.startTapped) { $0.isRunning = true }
    store.advance(by: .seconds(2))
    store.receive(.ticked) { $0.count = 1 }
    store.receive(.ticked) { $0.count = 2 }
    store.send(.stopTapped) { $0.isRunning = false }
    store.send(.startTapped) { $0.isRunning = true }
    store.receive(.ticked, timeout: .seconds(5)) { $0.count = 3 }
    #expect(store.clock.now == at(3_000))
    store.send(.stopTapped) { $0.isRunning = false }
}

@Test func aCounterKnowsAFact() {
    let store = TestStore(initialState: Counter.State(count: 7)) {
        Counter()
    } withDependencies: {
        $0.numberFacts.fetch = { number, onFact in onFact("\(number) is prime") }
    }
    store.send(.factTapped)
    store.receive(\.factArrived) { $0.fact = $1 }
    #expect(store.state.fact == "7 is prime")
}

@Test func aCounterIsClaimedInPart() {
    let store = TestStore(initialState: Counter.State()) { Counter() }
    store.exhaustivity = .off
    store.send(.startTapped)
    store.advance(by: .seconds(3))
    store.skipReceivedActions()
    store.assert { $0.count = 3 }
}

@Test func aCounterIsRunByHand() {
    let store = TestStore(initialState: Counter.State(), mode: .manual) { Counter() }
    store.send(.startTapped) { $0.isRunning = true }
    #expect(store.pendingEffects == 1)
    store.runEffects()
    store.advance(by: .seconds(1))
    store.receive(.ticked) { $0.count = 1 }
    store.skipInFlightEffects()
}

@Test func aPorchListens() {
    let store = TestStore(initial: .init(), behavior: Porch.behavior, environment: .init())
    store.dispatch(.knock)
    store.receive(.heard("hello"))
    store.setEnvironment(Porch.Environment(voice: "hi"))
    store.dispatch(.knock)
    store.receive(.heard("hi"))
    store.dispatch(.open) { $0.isOpen = true }
    store.receive(.heard("wind"))
    let caught = failures { store.finish() }
    #expect(caught[0].says("F-OPEN-CHANNEL", "ear"))
    store.dispatch(.close) { $0.isOpen = false }
}

@Suite struct ArticleTests {
    @Test func everyLineOfCodeIsCompiled() throws {
        let here = "\(#filePath)"
        let root = here.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
        let counter = root + "/Tests/EffectTestingTests/Article/Counter.swift"
        let porch = root + "/Tests/EffectTestingTests/Article/Porch.swift"
        let tests = Set(try lines(of: here) + lines(of: counter) + lines(of: porch))
        let article = root + "/Sources/EffectTesting/EffectTesting.docc/TestingFeatures.md"
        var isCode = false
        var count = 0
        for line in try lines(of: article) {
            if line.hasPrefix("```") {
                isCode = line == "```swift"
                continue
            }
            guard isCode, !line.isEmpty else { continue }
            count += 1
            #expect(tests.contains(line), "TestingFeatures.md shows what no test compiles: \(line)")
        }
        #expect(count > 50)
    }

    /// Every kind of failure has a line in the article.
    @Test func everyKindOfFailureIsExplained() throws {
        let root = "\(#filePath)".split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
        let kinds = try lines(of: root + "/Sources/EffectTesting/TestStore/Failure.swift")
            .compactMap { line in line.split(separator: "\"").first { $0.hasPrefix("F-") } }
        let article = try lines(
            of: root + "/Sources/EffectTesting/EffectTesting.docc/TestingFeatures.md")
        #expect(kinds.count > 20)
        for kind in kinds {
            #expect(
                article.contains { $0.hasPrefix("|") && $0.contains("`\(kind)`") }, "\(kind)")
        }
    }

    private func lines(of path: String) throws -> [String] {
        let file = try #require(fopen(path, "r"))
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var byte = getc(file)
        while byte != EOF {
            bytes.append(UInt8(byte))
            byte = getc(file)
        }
        return String(decoding: bytes, as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
            .map { line in String(line.drop { $0 == " " }) }
    }
}
