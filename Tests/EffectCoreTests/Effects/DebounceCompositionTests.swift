import EffectCore
import EffectTesting
import Testing

@Suite struct DebounceCompositionTests {
    private typealias Work = Calls.Work

    private func quiet(_ effect: Work, _ duration: Int = 300) -> Work {
        effect.debounce(id: "d", for: .milliseconds(duration))
    }

    // DEB-24
    @Test func aDelayIsAddedToTheQuietPeriod() {
        let calls = Calls { self.quiet(.value($0)).delay(for: .milliseconds(200)) }
        calls.call(1, at: 0)
        calls.call(2, at: 150)
        calls.advance(to: 9_000)
        calls.expect([(650, 2)])
    }

    // DEB-24
    @Test func aDelayedEffectStartsLateBehindTheQuietPeriod() {
        let calls = Calls { self.quiet(.value($0).delay(for: .milliseconds(200))) }
        calls.call(1, at: 0)
        calls.call(2, at: 400)
        calls.advance(to: 9_000)
        calls.expect([(900, 2)])
    }

    // DEB-25
    @Test func aWaitWithinTheEffectIsAddedToTheQuietPeriod() {
        let calls = Calls { number in
            self.quiet(
                .run { send in
                    send.after(.milliseconds(300)) { send.finish(with: .value(number)) }
                })
        }
        calls.call(1, at: 0)
        calls.advance(to: 9_000)
        calls.expect([(600, 1)])
    }

    // DEB-26
    @Test func aDelayUnderAnIdIsNoDebounce() {
        let calls = Calls { .value($0).delay(for: .seconds(1)).cancellable(id: "k") }
        calls.call(1, at: 0)
        calls.call(2, at: 400)
        calls.advance(to: 9_000)
        calls.expect([(1_000, 1), (1_400, 2)])
    }

    // CAT-17
    @Test func aSupersededStepReleasesTheNextOne() {
        let calls = Calls { number in
            let gate = self.quiet(.value(number))
            return number == 1 ? .concatenate(gate, .value(100)) : gate
        }
        calls.call(1, at: 0)
        calls.call(2, at: 100)
        calls.expect([(100, 100)])
        calls.advance(to: 9_000)
        calls.expect([(100, 100), (400, 2)])
    }

    @Test func theNextStepWaitsForTheDebouncedOne() {
        let calls = Calls { .concatenate(self.quiet(.value($0, after: 50)), .value(100)) }
        calls.call(1, at: 0)
        calls.advance(to: 9_000)
        calls.expect([(350, 1), (350, 100)])
    }

    @Test func aCallLeftOutByALeadingDebounceReleasesTheNextStep() {
        let calls = Calls { number in
            .concatenate(
                .value(number).debounce(
                    id: "d", for: .seconds(1), leading: true, trailing: false),
                .value(number * 100))
        }
        calls.call(1, at: 0)
        calls.call(2, at: 10)
        calls.expect([(0, 1), (0, 100), (10, 200)])
    }

    @Test func aWholeChainStartsAfterTheQuietPeriod() {
        let calls = Calls { number in
            self.quiet(.concatenate(.value(number), .value(number + 1, after: 100)))
        }
        calls.call(1, at: 0)
        calls.call(5, at: 350)
        calls.call(7, at: 1_000)
        calls.advance(to: 9_000)
        calls.expect([(300, 1), (650, 5), (750, 6), (1_300, 7), (1_400, 8)])
    }

    @Test func aTimerStartsItsGridAfterTheQuietPeriodAndIsSuperseded() {
        let calls = Calls { self.quiet(.timer(every: .milliseconds(100), .value($0))) }
        calls.call(1, at: 0)
        calls.call(2, at: 550)
        calls.cancel("d", at: 1_050)
        calls.advance(to: 9_000)
        calls.expect([(400, 1), (500, 1), (950, 2), (1_050, 2)])
    }

    @Test func aBranchOfAMergeDoesNotHoldUpTheOthers() {
        let calls = Calls { .merge(.value(100), self.quiet(.value($0)), .value(200)) }
        calls.call(1, at: 0)
        calls.expect([(0, 100), (0, 200)])
        calls.advance(to: 9_000)
        calls.expect([(0, 100), (0, 200), (300, 1)])
    }

    @Test func anOuterIdCancelsTheWait() {
        let calls = Calls { self.quiet(.value($0)).cancellable(id: "outer") }
        calls.call(1, at: 0)
        #expect(calls.store.isInFlight(id: "outer"))
        calls.cancel("outer", at: 200)
        calls.advance(to: 9_000)
        calls.expect([])
    }

    @Test func anInnerIdReachesTheEffectOnlyAfterItStarted() {
        let calls = Calls { self.quiet(.value($0, after: 100).cancellable(id: "inner")) }
        calls.call(1, at: 0)
        calls.cancel("inner", at: 200)
        calls.call(2, at: 1_000)
        calls.cancel("inner", at: 1_350)
        calls.advance(to: 9_000)
        calls.expect([(400, 1)])
    }

    @Test func aTimeoutAroundTheGateCountsTheWait() {
        let calls = Calls { self.quiet(.value($0)).timeout(after: .milliseconds(200), .value(-1)) }
        calls.call(1, at: 0)
        calls.advance(to: 9_000)
        calls.expect([(200, -1)])
    }

    @Test func aTimeoutBehindTheGateCountsFromTheStart() {
        let calls = Calls {
            self.quiet(.value($0, after: 500).timeout(after: .milliseconds(200), .value(-1)))
        }
        calls.call(1, at: 0)
        calls.advance(to: 9_000)
        calls.expect([(500, -1)])
    }

    @Test func aMappedGateIsTheSameGate() {
        let calls = Calls { number in
            Effect<Int>.send(number).debounce(id: "d", for: .milliseconds(300))
                .map { .value($0 * 10) }
        }
        calls.call(1, at: 0)
        calls.call(2, at: 100)
        calls.advance(to: 9_000)
        calls.expect([(400, 20)])
    }

    @Test func gatesWithinGatesWaitOneAfterTheOther() {
        let calls = Calls { number in
            .value(number).debounce(id: "inner", for: .milliseconds(100))
                .debounce(id: "outer", for: .milliseconds(300))
        }
        calls.call(1, at: 0)
        calls.call(2, at: 200)
        calls.advance(to: 9_000)
        calls.expect([(600, 2)])
    }

    @Test func aGateWithinAGateOfTheSameIdDoesNotCancelItself() {
        let calls = Calls { self.quiet(self.quiet(.value($0))) }
        calls.call(1, at: 0)
        calls.call(2, at: 100)
        calls.advance(to: 9_000)
        calls.expect([(700, 2)])
    }

    @Test func aDebouncedCancelCancelsAfterTheQuietPeriod() {
        let calls = Calls { number in
            number == 1
                ? .timer(every: .milliseconds(100), .value(1)).cancellable(id: "t")
                : self.quiet(.cancel(id: "t"))
        }
        calls.call(1, at: 0)
        calls.call(2, at: 50)
        calls.advance(to: 9_000)
        calls.expect([(100, 1), (200, 1), (300, 1)])
    }

    @Test func otherWorkUnderTheIdIsSupersededByTheCall() {
        let calls = Calls { number in
            number == 1
                ? .value(1, after: 500).cancellable(id: "d") : self.quiet(.value(number))
        }
        calls.call(1, at: 0)
        calls.call(2, at: 100)
        calls.advance(to: 9_000)
        calls.expect([(400, 2)])
    }

    @Test func otherWorkThatStartedUnderTheIdDuringTheWaitIsSupersededAsWell() {
        let calls = Calls { number in
            number == 2
                ? .value(2, after: 500).cancellable(id: "d") : self.quiet(.value(number))
        }
        calls.call(1, at: 0)
        calls.call(2, at: 50)
        calls.call(3, at: 100)
        #expect(calls.harness.inFlight == 1)
        calls.advance(to: 9_000)
        calls.expect([(400, 3)])
    }

    // DEB-14
    @Test func equalIdsInTwoScopesWaitApart() {
        struct Pair { var left = 0, right = 0 }
        enum Side { case left(String), right(String) }
        let clock = TestClock()
        var received: [String] = []
        let child = Reduce<Int, String> { _, action in
            if action == "call" {
                return .send("v").debounce(id: "fetch", for: .milliseconds(300))
            }
            received.append("\(action)@\(clock.now.nanoseconds / 1_000_000)")
            return .none
        }
        let left = CasePath<Side, String>({ .left($0) }) {
            if case .left(let a) = $0 { a } else { nil }
        }
        let right = CasePath<Side, String>({ .right($0) }) {
            if case .right(let a) = $0 { a } else { nil }
        }
        let store = Store(initialState: Pair(), on: clock) {
            Scope(state: \.left, action: left, id: 1) { child }
            Scope(state: \.right, action: right, id: 2) { child }
        }
        store.send(.left("call"))
        store.send(.right("call"))
        #expect(clock.armedTimerCount == 2)
        clock.run()
        #expect(received == ["v@300", "v@300"])
    }
}
