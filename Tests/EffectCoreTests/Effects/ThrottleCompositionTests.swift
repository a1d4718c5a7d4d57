import EffectCore
import EffectTesting
import Testing

@Suite struct ThrottleCompositionTests {
    private typealias Work = Calls.Work

    private func limited(_ effect: Work, _ trailing: ThrottleTrailing = .latest) -> Work {
        effect.throttle(id: "t", for: .seconds(1), trailing: trailing)
    }

    @Test func aMergeStartsAsOne() {
        let calls = Calls { number in
            self.limited(.merge(.value(number), .value(number * 10, after: 100)))
        }
        calls.call(1, at: 0)
        calls.call(2, at: 500)
        calls.advance(to: 9_000)
        calls.expect([(0, 1), (100, 10), (1_000, 2), (1_100, 20)])
    }

    @Test(arguments: [
        (ThrottleTrailing.latest, [[0, 11], [1_000, 13]]), (.first, [[0, 11], [1_000, 12]]),
        (.none, [[0, 11]]),
    ])
    func branchesOfAMergeShareTheWindow(_ trailing: ThrottleTrailing, _ expected: [[Int]]) {
        let calls = Calls { number in
            .merge((1...3).map { self.limited(.value(number * 10 + $0), trailing) })
        }
        calls.call(1)
        calls.advance(to: 9_000)
        calls.expect(expected.map { ($0[0], $0[1]) })
    }

    @Test func aDroppedStepReleasesTheNextOne() {
        let calls = Calls { number in
            .concatenate(self.limited(.value(number), .none), .value(number * 100))
        }
        calls.call(1, at: 0)
        calls.call(2, at: 300)
        calls.advance(to: 9_000)
        calls.expect([(0, 1), (0, 100), (300, 200)])
    }

    @Test func aHeldStepHoldsUpItsChain() {
        let calls = Calls { number in
            .concatenate(self.limited(.value(number)), .value(number * 100))
        }
        calls.call(1, at: 0)
        calls.call(2, at: 300)
        calls.call(3, at: 400)
        calls.advance(to: 9_000)
        calls.expect([(0, 1), (0, 100), (400, 200), (1_000, 3), (1_000, 300)])
    }

    @Test func aWholeChainIsOneStart() {
        let calls = Calls { number in
            self.limited(.concatenate(.value(number), .value(number * 10, after: 1_500)))
        }
        calls.call(1, at: 0)
        calls.call(2, at: 300)
        calls.advance(to: 9_000)
        calls.expect([(0, 1), (1_000, 2), (2_500, 20)])
    }

    @Test func aTimerRunsUntilATrailingStartSupersedesIt() {
        let calls = Calls { self.limited(.timer(every: .milliseconds(400), .value($0))) }
        calls.call(1, at: 0)
        calls.call(2, at: 300)
        calls.cancel("t", at: 2_000)
        calls.advance(to: 9_000)
        calls.expect([(400, 1), (800, 1), (1_400, 2), (1_800, 2)])
    }

    @Test func aDelayShiftsTheCall() {
        let calls = Calls { self.limited(.value($0)).delay(for: .milliseconds(200)) }
        calls.call(1, at: 0)
        calls.call(2, at: 500)
        calls.advance(to: 9_000)
        calls.expect([(200, 1), (1_200, 2)])
    }

    @Test func aDelayBehindTheGateShiftsTheWork() {
        let calls = Calls { self.limited(.value($0).delay(for: .milliseconds(200))) }
        calls.call(1, at: 0)
        calls.call(2, at: 500)
        calls.advance(to: 9_000)
        calls.expect([(200, 1), (1_200, 2)])
    }

    @Test func aTimeoutAroundTheGateCountsTheHolding() {
        let calls = Calls {
            self.limited(.value($0)).timeout(after: .milliseconds(300), .value(-1))
        }
        calls.call(1, at: 0)
        calls.call(2, at: 500)
        calls.advance(to: 9_000)
        calls.expect([(0, 1), (800, -1)])
    }

    @Test func anOuterIdCancelsTheHeldCall() {
        let calls = Calls { self.limited(.value($0)).cancellable(id: "outer") }
        calls.call(1, at: 0)
        calls.call(2, at: 500)
        calls.cancel("outer", at: 700)
        calls.call(3, at: 900)
        calls.advance(to: 9_000)
        calls.expect([(0, 1), (1_000, 3)])
    }

    @Test func aMappedGateIsTheSameGate() {
        let calls = Calls { number in
            Effect<Int>.send(number).throttle(id: "t", for: .seconds(1), latest: true)
                .map { .value($0 * 10) }
        }
        calls.call(1, at: 0)
        calls.call(2, at: 100)
        calls.advance(to: 9_000)
        calls.expect([(0, 10), (1_000, 20)])
    }

    @Test func aThrottledCallIsDebouncedFirst() {
        let calls = Calls {
            self.limited(.value($0)).debounce(id: "d", for: .milliseconds(100))
        }
        calls.call(1, at: 0)
        calls.call(2, at: 200)
        calls.call(3, at: 250)
        calls.advance(to: 9_000)
        calls.expect([(100, 1), (1_100, 3)])
    }

    @Test func aStartedCallThatCallsAgainIsHeldByItsOwnWindow() {
        let calls = Calls { number in
            self.limited(.merge(.value(number), number < 3 ? .send(.call(number + 1)) : .none))
        }
        calls.call(1, at: 0)
        calls.advance(to: 9_000)
        calls.expect([(0, 1), (1_000, 2), (2_000, 3)])
    }

    // THR-12
    @Test func equalIdsInTwoScopesHaveTwoWindows() {
        enum Side { case left(Int), right(Int) }
        let clock = TestClock()
        var received: [Int] = []
        func child(_ sign: Int) -> Reduce<Int, Int> {
            Reduce { _, action in
                if action > 100 {
                    received.append(sign * (action - 100))
                    return .none
                }
                return .send(action + 100).throttle(id: "t", for: .seconds(1), latest: true)
            }
        }
        let left = CasePath<Side, Int>({ .left($0) }) {
            if case .left(let a) = $0 { a } else { nil }
        }
        let right = CasePath<Side, Int>({ .right($0) }) {
            if case .right(let a) = $0 { a } else { nil }
        }
        let store = Store(initialState: [0, 0], on: clock) {
            Scope(state: \.[0], action: left, id: 1) { child(1) }
            Scope(state: \.[1], action: right, id: 2) { child(-1) }
        }
        for side in [Side.left(1), .right(1), .left(2), .right(2)] { store.send(side) }
        #expect(received == [1, -1])
        clock.run()
        #expect(received == [1, -1, 2, -2])
    }
}
