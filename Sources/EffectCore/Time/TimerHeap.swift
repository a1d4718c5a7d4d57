/// A 4-ary heap of timers, ordered by deadline and then by registration.
///
/// A timer is a slot, reused after `release`. Postponing an armed timer only notes the new
/// deadline: the entry moves when it comes to the top, so that a debounce costs one store a call.
/// A cancelled timer leaves at once. Deadlines are nanoseconds on one clock.
package struct TimerHeap: ~Copyable {
    struct Entry {
        var deadline: Int64
        var sequence: UInt64
        var slot: Int32

        @inline(__always)
        func isBefore(_ other: Entry) -> Bool {
            deadline != other.deadline ? deadline < other.deadline : sequence < other.sequence
        }
    }

    struct Slot {
        /// The deadline that counts; the entry in the heap may still hold an earlier one.
        var deadline: Int64 = 0
        var sequence: UInt64 = 0
        /// How much later than due it may be served.
        var tolerance: Int64 = 0
        /// Position in the heap, or `TimerHeap.idle`.
        var position: Int32 = TimerHeap.idle
        /// What the owner finds the timer by; the next free slot while the slot is free.
        var token: Int32
    }

    static var idle: Int32 { -1 }

    private(set) var entries: UnsafeMutablePointer<Entry>
    var slots: UnsafeMutablePointer<Slot>
    private var capacity: Int
    private var slotsUsed = 0
    private var firstFree: Int32 = -1

    /// How many slots have a tolerance, and when the driver has to wake up, once it was asked for.
    var tolerantSlots = 0
    var wakeUp: Int64 = TimerHeap.unknown

    /// How many timers are armed.
    package private(set) var count = 0

    package init() {
        capacity = 16
        entries = .allocate(capacity: capacity)
        slots = .allocate(capacity: capacity)
    }

    deinit {
        entries.deallocate()
        slots.deallocate()
    }

    // MARK: Slots

    /// Reserves a slot that answers `token`. Amortised O(1).
    package mutating func reserve(token: Int32) -> Int32 {
        if firstFree >= 0 {
            let slot = firstFree
            firstFree = slots[Int(slot)].token
            slots[Int(slot)] = Slot(token: token)
            return slot
        }
        if slotsUsed == capacity { grow() }
        slots[slotsUsed] = Slot(token: token)
        slotsUsed += 1
        return Int32(slotsUsed - 1)
    }

    /// Disarms the slot and gives it back. O(log n).
    package mutating func release(_ slot: Int32) {
        disarm(slot)
        if slots[Int(slot)].tolerance > 0 { setTolerance(0, of: slot) }
        slots[Int(slot)].token = firstFree
        firstFree = slot
    }

    package func token(of slot: Int32) -> Int32 { slots[Int(slot)].token }

    package mutating func setToken(_ token: Int32, of slot: Int32) {
        slots[Int(slot)].token = token
    }

    /// The tokens of all armed timers, in no order. O(n).
    func armedTokens() -> [Int32] { (0..<count).map { token(of: entries[$0].slot) } }

    package func deadline(of slot: Int32) -> Int64 { slots[Int(slot)].deadline }

    package func sequence(of slot: Int32) -> UInt64 { slots[Int(slot)].sequence }

    package func isArmed(_ slot: Int32) -> Bool { slots[Int(slot)].position >= 0 }

    // MARK: Arming

    /// Arms the slot, or moves it. O(1) when it moves later, O(log n) otherwise.
    package mutating func arm(_ slot: Int32, deadline: Int64, sequence: UInt64) {
        if tolerantSlots > 0 { forgetEnd(of: slot) }
        slots[Int(slot)].deadline = deadline
        slots[Int(slot)].sequence = sequence
        let entry = Entry(deadline: deadline, sequence: sequence, slot: slot)
        let position = Int(slots[Int(slot)].position)
        if position < 0 {
            count += 1
            siftUp(entry, from: count - 1)
        } else if entry.isBefore(entries[position]) {
            siftUp(entry, from: position)
        }
        if tolerantSlots > 0 { noteEnd(of: slot) }
    }

    /// Takes the slot out of the heap; does nothing when it is not armed. O(log n).
    package mutating func disarm(_ slot: Int32) {
        let position = Int(slots[Int(slot)].position)
        guard position >= 0 else { return }
        if tolerantSlots > 0 { forgetEnd(of: slot) }
        slots[Int(slot)].position = TimerHeap.idle
        count -= 1
        guard position < count else { return }
        place(entries[count], at: position)
    }

    /// The earliest deadline and its registration, or nil when nothing is armed.
    package mutating func first() -> (deadline: Int64, sequence: UInt64, slot: Int32)? {
        settleTop()
        guard count > 0 else { return nil }
        return (entries[0].deadline, entries[0].sequence, entries[0].slot)
    }

    /// Takes the first timer that is due at `now` and was registered before `limit`. O(log n).
    package mutating func popDue(at now: Int64, registeredBefore limit: UInt64) -> Int32? {
        settleTop()
        guard count > 0, entries[0].deadline <= now, entries[0].sequence < limit else {
            return nil
        }
        let slot = entries[0].slot
        disarm(slot)
        return slot
    }

    // MARK: Heap order

    /// Moves postponed timers down until the top entry is one whose deadline counts.
    private mutating func settleTop() {
        while count > 0 {
            let slot = slots[Int(entries[0].slot)]
            guard slot.deadline != entries[0].deadline || slot.sequence != entries[0].sequence
            else { return }
            siftDown(
                Entry(
                    deadline: slot.deadline, sequence: slot.sequence, slot: entries[0].slot),
                from: 0)
        }
    }

    private mutating func place(_ entry: Entry, at position: Int) {
        if position > 0, entry.isBefore(entries[(position - 1) / 4]) {
            siftUp(entry, from: position)
        } else {
            siftDown(entry, from: position)
        }
    }

    private mutating func siftUp(_ entry: Entry, from start: Int) {
        var position = start
        while position > 0 {
            let parent = (position - 1) / 4
            guard entry.isBefore(entries[parent]) else { break }
            put(entries[parent], at: position)
            position = parent
        }
        put(entry, at: position)
    }

    private mutating func siftDown(_ entry: Entry, from start: Int) {
        var position = start
        while true {
            let first = position * 4 + 1
            guard first < count else { break }
            var least = first
            let end = min(first + 4, count)
            var child = first + 1
            while child < end {
                if entries[child].isBefore(entries[least]) { least = child }
                child += 1
            }
            guard entries[least].isBefore(entry) else { break }
            put(entries[least], at: position)
            position = least
        }
        put(entry, at: position)
    }

    @inline(__always)
    private mutating func put(_ entry: Entry, at position: Int) {
        entries[position] = entry
        slots[Int(entry.slot)].position = Int32(truncatingIfNeeded: position)
    }

    /// At most one entry a slot, so both grow together.
    private mutating func grow() {
        let larger = capacity * 2
        let newEntries = UnsafeMutablePointer<Entry>.allocate(capacity: larger)
        let newSlots = UnsafeMutablePointer<Slot>.allocate(capacity: larger)
        newEntries.moveInitialize(from: entries, count: count)
        newSlots.moveInitialize(from: slots, count: slotsUsed)
        entries.deallocate()
        slots.deallocate()
        entries = newEntries
        slots = newSlots
        capacity = larger
    }
}
