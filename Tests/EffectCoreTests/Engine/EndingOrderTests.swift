import EffectCore
import EffectTesting
import Testing

/// What goes on when several effects end together goes on in the order in which they ended.
@Suite struct EndingOrderTests {
    private typealias Work = Effect<Int>

    private func chain(_ next: Int, _ head: Work = .never) -> Work {
        .concatenate(head, .send(next))
    }

    // CAN-38
    @Test func chainsGoOnInTheOrderInWhichOneCancelEndedTheirHeads() {
        let harness = Harness<Int> { action in
            switch action {
            case 0: chain(10, .never.cancellable(id: 1))
            case 1: chain(11, .never.cancellable(id: 1))
            case 2: .cancel(id: 1)
            case 3: .never.cancellable(id: 1, cancelInFlight: true)
            default: .none
            }
        }
        for action in [0, 1, 2, 0, 1, 3] { harness.send(action) }
        harness.expectActions([0, 1, 2, 10, 11, 0, 1, 3, 10, 11])
    }

    // CAT-14
    @Test func whatACancelLetGoOnStartsBeforeTheStepBehindTheCancel() {
        let harness = Harness<Int> { action in
            switch action {
            case 0: chain(10, .never.cancellable(id: 1))
            case 1: .concatenate(.cancel(id: 1), .send(11))
            default: .none
            }
        }
        harness.send(0)
        harness.send(1)
        harness.expectActions([0, 1, 10, 11])
    }

    @Test func chainsGoOnInTheOrderInWhichARunCancelledTheirHeads() {
        let harness = Harness<Int> { action in
            switch action {
            case 0: chain(10, .never.cancellable(id: 1))
            case 1: chain(11, .never.cancellable(id: 2))
            case 2:
                .run { send in
                    send.cancel(id: 1)
                    send.cancel(id: 2)
                }
            default: .none
            }
        }
        for action in 0...2 { harness.send(action) }
        harness.expectActions([0, 1, 2, 10, 11])
    }

    // FIN-02
    @Test(arguments: [false, true])
    func chainsGoOnInTheOrderInWhichAReducerEndedTheirHeads(_ byRelease: Bool) {
        var sends: [Send<Int>?] = []
        let harness = Harness<Int> { action in
            switch action {
            case 0, 1: return chain(10 + action, .run { sends.append($0) })
            case 2:
                for index in sends.indices {
                    if !byRelease { sends[index]?.finish() }
                    sends[index] = nil
                }
                return .none
            default: return .none
            }
        }
        for action in 0...2 { harness.send(action) }
        harness.expectActions([0, 1, 2, 10, 11])
    }

    // EFF-14
    @Test(arguments: [false, true])
    func anEffectEndsBeforeItsTaskAlsoWhenItIsMapped(_ isMapped: Bool) {
        var last: Send<Int>?
        let harness = Harness<Int> { _ in .none }
        harness.answer { [log = harness.log] action in
            guard action == 0 else { return .none }
            let run = Work.run { send in
                send.onTermination { log("ends") }
                send.after(milliseconds(1)) { last = send }
            }
            return isMapped ? run.map { $0 } : run
        }
        harness.send(0).onFinish { [log = harness.log] in log("finished") }
        harness.advance(to: 1)
        last = nil
        #expect(harness.log.entries == ["ends", "finished"])
        _ = last
    }

    // CAN-38
    @Test func aStopFinishesTheTasksInReverseOrder() {
        let harness = Harness<Int> { .after(milliseconds(10), $0 + 100) }
        for action in 0..<3 { harness.send(action).cancel() }
        for action in 0..<3 {
            harness.send(action).onFinish { [log = harness.log] in log("\(action)") }
        }
        harness.store.stop()
        #expect(harness.log.entries == ["2", "1", "0"])
    }

    // FIN-02
    @Test func hooksOfWhatAReducerReleasedRunBeforeTheNextStepAlsoWhenItIsCancelledToo() {
        var last: Send<Int>?
        let harness = Harness<Int> { _ in .none }
        harness.answer { [log = harness.log] action in
            switch action {
            case 0:
                let head = Work.run { send in
                    send.onCancel { log("cancelled") }
                    send.onTermination { log("ends") }
                    last = send
                }
                return .concatenate(head.cancellable(id: 1), .run { _ in log("next") })
            case 1:
                last = nil
                return .merge(.cancel(id: 1), .send(2))
            default: return .none
            }
        }
        harness.send(0)
        harness.send(1)
        #expect(harness.log.entries == ["ends", "next"])
        _ = last
    }

    @Test func aPlainScopeThatIsEmptyStillCancelsWhatItsSurroundingsRun() {
        let clock = TestClock()
        var last: Send<Int>?
        let all = CasePath<Int, Int>({ $0 }, { $0 })
        let store = Store<Int, Int>(initialState: 0, on: clock) {
            Scope(state: \.self, action: all, id: "outer") {
                Reduce { _, action in
                    action == 0 ? .never.cancellable(id: 1) : .none
                }
                Scope(state: \.self, action: all) {
                    Reduce { _, action in action == 1 ? .run { last = $0 } : .none }
                }
            }
        }
        store.send(0)
        store.send(1)
        last?.finish()
        last?.cancel(id: 1)
        #expect(store.effects.isEmpty)
    }

    // FIN-02
    @Test(arguments: [false, true])
    func aStepThatACancelLetGoOnStartsBeforeWhatTheReducerReleasedEnds(_ isMerged: Bool) {
        var last: Send<Int>?
        let harness = Harness<Int> { _ in .none }
        harness.answer { [log = harness.log] action in
            switch action {
            case 0:
                return .concatenate(Work.never.cancellable(id: 1), .run { _ in log("next") })
            case 1:
                return .run { send in
                    send.onTermination { log("ends") }
                    last = send
                }
            case 2:
                last = nil
                return isMerged ? .merge(.cancel(id: 1), .send(3)) : .cancel(id: 1)
            default: return .none
            }
        }
        for action in 0...2 { harness.send(action) }
        #expect(harness.log.entries == ["next", "ends"])
        _ = last
    }
}
