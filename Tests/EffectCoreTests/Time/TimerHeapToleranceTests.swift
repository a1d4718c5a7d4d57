import EffectCore
import EffectModel
import Testing

/// The heap behind a reference, so that expectations can take it.
private final class Heap {
    private var heap = TimerHeap()

    func reserve(token: Int32) -> Int32 { heap.reserve(token: token) }
    func release(_ slot: Int32) { heap.release(slot) }
    func disarm(_ slot: Int32) { heap.disarm(slot) }
    func nextWakeUp() -> Int64? { heap.nextWakeUp() }

    func setTolerance(_ tolerance: Int64, of slot: Int32) {
        heap.setTolerance(tolerance, of: slot)
    }

    func arm(_ slot: Int32, deadline: Int64, sequence: UInt64) {
        heap.arm(slot, deadline: deadline, sequence: sequence)
    }

    func popDue(at now: Int64) -> Int32? { heap.popDue(at: now, registeredBefore: .max) }
}

@Suite struct TimerHeapToleranceTests {
    @Test func withoutTolerancesTheWakeUpIsTheFirstDeadline() {
        let heap = Heap()
        #expect(heap.nextWakeUp() == nil)
        let slot = heap.reserve(token: 0)
        heap.arm(slot, deadline: 10, sequence: 1)
        #expect(heap.nextWakeUp() == 10)
        heap.disarm(slot)
        #expect(heap.nextWakeUp() == nil)
    }

    @Test func aReleasedSlotTakesItsToleranceWithIt() {
        let heap = Heap()
        let slot = heap.reserve(token: 0)
        heap.setTolerance(100, of: slot)
        heap.arm(slot, deadline: 10, sequence: 1)
        #expect(heap.nextWakeUp() == 110)
        heap.release(slot)
        let again = heap.reserve(token: 1)
        heap.arm(again, deadline: 10, sequence: 2)
        #expect(again == slot)
        #expect(heap.nextWakeUp() == 10)
    }

    @Test func aWakeUpBeyondTheRangeSaturates() {
        let heap = Heap()
        let slot = heap.reserve(token: 0)
        heap.setTolerance(.max, of: slot)
        heap.arm(slot, deadline: 10, sequence: 1)
        #expect(heap.nextWakeUp() == .max)
        let never = heap.reserve(token: 1)
        heap.arm(never, deadline: .max, sequence: 2)
        #expect(heap.nextWakeUp() == .max)
    }

    /// Against the least of all deadlines with their tolerances, looked at one by one.
    @Test(arguments: UInt64(1)...20)
    func randomOperationsAgreeWithTheLeastOfAll(_ seed: UInt64) {
        struct Timer {
            var slot: Int32
            var tolerance: Int64
            var deadline: Int64?
            var end: Int64? { deadline.map { $0 + tolerance } }
        }
        var generator = SplitMix64(seed: seed)
        let heap = Heap()
        var timers: [Timer] = []
        var now = Int64(0)
        for step in 0..<3_000 as Range<UInt64> {
            let operation = Int.random(in: 0..<10, using: &generator)
            switch (operation, timers.indices.randomElement(using: &generator)) {
            case (0...1, _), (_, nil):
                let slot = heap.reserve(token: 0)
                let isTolerant = Bool.random(using: &generator)
                let tolerance = isTolerant ? Int64.random(in: 1...40, using: &generator) : 0
                heap.setTolerance(tolerance, of: slot)
                timers.append(Timer(slot: slot, tolerance: tolerance, deadline: nil))
            case (2...6, let index?):
                let deadline = now + Int64.random(in: 0...50, using: &generator)
                heap.arm(timers[index].slot, deadline: deadline, sequence: step)
                timers[index].deadline = deadline
            case (7, let index?):
                heap.disarm(timers[index].slot)
                timers[index].deadline = nil
            case (8, let index?):
                heap.release(timers.remove(at: index).slot)
            case (_, _):
                // As a driver does: at the wake-up, all whose deadline has come.
                if let wakeUp = heap.nextWakeUp() { now = max(now, wakeUp) }
                while let slot = heap.popDue(at: now) {
                    guard let index = timers.firstIndex(where: { $0.slot == slot }) else { break }
                    timers[index].deadline = nil
                }
            }
            let expected = timers.compactMap(\.end).min()
            guard step % 3 > 0 || heap.nextWakeUp() == expected else {
                Issue.record("seed \(seed), step \(step): \(expected as Any)")
                return
            }
        }
    }
}
