import EffectLoop
import Glibc
import Testing

extension RealLoop {
    /// What a store sees of its loop's end: nothing, until it goes itself.
    @Suite struct ClosingUnderAStore {
        private static func steps(
            on loop: EventLoop, _ pipe: Pair
        ) -> [Effect<LaneStore.Action>] {
            [
                .readable(pipe.reader, on: loop) { .result(1) },
                .readable(pipe.reader, on: loop) { _ in .result(2) },
                .signal(SIGUSR1, on: loop) { .result(3) },
                .run { send in
                    let token = try loop.watch(pipe.reader, for: .readable) { _ in
                        send(.result(4))
                    }
                    send.onTermination { token.cancel() }
                },
                .blocking(on: loop.lane("disk")) {
                } _: {
                    .result(5)
                },
            ]
        }

        @Test(arguments: 0..<5, [false, true])
        func aChainDoesNotGoOnWhenItsLoopIsClosed(first: Int, releasesLoop: Bool) throws {
            let pipe = Pair.pipe()
            var loop: EventLoop? = try EventLoop()
            let store = LaneStore(on: try #require(loop))
            let steps = Self.steps(on: try #require(loop), pipe)
            for next in steps { store.start(.concatenate(steps[first], next)) }
            loop?.close()
            if releasesLoop { loop = nil }
            #expect(store.store?.effects.count == steps.count, "none of them has ended")
            #expect(store.results == [])
            #expect(store.reports.isEmpty)
            store.release()
            #expect(store.results == [])
        }

        @Test func whatRanIsCancelledWithTheStoreAndTornDownOnce() throws {
            let pipe = Pair.pipe()
            let loop = try EventLoop()
            let store = LaneStore(on: loop)
            var hooks: [String] = []
            store.start(
                .run { send in
                    let token = try loop.watch(pipe.reader, for: .readable) { _ in
                        send(.result(1))
                    }
                    send.onTermination {
                        token.cancel()
                        hooks.append("termination")
                    }
                    send.onCancel { hooks.append("cancel") }
                }.cancellable(id: "watch"))
            loop.close()
            #expect(hooks == [], "the effect is still in flight")
            #expect(store.store?.isInFlight(id: "watch") == true)
            store.release()
            #expect(hooks == ["cancel", "termination"])
        }

        @Test func anIdStillCancelsAfterTheClose() throws {
            let pipe = Pair.pipe()
            let loop = try EventLoop()
            let store = LaneStore(on: loop)
            store.start(.readable(pipe.reader, on: loop) { .result(1) }.cancellable(id: "watch"))
            loop.close()
            store.cancel("watch")
            #expect(store.store?.effects.count == 0)
        }

        @Test func effectsThatStartOnAClosedLoopFailWithAnErrorOfTheSystem() throws {
            let pipe = Pair.pipe()
            let loop = try EventLoop()
            let store = LaneStore(on: loop)
            let lane = loop.lane("disk")
            loop.close()
            store.start(.readable(pipe.reader, on: loop) { .result(1) })
            store.start(.signal(SIGUSR1, on: loop) { .result(2) })
            store.start(
                .blocking(on: lane) {
                } _: {
                    .result(3)
                })
            store.start(
                .watch(pipe.reader, for: .writable, on: loop) { result in
                    if case .failure(let error) = result { .failed(error) } else { .result(4) }
                })
            #expect(store.reports.map(\.kind) == [.systemError, .systemError, .systemError])
            for report in store.reports {
                #expect(report.message.contains("the loop is closed"), "\(report)")
            }
            #expect(store.failures.map(\.code) == [ECANCELED])
            #expect(store.results == [])
            #expect(store.store?.effects.count == 0)
        }
    }
}
