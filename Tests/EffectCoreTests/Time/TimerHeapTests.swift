import EffectCore
import EffectModel
import Testing

/// The heap behind a reference, so that expectations can take it.
private final class Heap {
    private var heap = TimerHeap()

    func reserve(token: Int32) -> Int32 { heap.reserve(token: token) }
    func release(_ slot: Int32) { heap.release(slot) }
    func token(of slot: Int32) -> Int32 { heap.token(of: slot) }
    func setToken(_ token: Int32, of slot: Int32) { heap.setToken(token, of: slot) }
    func deadline(of slot: Int32) -> Int64 { heap.deadline(of: slot) }
    func sequence(of slot: Int32) -> UInt64 { heap.sequence(of: slot) }
    func isArmed(_ slot: Int32) -> Bool { heap.isArmed(slot) }
    func disarm(_ slot: Int32) { heap.disarm(slot) }
    func first() -> Int32? { heap.first()?.slot }
    var count: Int { heap.count }

    func arm(_ slot: Int32, deadline: Int64, sequence: UInt64) {
        heap.arm(slot, deadline: deadline, sequence: sequence)
    }

    func arm(deadline: Int, sequence: UInt64) -> Int32 {
        let slot = heap.reserve(token: 0)
        heap.arm(slot, deadline: Int64(deadline), sequence: sequence)
        return slot
    }

    func popDue(at now: Int64, registeredBefore limit: UInt64) -> Int32? {
        heap.popDue(at: now, registeredBefore: limit)
    }

    func drain() -> [Int32] {
        var order: [Int32] = []
        while let slot = heap.popDue(at: .max, registeredBefore: .max) { order.append(slot) }
        return order
    }
}

@Suite struct TimerHeapTests {
    @Test func anEmptyHeapHasNothingDue() {
        let heap = Heap()
        #expect(heap.first() == nil)
        #expect(heap.popDue(at: .max, registeredBefore: .max) == nil)
        #expect(heap.count == 0)
    }

    @Test func theEarliestDeadlineComesFirst() {
        let heap = Heap()
        let slots = [30, 10, 20].map { heap.arm(deadline: $0, sequence: 1) }
        #expect(heap.drain() == [slots[1], slots[2], slots[0]])
    }

    // R-TIM-12
    @Test func aThousandEqualDeadlinesGoByRegistration() {
        let heap = Heap()
        var generator = SplitMix64(seed: 1)
        let sequences = Array(UInt64(1)...1_000).shuffled(using: &generator)
        for sequence in sequences { _ = heap.arm(deadline: 100, sequence: sequence) }
        #expect(heap.drain().map { heap.sequence(of: $0) } == Array(1...1_000))
    }

    @Test func whatTakesThePlaceOfACancelledTimerMayHaveToMoveUp() {
        let heap = Heap()
        // Four to a parent: 60…63 are below 50, and the last one is below 1.
        let deadlines = [0, 50, 1, 70, 80, 60, 61, 62, 63, 2]
        let slots = deadlines.map { heap.arm(deadline: $0, sequence: 1) }
        heap.disarm(slots[5])
        let left = heap.drain().map { heap.deadline(of: $0) }
        #expect(left == [0, 1, 2, 50, 61, 62, 63, 70, 80])
    }

    @Test func nothingIsDueBeforeItsDeadline() {
        let heap = Heap()
        let slot = heap.arm(deadline: 100, sequence: 1)
        #expect(heap.popDue(at: 99, registeredBefore: .max) == nil)
        #expect(heap.popDue(at: 100, registeredBefore: .max) == slot)
        #expect(heap.popDue(at: 101, registeredBefore: .max) == nil)
    }

    @Test func whatWasRegisteredLaterWaits() {
        let heap = Heap()
        let slot = heap.arm(deadline: 0, sequence: 5)
        #expect(heap.popDue(at: 0, registeredBefore: 5) == nil)
        #expect(heap.popDue(at: 0, registeredBefore: 6) == slot)
    }

    @Test func aPostponedTimerCountsWithItsLatestDeadline() {
        let heap = Heap()
        let moved = heap.arm(deadline: 10, sequence: 1)
        let other = heap.arm(deadline: 20, sequence: 2)
        for step in 1...100 {
            heap.arm(moved, deadline: 10 + Int64(step), sequence: UInt64(2 + step))
        }
        #expect(heap.count == 2)
        #expect(heap.deadline(of: moved) == 110)
        #expect(heap.popDue(at: 15, registeredBefore: .max) == nil)
        #expect(heap.drain() == [other, moved])
    }

    @Test func aTimerMovedToTheSameDeadlineTakesItsNewRegistration() {
        let heap = Heap()
        let moved = heap.arm(deadline: 10, sequence: 1)
        let other = heap.arm(deadline: 10, sequence: 2)
        heap.arm(moved, deadline: 10, sequence: 3)
        #expect(heap.drain() == [other, moved])
    }

    @Test func aTimerMovesEarlierToo() {
        let heap = Heap()
        let other = heap.arm(deadline: 10, sequence: 1)
        let moved = heap.arm(deadline: 50, sequence: 2)
        heap.arm(moved, deadline: 60, sequence: 3)
        heap.arm(moved, deadline: 5, sequence: 4)
        #expect(heap.drain() == [moved, other])
    }

    // CLK-19
    @Test func aCancelledTimerLeavesAtOnce() {
        let heap = Heap()
        let slots = (1...100).map { heap.arm(deadline: $0, sequence: 1) }
        for slot in slots where slot % 2 == 0 {
            heap.disarm(slot)
            #expect(!heap.isArmed(slot))
        }
        #expect(heap.count == 50)
        #expect(heap.drain() == slots.filter { $0 % 2 == 1 })
    }

    @Test func cancellingTwiceIsCancellingOnce() {
        let heap = Heap()
        let slot = heap.arm(deadline: 1, sequence: 1)
        heap.disarm(slot)
        heap.disarm(slot)
        #expect(heap.count == 0)
        heap.arm(slot, deadline: 2, sequence: 2)
        #expect(heap.drain() == [slot])
    }

    @Test func aReleasedSlotIsUsedAgainWithNothingLeftInIt() {
        let heap = Heap()
        let first = heap.reserve(token: 7)
        heap.arm(first, deadline: 5, sequence: 1)
        heap.release(first)
        let second = heap.reserve(token: 8)
        #expect(second == first)
        #expect(heap.token(of: second) == 8)
        #expect(!heap.isArmed(second))
        #expect(heap.first() == nil)
        heap.setToken(9, of: second)
        #expect(heap.token(of: second) == 9)
    }

    // R-TIM-21
    @Test func aMillionCancelledTimersLeaveOneSlotBehind() {
        let heap = Heap()
        let day = heap.arm(deadline: 86_400_000_000_000, sequence: 1)
        for sequence in 2...1_000_001 {
            let slot = heap.reserve(token: 0)
            #expect(slot == 1)
            heap.arm(slot, deadline: 3_600_000_000_000, sequence: UInt64(sequence))
            heap.release(slot)
        }
        #expect(heap.count == 1)
        #expect(heap.drain() == [day])
    }

    // TMR-26
    @Test func aHundredThousandTimersFireInOrderAndCancelsAreExact() {
        let seed = UInt64(26)
        var generator = SplitMix64(seed: seed)
        let heap = Heap()
        var kept: [(deadline: Int64, slot: Int32)] = []
        var slots: [Int32] = []
        for sequence in 1...100_000 {
            let deadline = Int64.random(in: 0..<1_000_000, using: &generator)
            let slot = heap.arm(deadline: Int(deadline), sequence: UInt64(sequence))
            kept.append((deadline, slot))
            slots.append(slot)
        }
        let cancelled = Set(slots.shuffled(using: &generator).prefix(50_000))
        for slot in cancelled { heap.disarm(slot) }
        #expect(heap.count == 50_000)
        let expected = kept.filter { !cancelled.contains($0.slot) }
            .sorted { ($0.deadline, $0.slot) < ($1.deadline, $1.slot) }.map(\.slot)
        #expect(heap.drain() == expected, "seed \(seed)")
    }
}
