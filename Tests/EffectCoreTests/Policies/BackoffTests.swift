import EffectCore
import EffectTesting
import Testing

@Suite struct BackoffTests {
    private static let seconds = Backoff.exponential(from: .seconds(1), upTo: .seconds(30))

    private static func delays(_ count: Int, of backoff: Backoff) -> [Duration] {
        var backoff = backoff
        return (0..<count).map { _ in backoff.next() }
    }

    // R-BCK-01
    @Test func delaysGrowUntilSomethingSucceeds() {
        var backoff = Self.seconds
        let delays = (0..<6).map { _ in backoff.next() }
        #expect(delays == [1, 2, 4, 8, 16, 30].map { .seconds($0) })
        #expect(backoff.attempts == 6)
        backoff.reset()
        #expect(backoff == Self.seconds)
        #expect(backoff.next() == .seconds(1))
    }

    /// A connection that fails six times, holds for a day and drops.
    private struct Link: Reducer {
        struct State: Equatable {
            var backoff = BackoffTests.seconds
            var failuresLeft = 6
            var attempts: [Int64] = []
        }
        enum Action { case connect, connected, failed, lost }

        let now: () -> Instant

        func reduce(into state: inout State, action: Action) -> Effect<Action> {
            switch action {
            case .connect:
                state.attempts.append(now().nanoseconds / 1_000_000_000)
                state.failuresLeft -= 1
                return .send(state.failuresLeft < 0 ? .connected : .failed)
            case .connected:
                state.backoff.reset()
                return .none
            case .failed, .lost: return .after(state.backoff.next(), .connect)
            }
        }
    }

    // R-BCK-01
    @Test func aFeatureKeepsItInItsState() {
        let clock = TestClock()
        let store = Store(initialState: Link.State(), on: clock) { Link { clock.now } }
        store.send(.connect)
        clock.run()
        #expect(store.state.attempts == [0, 1, 3, 7, 15, 31, 61])
        clock.advance(by: .seconds(86_400))
        store.send(.lost)
        clock.run()
        let (end, day, first): (Int64, Int64, Int64) = (61, 86_400, 1)
        #expect(store.state.attempts.last == end + day + first)
    }

    // R-BCK-02
    @Test func nothingOverflowsInTwoHundredAttempts() {
        let cap = Duration.seconds(30)
        let delays = Self.delays(200, of: .exponential(from: .milliseconds(100), upTo: cap))
        #expect(delays[0] == .milliseconds(100))
        #expect(zip(delays, delays.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(delays.allSatisfy { $0 > .zero && $0 <= cap })
        #expect(delays[9...].allSatisfy { $0 == cap })
    }

    // R-BCK-02
    @Test(arguments: [1, 25, 50, 90, 100], [1, 2, 3, 10] as [Int])
    func chanceKeepsTheCapAndTheOrder(percent: Int, factor: Int) {
        let cap = Duration.seconds(30)
        for seed: UInt64 in 0..<50 {
            var backoff = Backoff.exponential(
                from: .milliseconds(100), upTo: cap, factor: factor, jitterPercent: percent)
            var plain = Backoff.exponential(
                from: .milliseconds(100), upTo: cap, factor: factor)
            var generator = SeededGenerator(seed: seed)
            var previous = Duration.zero
            for _ in 0..<200 {
                let nominal = plain.next()
                let delay = backoff.next(using: &generator)
                #expect(delay > .zero && delay <= nominal, "seed \(seed)")
                #expect(delay >= nominal * (100 - percent) / 100, "seed \(seed)")
                if nominal < cap { #expect(delay >= previous, "seed \(seed)") }
                previous = delay
            }
        }
    }

    // R-BCK-02
    @Test func chanceSpreadsDelaysAlsoAtTheCap() {
        var backoff = Backoff.constant(.seconds(10), jitterPercent: 50)
        var generator = SeededGenerator(seed: 1)
        let delays = (0..<100).map { _ in backoff.next(using: &generator) }
        #expect(Set(delays).count > 90)
        #expect(delays.min()! >= .seconds(5) && delays.min()! < .seconds(6))
        #expect(delays.max()! <= .seconds(10) && delays.max()! > .seconds(9))
    }

    @Test func aLargerNumberIsALongerDelay() {
        func delays(_ random: UInt64) -> [Duration] {
            var backoff = Backoff.exponential(
                from: .seconds(10), upTo: .seconds(30), jitterPercent: 50)
            return (0..<4).map { _ in backoff.next { random } }
        }
        #expect(delays(.max) == [10, 20, 30, 30].map { .seconds($0) })
        #expect(delays(0) == [5, 10, 15, 15].map { .seconds($0) })
    }

    @Test func oneSeedGivesTheSameDelays() {
        func delays(seed: UInt64) -> [Duration] {
            var backoff = Backoff.exponential(
                from: .milliseconds(100), upTo: .seconds(30), jitterPercent: 50)
            var generator = SeededGenerator(seed: seed)
            return (0..<20).map { _ in backoff.next { generator.next() } }
        }
        #expect(delays(seed: 7) == delays(seed: 7))
        #expect(delays(seed: 7) != delays(seed: 8))
    }

    // R-BCK-02
    @Test func oddSettingsMakeNoTightLoop() {
        let longest = Duration.nanoseconds(Int64.max)
        #expect(Self.delays(3, of: .constant(.zero)).allSatisfy { $0 == .milliseconds(1) })
        #expect(
            Self.delays(3, of: .exponential(from: .seconds(-1), upTo: .seconds(-2)))
                .allSatisfy { $0 == .milliseconds(1) })
        #expect(
            Self.delays(3, of: .exponential(from: .seconds(5), upTo: .seconds(1)))
                .allSatisfy { $0 == .seconds(5) })
        #expect(
            Self.delays(3, of: .exponential(from: .seconds(1), upTo: .seconds(9), factor: 0))
                .allSatisfy { $0 == .seconds(1) })
        let vast = Self.delays(
            200, of: .exponential(from: .seconds(1), upTo: longest, factor: .max))
        #expect(vast[0] == .seconds(1) && vast[1...].allSatisfy { $0 == longest })
        for bits: UInt64 in [0, 1, .max] {
            var backoff = Backoff.constant(longest, jitterPercent: 1_000)
            let delay = backoff.next { bits }
            #expect(delay >= .milliseconds(1) && delay <= longest)
        }
    }
}
