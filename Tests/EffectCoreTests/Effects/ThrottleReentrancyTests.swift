import EffectCore
import EffectTesting
import Testing

/// Calls that are made while a call supersedes another one.
@Suite struct ThrottleReentrancyTests {
    /// An effect that runs until it is superseded, and then makes one more call.
    private static func calling(_ log: Log, _ again: @escaping () -> Void) -> Effect<String> {
        .run { send in
            log("first starts")
            var keep: Send<String>? = send
            send.onCancel {
                keep = nil
                again()
            }
            _ = keep
        }
    }

    private static func harness(
        trailing: ThrottleTrailing
    ) -> Harness<String> {
        let harness = Harness<String> { _ in .none }
        harness.answer { [unowned harness] action in
            switch action {
            case "first":
                calling(harness.log) { harness.send("third") }
                    .throttle(id: 0, for: milliseconds(10), trailing: trailing)
            case "second", "third":
                Effect.run { _ in harness.log("\(action) starts at \(harness.now)") }
                    .throttle(id: 0, for: milliseconds(10), trailing: trailing)
            case "second later":
                Effect.send("nothing").delay(for: milliseconds(10)).map { _ in "second" }
            default: .none
            }
        }
        return harness
    }

    // THR-08, THR-15
    @Test(arguments: [ThrottleTrailing.latest, .first])
    func aCallFromTheHookOfASupersededOneIsHeldByTheNewWindow(_ trailing: ThrottleTrailing) {
        let harness = Self.harness(trailing: trailing)
        harness.send("first")
        harness.send("second")
        harness.clock.run()
        #expect(
            harness.log.entries == [
                "first starts", "second starts at 10", "third starts at 20",
            ])
    }

    // THR-04, THR-15
    @Test func aCallFromTheHookOfASupersededOneStartsNothingInTheNewWindow() {
        let harness = Self.harness(trailing: .none)
        harness.send("second later")
        harness.send("first")
        harness.clock.run()
        #expect(harness.log.entries == ["first starts", "second starts at 10"])
    }

    // THR-02
    @Test func aCallByWhoAwaitedAHeldOneLeavesOneHeldCall() {
        let harness = Harness<String> { action in
            action == "later"
                ? Effect.send("2").throttle(
                    id: 0, for: milliseconds(10), trailing: .latest, share: true
                )
                .delay(for: milliseconds(5))
                : Int(action).map { _ in
                    Effect.send("value of \(action)")
                        .throttle(id: 0, for: milliseconds(10), trailing: .latest, share: true)
                } ?? .none
        }
        harness.send("0")
        harness.send("later")
        harness.send("1").onFinish { [unowned harness] in harness.send("3") }
        harness.clock.run()
        #expect(harness.received.filter { $0.time > 5 }.map(\.action) == ["2", "value of 2"])
        #expect(harness.store.tableCounts.nodes == 0)
    }

    // THR-02
    @Test func aStopByWhoAwaitedAHeldCallLeavesNothingOfTheNextOne() {
        let harness = Harness<String> { action in
            guard Int(action) != nil else { return .none }
            return .send("value of \(action)")
                .throttle(id: 0, for: milliseconds(10), trailing: .latest)
        }
        harness.send("0")
        harness.send("1").onFinish { [unowned harness] in harness.store.stop() }
        harness.send("2")
        #expect(harness.clock.armedTimerCount == 0)
        #expect(harness.store.tableCounts.nodes == 0)
        harness.clock.run()
        harness.expectActions(["0", "value of 0", "1", "2"])
    }
}
