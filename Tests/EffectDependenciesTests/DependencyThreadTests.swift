import EffectDependencies
import EffectTesting
import Synchronization
import Testing

/// Threads see neither each other's overrides nor each other's default values.
@Suite struct DependencyThreadTests {
    @Test func aThreadHasNoOverrideOfAnotherOne() {
        withDependencies {
            $0.number = 10
        } operation: {
            #expect(onAnotherThread { present(\.number) } == 1)
            #expect(present(\.number) == 10)
        }
    }

    @Test func aThreadMakesItsOwnDefaultValues() {
        let own = present(\.device)
        #expect(
            onAnotherThread { UInt(bitPattern: ObjectIdentifier(present(\.device))) }
                != UInt(bitPattern: ObjectIdentifier(own)))
        #expect(present(\.device) === own)
    }

    @Test func defaultValuesGoWithTheirThread() {
        let before = Tracked.releases.load(ordering: .sequentiallyConsistent)
        onAnotherThread { _ = present(\.tracked) }
        #expect(Tracked.releases.load(ordering: .sequentiallyConsistent) == before + 1)
    }

    @Test func storesOnSeveralThreadsKeepToThemselves() {
        // Each thread runs stores of its own while this one has overrides in force.
        let sums = withDependencies {
            $0.number = 1_000
        } operation: {
            (1...4).map { number in onAnotherThread { sum(number) } }
        }
        #expect(sums == [100, 200, 300, 400])
    }
}

/// A hundred ticks of a store whose number is given.
@Sendable private func sum(_ number: Int) -> Int {
    let clock = TestClock()
    let store = Store(initialState: 0, on: clock) {
        Reduce<Int, Int> { state, action in
            state += action
            return action == 0
                ? .timer(every: .seconds(1), count: 100) { _ in present(\.number) } : .none
        }
    } withDependencies: {
        $0.number = number
    }
    store.send(0)
    clock.run()
    return store.state
}

private final class Tracked {
    static let releases = Atomic<Int>(0)

    deinit { Self.releases.add(1, ordering: .sequentiallyConsistent) }
}

private enum TrackedKey: DependencyKey {
    static var liveValue: Tracked { Tracked() }
}

extension DependencyValues {
    fileprivate var tracked: Tracked { self[TrackedKey.self] }
}
