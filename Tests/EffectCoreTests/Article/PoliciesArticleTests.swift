import EffectCore
import EffectTesting
import Testing

// The code of Policies.md, compiled and run. `everyLineOfCodeIsCompiled` holds the two together.

@Suite struct PoliciesArticleTests {
    private let clock = TestClock()

    private static var silent: Radio {
        Radio(connect: { _ in }, ask: { _, _ in }, abort: {})
    }

    @Test func aLinkComesBackLaterEachTime() {
        var generator = SeededGenerator(seed: 1)
        var failures = 3
        var radio = Self.silent
        radio.connect = { onResult in
            failures -= 1
            onResult(failures < 0 ? .success(()) : .failure(.busy))
        }
        let store = Store(initialState: Link.State(), on: clock) {
            Link(radio: radio, random: { generator.next() })
        }
        store.send(.connect)
        #expect(store.state.backoff.attempts == 1)
        clock.run()
        #expect(store.state.isUp && store.state.backoff.attempts == 0)
        #expect(clock.now > .zero.advanced(by: .milliseconds(5_600)))
        #expect(clock.now <= .zero.advanced(by: .seconds(7)))
    }

    @Test func uploadsStandInLine() {
        var pending: [() -> Void] = []
        var started: [Int] = []
        let store = Store(initialState: [String](), on: clock) {
            Uploads { report, onDone in
                started.append(report)
                pending.append(onDone)
            }
        }
        for report in 1...4 { store.send(.upload(report)) }
        #expect(started == [1, 2])
        pending.removeFirst()()
        #expect(started == [1, 2, 3])
        store.send(.stop)
        pending = []
        store.send(.flush)
        store.send(.flush)
        store.send(.save)
        store.send(.save)
        clock.run()
        #expect(store.state == ["uploaded 1", "saved", "saved", "dropped"])
        #expect(started == [1, 2, 3])
    }

    @Test(arguments: [RadioError.busy, .silent]) func aValveIsTriedAgain(error: RadioError) {
        var attempts = 0
        let store = Store(initialState: [String](), on: clock) {
            Valve(
                radio: Self.silent,
                drive: { () throws(RadioError) in
                    attempts += 1
                    if attempts < 3 { throw error }
                }, onPosition: { _ in })
        }
        store.send(.open)
        clock.run()
        #expect(store.state == (error == .busy ? ["opened"] : ["failed silent"]))
        #expect(attempts == (error == .busy ? 3 : 1))
    }

    @Test func aValveIsWatched() {
        var radio = Self.silent
        var silent: [(String) -> Void] = []
        radio.ask = { name, onAnswer in
            if name == "B" { onAnswer("12") } else { silent.append(onAnswer) }
        }
        let store = Store(initialState: [String](), on: clock) {
            Valve(
                radio: radio, drive: {},
                onPosition: { add in
                    for position in 1...4 { add(position) }
                })
        }
        store.send(.watch)
        clock.run()
        #expect(
            store.state == ["sampled [1, 2, 3]", "sampled [4]", "at -1", "at 12", "at -1"])
    }

    @Test func aSetupIsOneEffect() {
        var asked: [String] = []
        var radio = Self.silent
        radio.ask = { text, onAnswer in
            asked.append(text)
            if asked.count != 2 { onAnswer(text == "ID?" ? "A-17" : "OK") }
        }
        let store = Store(initialState: [String](), on: clock) { Setup(radio: radio) }
        store.send(.run)
        clock.run()
        #expect(asked == ["RESET", "CHANNEL 7", "CHANNEL 7", "ID?"])
        #expect(store.state == [#"success("A-17")"#])
    }

    @Test func everyLineOfCodeIsCompiled() throws {
        try ArticleCode(features: ["Gateway.swift"]).covers("Policies.md", lineCount: 60)
    }
}
