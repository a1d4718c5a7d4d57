import Testing

/// What the compiler proves about threads: programs that it must reject, and such that it must take.
///
/// Serialized, like the rest, since compilers would compete with bounds on the wall clock.
extension RealLoop {
    @Suite struct Confinement {
        struct Program: CustomTestStringConvertible, Sendable {
            let testDescription: String
            let text: String
            /// Words of the error, where there must be one.
            let error: String?
        }

        @Test(arguments: rejected + accepted)
        func theCompilerDecides(program: Program) throws {
            let errors = try Compiler().errors(in: Self.prelude + program.text)
            if let error = program.error {
                #expect(errors.contains(error))
            } else {
                #expect(errors == "")
            }
        }

        /// An id too: it may hold any value, also one that belongs to a thread.
        @Test func whatBelongsToALoopIsNoValueForAll() throws {
            let types = [
                "EventLoop", "Lane", "Store<Int, Action>", "StoreTask", "Effect<Action>",
                "Send<Action>", "EffectID", "RunningEffect", "CasePath<Action, Int>", "WatchToken",
                "ObservationToken", "Reporter", "Transaction",
            ]
            let uses = types.map { "    share(\($0).self)" }.joined(separator: "\n")
            let errors = try Compiler().errors(
                in: Self.prelude + "func share<Value: Sendable>(_: Value.Type) {}\n"
                    + "func use() {\n\(uses)\n}")
            for type in types {
                #expect(
                    errors.contains("type '\(type)' does not conform to the 'Sendable' protocol"))
            }
        }

        private static let prelude = """
            import Dispatch
            import EffectLoop
            import Foundation

            enum Action: Sendable { case tick, value(Int) }
            final class Reference { var count = 0 }
            enum ReferenceAction { case take(Reference) }

            func makeStore(_ loop: EventLoop) -> Store<Int, Action> {
                Store(initialState: 0, on: loop) { Reduce { _, _ in .none } }
            }

            /// A thread that takes over what its body captures.
            struct Box: @unchecked Sendable { let body: () -> Void }
            func startThread(_ body: sending @escaping () -> Void) {
                let box = Box(body: body)
                Thread { box.body() }.start()
            }


            """

        private static let rejected = [
            // DEB-27
            Program(
                testDescription: "a debounce without an id",
                text: "let effect = Effect<Int>.send(1).debounce(for: .seconds(1))",
                error: "missing argument for parameter 'id'"),
            Program(
                testDescription: "a store in a Task",
                text: "func use(_ store: Store<Int, Action>) { Task { _ = store.send(.tick) } }",
                error: "risks causing data races"),
            Program(
                testDescription: "a store in a Task, of a loop that runs here",
                text: """
                    func use() throws {
                        let loop = try EventLoop()
                        let store = makeStore(loop)
                        Task { _ = store.send(.tick) }
                        try loop.run()
                    }
                    """,
                error: "risks causing data races"),
            Program(
                testDescription: "a store in a detached Task",
                text:
                    "func use(_ store: Store<Int, Action>) { Task.detached { _ = store.send(.tick) } }",
                error: "risks causing data races"),
            Program(
                testDescription: "a store on a dispatch queue",
                text: """
                    func use(_ store: Store<Int, Action>) {
                        DispatchQueue.global().async { store.send(.tick) }
                    }
                    """,
                error: "non-Sendable"),
            Program(
                testDescription: "a store in a Thread",
                text: """
                    func use(_ store: Store<Int, Action>) {
                        Thread { store.send(.tick) }.start()
                    }
                    """,
                error: "non-Sendable"),
            Program(
                testDescription: "a loop in a Thread",
                text: "func use(_ loop: EventLoop) { Thread { loop.stop() }.start() }",
                error: "non-Sendable"),
            Program(
                testDescription: "an effect as a global constant",
                text: "enum Effects { static let idle = Effect<Action>.none }",
                error: "is not concurrency-safe"),
            Program(
                testDescription: "an inbox of an action that is not Sendable",
                text: """
                    func use(_ loop: EventLoop, _ store: Store<Int, ReferenceAction>) {
                        _ = loop.inbox(for: store, capacity: 1)
                    }
                    """,
                error: "Sendable"),
            Program(
                testDescription: "work on a lane that captures a reference of the loop's",
                text: """
                    func use(_ lane: Lane, _ reference: Reference) -> Effect<Action> {
                        .blocking(on: lane) { reference.count } _: { .value($0) }
                    }
                    """,
                error: "non-Sendable"),
            Program(
                testDescription: "work on a lane that sends",
                text: """
                    func use(_ lane: Lane) -> Effect<Action> {
                        .run { send in
                            _ = try? lane.submit({ send(.tick) }) {}
                        }
                    }
                    """,
                error: "non-Sendable"),
        ]

        private static let accepted = [
            Program(
                testDescription: "an inbox in tasks, queues and threads",
                text: """
                    func use(_ loop: EventLoop, _ store: Store<Int, Action>) {
                        let inbox = loop.inbox(for: store, capacity: 10)
                        Task.detached { try inbox.send(.tick) }
                        Task { try inbox.send(.tick) }
                        DispatchQueue.global().async { try? inbox.send(.tick) }
                        Thread { try? inbox.send(.tick) }.start()
                    }
                    """,
                error: nil),
            Program(
                testDescription: "plain values anywhere",
                text: """
                    func share<Value: Sendable>(_: Value.Type) {}
                    func use() {
                        share(DescriptorEvents.self)
                        share(SystemError.self)
                        share(Result<DescriptorEvents, SystemError>.self)
                        share(InboxFull.self)
                        share(EffectCancelled.self)
                        share(Report.self)
                        share(Report.Kind.self)
                        share(ActionSource.self)
                        share(Instant.self)
                        share(Tick.self)
                        share(MissedTicks.self)
                        share(TimerClock.self)
                        share(TimerPrecision.self)
                        share(RunMode.self)
                        share(EffectPriority.self)
                        share(ThrottleTrailing.self)
                        share(RunningEffect.Kind.self)
                        share(RunawayDrain.self)
                        share(RunawayResponse.self)
                        share(CallbackSubject.self)
                        share(EventLoop.Configuration.self)
                        share(LoopStatistics.self)
                        share(LagHistogram.self)
                        share(LaneStatistics.self)
                        share(InboxStatistics.self)
                        share(EffectStatistics.self)
                    }
                    """,
                error: nil),
            Program(
                testDescription: "a stopper in a Thread",
                text: """
                    func use(_ loop: EventLoop) {
                        let stopper = loop.stopper
                        Thread { stopper.stop() }.start()
                    }
                    """,
                error: nil),
            Program(
                testDescription: "effects that capture variables and references",
                text: """
                    func use(_ loop: EventLoop, _ reference: Reference) -> Store<Int, Action> {
                        var calls = 0
                        return Store(initialState: 0, on: loop) {
                            Reduce<Int, Action> { state, action in
                                calls += 1
                                return .run { [state] send in
                                    calls += state
                                    reference.count += 1
                                    send.onCancel { reference.count = calls }
                                    send.finish(with: .value(calls))
                                }
                            }
                        }
                    }
                    """,
                error: nil),
            Program(
                testDescription: "a loop and its store, moved to a thread as one",
                text: """
                    func use() throws {
                        let loop = try EventLoop()
                        let store = makeStore(loop)
                        store.send(.tick)
                        startThread {
                            store.send(.tick)
                            try? loop.run()
                        }
                    }
                    """,
                error: nil),
            Program(
                testDescription: "work on a lane: values in, a fresh reference out",
                text: """
                    func use(_ lane: any BlockingLane, _ number: Int) -> Effect<Action> {
                        .blocking(on: lane) { () -> Reference in
                            let reference = Reference()
                            reference.count = number
                            return reference
                        } _: { reference in
                            .value(reference.count)
                        }
                    }
                    """,
                error: nil),
            Program(
                testDescription: "work on a lane that throws",
                text: """
                    struct Refusal: Error {}
                    func write(_ number: Int) throws(Refusal) -> Int { throw Refusal() }
                    func use(_ lane: Lane, _ number: Int) -> Effect<Action> {
                        .blocking(on: lane, { () throws(Refusal) in try write(number) }) { result in
                            switch result {
                            case .success(let number): .value(number)
                            case .failure: .tick
                            }
                        }
                    }
                    """,
                error: nil),
        ]
    }
}
