/// Finds a record by an id within a scope: open addressing, linear probing, no tombstones.
struct KeyTable: ~Copyable {
    private struct Entry {
        var id: EffectID
        var scope: Int32
        var record: Int32
        var hash: UInt64
    }

    private var entries: UnsafeMutablePointer<Entry?>
    private var mask: Int
    private(set) var count = 0

    init() {
        mask = 15
        entries = .allocate(capacity: 16)
        entries.initialize(repeating: nil, count: 16)
    }

    deinit {
        entries.deinitialize(count: mask + 1)
        entries.deallocate()
    }

    @inline(__always)
    private static func hash(_ id: EffectID, _ scope: Int32) -> UInt64 {
        let mixed = id.mixed ^ (UInt64(UInt32(bitPattern: scope)) &* 0x9E37_79B9_7F4A_7C15)
        return mixed ^ (mixed >> 29)
    }

    /// The record of the id, or nil. Expected O(1).
    func find(_ id: EffectID, in scope: Int32) -> Int32? {
        let hash = Self.hash(id, scope)
        var position = Int(truncatingIfNeeded: hash) & mask
        while let entry = entries[position] {
            if entry.hash == hash, entry.scope == scope, entry.id == id { return entry.record }
            position = (position + 1) & mask
        }
        return nil
    }

    /// Adds a record for an id that is not in the table. Amortised O(1).
    mutating func insert(_ record: Int32, for id: EffectID, in scope: Int32) {
        if (count + 1) * 2 > mask + 1 { grow() }
        place(Entry(id: id, scope: scope, record: record, hash: Self.hash(id, scope)))
        count += 1
    }

    /// Removes the record of the id. Expected O(1).
    mutating func remove(_ id: EffectID, in scope: Int32) {
        let hash = Self.hash(id, scope)
        var position = Int(truncatingIfNeeded: hash) & mask
        while let entry = entries[position] {
            if entry.hash == hash, entry.scope == scope, entry.id == id { break }
            position = (position + 1) & mask
        }
        guard entries[position] != nil else { return }
        count -= 1
        // Entries behind the gap move up, unless that would put them before their own place.
        var gap = position
        var next = (gap + 1) & mask
        while let entry = entries[next] {
            let home = Int(truncatingIfNeeded: entry.hash) & mask
            if (next &- home) & mask >= (next &- gap) & mask {
                entries[gap] = entry
                gap = next
            }
            next = (next + 1) & mask
        }
        entries[gap] = nil
    }

    private func place(_ entry: Entry) {
        var position = Int(truncatingIfNeeded: entry.hash) & mask
        while entries[position] != nil { position = (position + 1) & mask }
        entries[position] = entry
    }

    private mutating func grow() {
        let old = entries
        let oldCount = mask + 1
        mask = oldCount * 2 - 1
        entries = .allocate(capacity: oldCount * 2)
        entries.initialize(repeating: nil, count: oldCount * 2)
        for position in 0..<oldCount {
            if let entry = old[position] { place(entry) }
        }
        old.deinitialize(count: oldCount)
        old.deallocate()
    }
}
