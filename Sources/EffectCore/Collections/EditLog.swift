/// What has happened to the elements of a collection, for a store that looks whether children have gone.
///
/// A log is written only by a collection that alone has it; a copy that is changed starts another one.
/// So while identity and count are the same, the elements are.
@usableFromInline
final class EditLog {
    /// Another object after each insertion and each removal: an older copy, put back, may lack an element.
    let removalMark: RemovalMark
    /// What tells the log from others, also from those at the same address later. Whoever remembers a log
    /// keeps this and not the log, which would have two owners then.
    let identity: RemovalMark
    /// How many changes in place there were, and the positions of the last of them.
    @exclusivity(unchecked) private(set) var count: UInt64 = 0
    @exclusivity(unchecked) private var positions = SIMD8<Int32>()

    @usableFromInline
    init() {
        removalMark = RemovalMark()
        identity = removalMark
    }

    private init(after other: EditLog) {
        removalMark = other.removalMark
        identity = RemovalMark()
    }

    /// A log of a copy in which nothing was removed.
    @usableFromInline
    func fork() -> EditLog { EditLog(after: self) }

    @usableFromInline
    func note(_ position: Int) {
        positions[Int(count & 7)] = Int32(truncatingIfNeeded: position)
        count += 1
    }

    /// The positions changed after the first `seen` changes, or nil where there were too many.
    func positions(since seen: UInt64, _ body: (Int) -> Void) -> Bool {
        guard count - seen <= 8 else { return false }
        for edit in seen..<count { body(Int(positions[Int(edit & 7)])) }
        return true
    }
}

/// What stands for "nothing was removed since": compared by identity.
@usableFromInline
final class RemovalMark {
    @usableFromInline
    init() {}
}
