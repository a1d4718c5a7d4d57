/// An ordered collection whose elements are found by id.
///
/// Ids and elements are in buffers of their own: changing an element touches no id, and a store can
/// tell in O(1) that no element has gone. Ids are unique; an element must not change its id in place.
///
/// ```swift
/// var ports: IdentifiedArray<String, Port> = [Port(id: "tty0"), Port(id: "tty1")]
/// ports[id: "tty0"]?.isOpen = true
/// ```
public struct IdentifiedArray<ID: Hashable, Element> {
    @usableFromInline var storage: [Element]
    @usableFromInline private(set) var keys: ElementKeys<ID, Element>
    @usableFromInline var edits = EditLog()

    /// Creates an empty collection of elements that are told apart by what the closure answers.
    public init(id: @escaping (Element) -> ID) {
        self.init(identify: { id($0.pointee) })
    }

    @usableFromInline
    init(identify: @escaping (UnsafePointer<Element>) -> ID) {
        storage = []
        keys = ElementKeys(identify: identify)
    }

    /// Creates a collection; of elements with equal ids the first is taken.
    ///
    /// - Complexity: O(n).
    public init(_ elements: some Sequence<Element>, id: @escaping (Element) -> ID) {
        self.init(id: id)
        for element in elements { append(element) }
    }

    // MARK: Looking

    /// The elements, in order. Complexity: O(1).
    @inlinable
    public var elements: [Element] { storage }

    /// The ids, in the order of their elements. Complexity: O(1).
    @inlinable
    public var ids: [ID] { keys.ids }

    /// The position of the element with that id, or nil. Complexity: expected O(1).
    @inlinable
    public func index(id: ID) -> Int? { keys.positions[id] }

    /// Whether there is an element with that id. Complexity: expected O(1).
    @inlinable
    public func contains(id: ID) -> Bool { index(id: id) != nil }

    /// Calls back with the address of an element, if it is there.
    @inlinable
    func withElement(id: ID, _ body: (UnsafePointer<Element>) -> Void) {
        guard let index = index(id: id) else { return }
        storage.withUnsafeBufferPointer { elements in
            if let base = elements.baseAddress { body(base + index) }
        }
    }

    // MARK: Changing an element

    /// Changes an element in place. Traps when that changes its id.
    @inlinable
    mutating func modify(at index: Int, _ body: (inout Element) -> Void) {
        body(&storage[index])
        noteEdit(at: index)
        requireID(at: index)
    }

    @inlinable
    func requireID(at index: Int) {
        let isSame = storage.withUnsafeBufferPointer { elements in
            guard let base = elements.baseAddress else { return false }
            return keys.identify(base + index) == keys.ids[index]
        }
        require(
            isSame,
            "IdentifiedArray: an element has changed its id in place; remove it and add another")
    }

    /// The element with that id. Setting nil removes it; setting an element replaces it, or adds it
    /// at the end. Traps when the element set has another id.
    ///
    /// - Complexity: expected O(1) to look and to replace, O(n) to remove.
    @inlinable
    public subscript(id id: ID) -> Element? {
        get { index(id: id).map { storage[$0] } }
        _modify {
            let index = index(id: id)
            // Taken out, so that what the element holds is changed in place. The last one stands in.
            var value = index.map { takeOut(at: $0) }
            defer {
                if let index {
                    putBack(value, at: index)
                } else if let value {
                    require(
                        identify(value) == id,
                        "IdentifiedArray: an element was set under another id")
                    append(value)
                }
            }
            yield &value
        }
    }

    @inlinable
    mutating func takeOut(at index: Int) -> Element {
        storage.swapAt(index, storage.count - 1)
        return storage.removeLast()
    }

    @inlinable
    mutating func putBack(_ value: Element?, at index: Int) {
        if let value {
            storage.append(value)
            storage.swapAt(index, storage.count - 1)
            noteEdit(at: index)
            requireID(at: index)
        } else {
            // The one that stood in goes back to the end.
            if index < storage.count { storage.append(storage.remove(at: index)) }
            forgetID(at: index)
        }
    }

    // MARK: Adding

    /// Adds an element at the end, unless there is one with its id.
    ///
    /// - Returns: Whether it was added, and the position of the element with that id.
    /// - Complexity: expected O(1), amortised.
    @discardableResult
    public mutating func append(_ element: Element) -> (inserted: Bool, index: Int) {
        insert(element, at: storage.count)
    }

    /// Inserts an element, unless there is one with its id.
    ///
    /// - Returns: Whether it was inserted, and the position of the element with that id.
    /// - Complexity: O(n) for n elements behind it.
    @discardableResult
    public mutating func insert(
        _ element: Element, at index: Int
    ) -> (inserted: Bool, index: Int) {
        let id = identify(element)
        if let known = self.index(id: id) { return (false, known) }
        require(
            index >= 0 && index <= storage.count, "IdentifiedArray.insert: out of range")
        storage.insert(element, at: index)
        ownedKeys().insert(id, at: index)
        edits = EditLog()
        return (true, index)
    }

    /// Replaces the element with the same id, or adds this one at the end.
    ///
    /// - Returns: The element that was replaced.
    /// - Complexity: expected O(1), amortised.
    @discardableResult
    public mutating func updateOrAppend(_ element: Element) -> Element? {
        guard let index = index(id: identify(element)) else {
            append(element)
            return nil
        }
        let old = storage[index]
        storage[index] = element
        noteEdit(at: index)
        return old
    }

    // MARK: Removing

    /// Removes the element with that id.
    ///
    /// - Returns: The element, or nil where there was none.
    /// - Complexity: O(n) for n elements behind it.
    @discardableResult
    public mutating func remove(id: ID) -> Element? {
        index(id: id).map { remove(at: $0) }
    }

    /// Removes the element at a position. Complexity: O(n) for n elements behind it.
    @discardableResult
    public mutating func remove(at index: Int) -> Element {
        let element = storage.remove(at: index)
        forgetID(at: index)
        return element
    }

    /// Removes the last element, which must be there. Complexity: O(1).
    @discardableResult
    public mutating func removeLast() -> Element { remove(at: storage.count - 1) }

    /// Removes the elements that satisfy the condition. Complexity: O(n).
    public mutating func removeAll(where shouldRemove: (Element) -> Bool) {
        let kept = storage.filter { !shouldRemove($0) }
        guard kept.count < storage.count else { return }
        storage = kept
        ownedKeys().keep(kept.map(identify))
        edits = EditLog()
    }

    /// Removes all elements. Complexity: O(n).
    public mutating func removeAll() {
        storage = []
        ownedKeys().keep([])
        edits = EditLog()
    }

    // MARK: Keys

    @usableFromInline
    mutating func forgetID(at index: Int) {
        ownedKeys().remove(at: index)
        edits = EditLog()
    }

    mutating func reorder(_ body: (inout [Element]) -> Void) {
        body(&storage)
        ownedKeys().reorder(storage.map(identify))
        edits = edits.fork()
    }

    mutating func swapPlaces(_ first: Int, _ second: Int) {
        storage.swapAt(first, second)
        ownedKeys().swapAt(first, second)
        edits = edits.fork()
    }

    @inlinable
    mutating func noteEdit(at index: Int) {
        if !isKnownUniquelyReferenced(&edits) { edits = edits.fork() }
        edits.note(index)
    }

    @inlinable
    func identify(_ element: Element) -> ID {
        withUnsafePointer(to: element) { keys.identify($0) }
    }

    /// The keys, to be changed: no other copy of the collection has them.
    private mutating func ownedKeys() -> ElementKeys<ID, Element> {
        if !isKnownUniquelyReferenced(&keys) { keys = keys.copy() }
        return keys
    }
}
