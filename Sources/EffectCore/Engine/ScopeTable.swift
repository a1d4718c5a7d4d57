/// A scope that may be gone.
@usableFromInline
struct ScopeReference {
    var index: Int32
    var generation: UInt32

    @usableFromInline static var root: ScopeReference { ScopeReference(index: 0, generation: 0) }
}

/// The scopes that have live effects or open windows, as a tree.
struct ScopeTable: ~Copyable {
    struct Record {
        var parent: Int32 = -1
        var generation: UInt32 = 0
        /// Nodes, ids and child scopes that need this scope.
        var references: Int32 = 0
        /// How many scopes there are directly below, and how many at any depth below can go away.
        var children: Int32 = 0
        var removable: Int32 = 0
        /// How many at any depth below may come and go without a change of the memory around them.
        var unstored: Int32 = 0
        var firstChild: Int32 = -1
        var next: Int32 = -1
        var previous: Int32 = -1
        /// The nodes through which effects are in the scope, in the order in which they started.
        var firstEntrance: Int32 = -1
        var lastEntrance: Int32 = -1
        var scope: EffectScope?
        /// Of a collection: its log when it was last looked at.
        var removalMark: RemovalMark?
        var editLog: RemovalMark?
        var edits: UInt64 = 0
    }

    var records: [Record] = [Record(references: 1)]
    private(set) var table = KeyTable()
    private var free: [Int32] = []

    init() {}

    func reference(to scope: Int32) -> ScopeReference {
        ScopeReference(index: scope, generation: records[Int(scope)].generation)
    }

    func isAlive(_ reference: ScopeReference) -> Bool {
        Int(reference.index) < records.count
            && records[Int(reference.index)].generation == reference.generation
    }

    /// The scope whose ids an effect in `scope` sees.
    func namespace(of scope: Int32) -> Int32 {
        var current = scope
        while let transparent = records[Int(current)].scope?.isTransparent, transparent {
            current = records[Int(current)].parent
        }
        return current
    }

    func isTransparent(_ scope: Int32) -> Bool {
        records[Int(scope)].scope?.isTransparent ?? false
    }

    /// The scope around, or -1 for that of the root.
    func parent(of scope: Int32) -> Int32 { records[Int(scope)].parent }

    func hasChildren(_ scope: Int32) -> Bool { records[Int(scope)].firstChild >= 0 }

    func isWithin(_ scope: Int32, _ ancestor: Int32) -> Bool {
        var current = scope
        while current >= 0 {
            if current == ancestor { return true }
            current = records[Int(current)].parent
        }
        return false
    }

    /// The scope after `scope` in a walk over all scopes below `top`, or -1.
    func next(after scope: Int32, within top: Int32) -> Int32 {
        if records[Int(scope)].firstChild >= 0 { return records[Int(scope)].firstChild }
        var current = scope
        while current != top {
            if records[Int(current)].next >= 0 { return records[Int(current)].next }
            current = records[Int(current)].parent
        }
        return -1
    }

    /// The scope below `parent` that `scope` stands for; the caller retains it.
    mutating func enter(_ scope: EffectScope, below parent: Int32) -> Int32 {
        if let known = table.find(scope.id, in: parent) { return known }
        let index: Int32
        if let reused = free.popLast() {
            index = reused
        } else {
            index = Int32(records.count)
            records.append(Record())
        }
        let first = records[Int(parent)].firstChild
        records[Int(index)] = Record(
            parent: parent, generation: records[Int(index)].generation, next: first, scope: scope)
        if first >= 0 { records[Int(first)].previous = index }
        records[Int(parent)].firstChild = index
        records[Int(parent)].children += 1
        count(scope, 1, above: index)
        retain(parent)
        table.insert(index, for: scope.id, in: parent)
        return index
    }

    mutating func retain(_ scope: Int32) {
        if scope > 0 { records[Int(scope)].references += 1 }
    }

    mutating func release(_ scope: Int32) {
        var current = scope
        while current > 0 {
            records[Int(current)].references -= 1
            guard records[Int(current)].references == 0 else { return }
            let record = records[Int(current)]
            if let scope = record.scope {
                table.remove(scope.id, in: record.parent)
                count(scope, -1, above: current)
            }
            records[Int(record.parent)].children -= 1
            if record.previous >= 0 {
                records[Int(record.previous)].next = record.next
            } else {
                records[Int(record.parent)].firstChild = record.next
            }
            if record.next >= 0 { records[Int(record.next)].previous = record.previous }
            records[Int(current)] = Record(generation: record.generation &+ 1)
            free.append(current)
            current = record.parent
        }
    }

    /// How many scopes can go away.
    var removableCount: Int32 { records[0].removable }

    private mutating func count(_ scope: EffectScope, _ count: Int32, above index: Int32) {
        let removable = scope.isPresent == nil ? 0 : count
        let unstored = scope.isStored ? 0 : count
        guard removable != 0 || unstored != 0 else { return }
        var current = records[Int(index)].parent
        while current >= 0 {
            records[Int(current)].removable += removable
            records[Int(current)].unstored += unstored
            current = records[Int(current)].parent
        }
    }
}
