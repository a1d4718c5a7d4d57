import EffectCore
import EffectModel
import Testing

/// The heap against the simplest thing that is right: a list that is sorted for every question.
private struct SortedTimers {
    struct Timer {
        var slot: Int32
        var deadline: Int64
        var sequence: UInt64
    }

    var timers: [Timer] = []

    mutating func arm(_ slot: Int32, deadline: Int64, sequence: UInt64) {
        disarm(slot)
        timers.append(Timer(slot: slot, deadline: deadline, sequence: sequence))
        timers.sort { ($0.deadline, $0.sequence) < ($1.deadline, $1.sequence) }
    }

    mutating func disarm(_ slot: Int32) { timers.removeAll { $0.slot == slot } }

    mutating func popDue(at now: Int64, registeredBefore limit: UInt64) -> Int32? {
        guard let first = timers.first, first.deadline <= now, first.sequence < limit else {
            return nil
        }
        timers.removeFirst()
        return first.slot
    }
}

@Suite struct TimerHeapModelTests {
    @Test(arguments: UInt64(1)...20)
    func randomOperationsAgreeWithASortedList(_ seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        var heap = TimerHeap()
        var model = SortedTimers()
        var slots: [Int32] = []
        var sequence = UInt64(1)
        var now = Int64(0)
        for step in 0..<2_000 {
            sequence += 1
            switch Int.random(in: 0..<10, using: &generator) {
            case 0...2:
                let slot = heap.reserve(token: Int32(step))
                guard !slots.contains(slot) else {
                    Issue.record("seed \(seed), step \(step): slot \(slot) is in use")
                    return
                }
                slots.append(slot)
                let deadline = now + Int64.random(in: -5...50, using: &generator)
                heap.arm(slot, deadline: deadline, sequence: sequence)
                model.arm(slot, deadline: deadline, sequence: sequence)
            case 3...6:
                guard let slot = slots.randomElement(using: &generator) else { continue }
                let deadline = now + Int64.random(in: -5...50, using: &generator)
                heap.arm(slot, deadline: deadline, sequence: sequence)
                model.arm(slot, deadline: deadline, sequence: sequence)
            case 7:
                guard let slot = slots.randomElement(using: &generator) else { continue }
                heap.disarm(slot)
                model.disarm(slot)
            case 8:
                guard let index = slots.indices.randomElement(using: &generator) else { continue }
                model.disarm(slots[index])
                heap.release(slots.remove(at: index))
            default:
                now += Int64.random(in: 0...20, using: &generator)
                let limit = Bool.random(using: &generator) ? UInt64.max : sequence / 2
                while true {
                    let (fired, expected) = (
                        heap.popDue(at: now, registeredBefore: limit),
                        model.popDue(at: now, registeredBefore: limit)
                    )
                    guard fired == expected else {
                        Issue.record("seed \(seed), step \(step): \(fired as Any)")
                        return
                    }
                    if fired == nil { break }
                }
            }
            let (top, expected) = (heap.first(), model.timers.first)
            guard heap.count == model.timers.count, top?.slot == expected?.slot,
                top?.deadline == expected?.deadline, top?.sequence == expected?.sequence
            else {
                Issue.record("seed \(seed), step \(step): the heap and the list differ")
                return
            }
        }
    }
}
