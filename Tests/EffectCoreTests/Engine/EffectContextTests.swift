// A context is for layers above the core that are modules of their own: nothing public makes one.
import EffectCore
import EffectTesting
import Testing

@Suite struct EffectContextTests {
    private final class Place {
        let name: String

        init(_ name: String) { self.name = name }
    }

    /// What a layer above the core would keep: one place that is current.
    private final class Surroundings {
        var current: Place?

        var name: String { current?.name ?? "nowhere" }

        /// The same effect in what is current.
        func around<Action>(_ effect: Effect<Action>) -> Effect<Action> {
            guard let current else { return effect }
            return effect.inContext(
                EffectContext(current) { next in
                    let previous = self.current
                    self.current = next as? Place
                    return previous
                })
        }
    }

    private struct Failure: Error {}

    /// An effect of each kind that calls back, now or later; each notes where it finds itself.
    private static func effects(_ note: @escaping (String) -> Void) -> [Effect<String>] {
        [
            .run { send in
                note("body")
                send.onTermination { note("end") }
                send.after(milliseconds(1)) {
                    note("wait")
                    send.finish()
                }
            },
            .run { send in
                send.onCancel { note("cancel") }
                send.after(milliseconds(100)) {}
            }.cancellable(id: "k"),
            .run { (_: Send<String>) throws(Failure) in
                throw Failure()
            } catch: { _, _ in
                note("catch")
            },
            .timer(every: milliseconds(1), count: 1) { _ in
                note("tick")
                return "ticked"
            },
            Effect<Int>.after(milliseconds(1), 1).map { _ in
                note("map")
                return "mapped"
            },
            .concatenate(.sleep(for: milliseconds(1)), .run { _ in note("step") }),
            .run { _ in note("late") }.delay(for: milliseconds(1)),
        ]
    }

    @Test func everyCallbackIsSurroundedByWhatItsEffectWasReturnedIn() {
        let log = Log()
        let surroundings = Surroundings()
        let harness = Harness<String> { action in
            switch action {
            case "start":
                surroundings.around(.merge(Self.effects { log("\($0) \(surroundings.name)") }))
            case "cancel": .cancel(id: "k")
            default: .none
            }
        }
        surroundings.current = Place("here")
        harness.send("start")
        #expect(surroundings.name == "here")
        surroundings.current = Place("elsewhere")
        harness.advance(to: 2)
        harness.send("cancel")
        #expect(
            log.entries.sorted()
                == [
                    "body here", "cancel here", "catch here", "end here", "late here", "map here",
                    "step here", "tick here", "wait here",
                ])
        #expect(harness.received.map(\.action) == ["start", "ticked", "mapped", "cancel"])
    }

    @Test func whatWasThereIsBackBehindEveryCallback() {
        let surroundings = Surroundings()
        let harness = Harness<String> { action in
            action == "start"
                ? surroundings.around(.merge(Self.effects { _ in })) : .cancel(id: "k")
        }
        var reports: [String] = []
        let token = harness.store.onAction { action, _ in
            reports.append("\(action) \(surroundings.name)")
        }
        surroundings.current = Place("here")
        harness.send("start")
        #expect(surroundings.name == "here")
        surroundings.current = Place("elsewhere")
        harness.advance(to: 2)
        harness.send("cancel")
        #expect(surroundings.name == "elsewhere")
        #expect(
            reports == [
                "start here", "ticked elsewhere", "mapped elsewhere", "cancel elsewhere",
            ])
        withExtendedLifetime(token) {}
    }

    @Test func theInnermostContextCounts() {
        let log = Log()
        let surroundings = Surroundings()
        let inner = Effect<Int>.run { send in
            log(surroundings.name)
            send.onTermination { log(surroundings.name) }
        }
        let harness = Harness<Int> { _ in
            surroundings.current = Place("inner")
            let effect = surroundings.around(inner)
            surroundings.current = Place("outer")
            defer { surroundings.current = nil }
            return surroundings.around(.merge(effect, inner))
        }
        harness.send(0)
        #expect(log.entries == ["inner", "inner", "outer", "outer"])
        #expect(surroundings.name == "nowhere")
    }

    @Test func aSupersededDebounceGoesWithItsSurroundings() {
        let log = Log()
        let surroundings = Surroundings()
        let harness = Harness<Int> { number in
            surroundings.around(
                .run { _ in log("\(number) \(surroundings.name)") }
                    .debounce(id: "k", for: milliseconds(10)))
        }
        for (number, place) in ["first", "second"].enumerated() {
            surroundings.current = Place(place)
            harness.send(number)
        }
        surroundings.current = nil
        harness.advance(to: 10)
        #expect(log.entries == ["1 second"])
        #expect(surroundings.name == "nowhere")
    }

    @Test func surroundingsAreReleasedWithTheirEffect() {
        var isAlive = true
        final class Guarded {
            let sentinel: Sentinel
            init(_ sentinel: Sentinel) { self.sentinel = sentinel }
        }
        let harness = Harness<Int> { _ in
            .run { send in send.after(milliseconds(10)) {} }.cancellable(id: "k").inContext(
                EffectContext(Guarded(Sentinel { isAlive = false })) { _ in nil })
        }
        harness.send(0)
        #expect(isAlive)
        harness.answer { _ in .cancel(id: "k") }
        harness.send(1)
        #expect(!isAlive)
    }
}
