/// An action that waits to be reduced.
@usableFromInline
struct QueuedAction<Action> {
    @usableFromInline var action: Action
    @usableFromInline var source: ActionSource
    @usableFromInline var transaction: TransactionEntry?
    /// The task it belongs to, which counts it; or -1.
    @usableFromInline var task: Int32

    @inlinable
    init(action: Action, source: ActionSource, transaction: TransactionEntry?, task: Int32) {
        self.action = action
        self.source = source
        self.transaction = transaction
        self.task = task
    }
}

/// A ring of actions, first in first out. Grows by doubling; keeps its memory.
@usableFromInline
struct ActionQueue<Action>: ~Copyable {
    @usableFromInline var buffer: UnsafeMutablePointer<QueuedAction<Action>>
    @usableFromInline var mask: Int
    /// How many actions have left, which is also the place of the first that waits.
    @usableFromInline var head = 0
    @usableFromInline var count = 0

    @inlinable
    init() {
        mask = 15
        buffer = .allocate(capacity: 16)
    }

    @inlinable
    deinit {
        for offset in 0..<count { (buffer + ((head &+ offset) & mask)).deinitialize(count: 1) }
        buffer.deallocate()
    }

    @inlinable
    var isEmpty: Bool { count == 0 }

    /// How many actions will have left when all have that wait now.
    var end: Int { head &+ count }

    @inlinable
    mutating func append(_ element: consuming QueuedAction<Action>) {
        if count > mask { grow() }
        (buffer + ((head &+ count) & mask)).initialize(to: element)
        count += 1
    }

    @inlinable
    mutating func removeFirst() -> QueuedAction<Action> {
        let element = (buffer + (head & mask)).move()
        head = head &+ 1
        count -= 1
        return element
    }

    #if DEBUG
        func forEach(_ body: (QueuedAction<Action>) -> Void) {
            for offset in 0..<count { body(buffer[(head &+ offset) & mask]) }
        }
    #endif

    @inlinable
    mutating func grow() {
        let larger = UnsafeMutablePointer<QueuedAction<Action>>.allocate(capacity: (mask + 1) * 2)
        let largerMask = mask * 2 + 1
        for offset in 0..<count {
            let place = head &+ offset
            (larger + (place & largerMask)).moveInitialize(
                from: buffer + (place & mask), count: 1)
        }
        buffer.deallocate()
        buffer = larger
        mask = largerMask
    }
}
