import EffectLoop
import Glibc
import Testing

private final class Box: Sendable {
    nonisolated(unsafe) let onRelease: () -> Void
    init(_ onRelease: @escaping () -> Void) { self.onRelease = onRelease }
    deinit { onRelease() }
}

extension RealLoop {
    @Suite struct InboxEnds {
        @Test func anActionMayEndItsStoreAsItGoes() async {
            await #expect(processExitsWith: .exitCode(7)) {
                let loop = try EventLoop()
                var store: Store<Int, [Box]>?
                store = Store(initialState: 0, on: loop) { EmptyReducer() }
                let inbox = loop.inbox(for: store!, capacity: 4)
                try inbox.send([Box { store = nil }])
                try loop.serve()
                exit(7)
            }
        }

        @Test func whatAnActionHoldsMayPostAsItGoes() throws {
            let loop = try EventLoop()
            var count = 0
            let store = Store<Int, [Box]>(initialState: 0, on: loop) {
                Reduce { _, _ in
                    count += 1
                    return .none
                }
            }
            let inbox = loop.inbox(for: store, capacity: 4)
            try inbox.send([Box { try? inbox.send([]) }])
            try loop.run()
            #expect(count == 2)
        }

        @Test func whatWaitedMayHoldTheLoop() async {
            await #expect(processExitsWith: .exitCode(7)) {
                var loop: EventLoop? = try EventLoop()
                var store: Store<Int, [Box]>?
                store = Store(initialState: 0, on: loop!) { EmptyReducer() }
                let inbox = loop!.inbox(for: store!, capacity: 4, keepsLoopAlive: true)
                do {
                    let last = loop
                    try inbox.send([Box { withExtendedLifetime(last) {} }])
                }
                loop = nil
                store = nil
                guard (try? inbox.send([])) == nil else { exit(1) }
                exit(7)
            }
        }
    }
}
