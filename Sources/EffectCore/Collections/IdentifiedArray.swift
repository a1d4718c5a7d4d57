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
    /// The ids, in the order of their elements.
    public private(set) var ids: [ID]
    /// The elements, in order. Complexity: O(1).
    public private(set) var elements: [Element]
    @usableFromInline var positions: [ID: Int]
    @usableFromInline let identify: (Element) -> ID
    /// An object that is another one after each removal.
    @usableFromInline private(set) var removalMark: RemovalMark

    /// Creates an empty collection of elements that are told apart by what the closure answers.
    public init(id: @escaping (Element) -> ID) {
        ids = []
        elements = []
        positions = [:]
        identify = id
        removalMark = RemovalMark()
    }

    /// Creates a collection; of elements with equal ids the first is taken.
    ///
    /// - Complexity: O(n).
    public init(_ elements: some Sequence<Element>, id: @escaping (Element) -> ID) {
        self.init(id: id)
        for element in elements { append(element) }
    }

    // MARK: Looking

    /// The position of the element with that id, or nil. Complexity: expected O(1).
    @inlinable
    public func index(id: ID) -> Int? { positions[id] }

    /// Whether there is an element with that id. Complexity: expected O(1).
    @inlinable
    public func contains(id: ID) -> Bool { positions[id] != nil }

    /// Calls back with the address of an element, if it is there.
    @usableFromInline
    func withElement(id: ID, _ body: (UnsafePointer<Element>) -> Void) {
        guard let index = positions[id] else { return }
        elements.withUnsafeBufferPointer { buffer in
            if let base = buffer.baseAddress { body(base + index) }
        }
    }

    // MARK: Changing an element

    /// Changes an element in place. Traps when that changes its id.
    @usableFromInline
    mutating func modify(at index: Int, _ body: (inout Element) -> Void) {
        body(&elements[index])
        requireID(at: index)
    }

    @usableFromInline
    func requireID(at index: Int) {
        require(
            identify(elements[index]) == ids[index],
            "IdentifiedArray: an element has changed its id in place; remove it and add another")
    }

    /// The element with that id. Setting nil removes it; setting an element replaces it, or adds it
    /// at the end. Traps when the element set has another id.
    ///
    /// - Complexity: expected O(1) to look and to replace, O(n) to remove.
    public subscript(id id: ID) -> Element? {
        get { positions[id].map { elements[$0] } }
        _modify {
            let index = positions[id]
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

    private mutating func takeOut(at index: Int) -> Element {
        elements.swapAt(index, elements.count - 1)
        return elements.removeLast()
    }

    private mutating func putBack(_ value: Element?, at index: Int) {
        if let value {
            elements.append(value)
            elements.swapAt(index, elements.count - 1)
            requireID(at: index)
        } else {
            // The one that stood in goes back to the end.
            if index < elements.count { elements.append(elements.remove(at: index)) }
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
        insert(element, at: elements.count)
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
        if let known = positions[id] { return (false, known) }
        require(
            index >= 0 && index <= elements.count, "IdentifiedArray.insert: out of range")
        elements.insert(element, at: index)
        ids.insert(id, at: index)
        // An older copy, put back, lacks it: that is a removal as well.
        removalMark = RemovalMark()
        number(from: index)
        return (true, index)
    }

    /// Replaces the element with the same id, or adds this one at the end.
    ///
    /// - Returns: The element that was replaced.
    /// - Complexity: expected O(1), amortised.
    @discardableResult
    public mutating func updateOrAppend(_ element: Element) -> Element? {
        guard let index = positions[identify(element)] else {
            append(element)
            return nil
        }
        let old = elements[index]
        elements[index] = element
        return old
    }

    // MARK: Removing

    /// Removes the element with that id.
    ///
    /// - Returns: The element, or nil where there was none.
    /// - Complexity: O(n) for n elements behind it.
    @discardableResult
    public mutating func remove(id: ID) -> Element? {
        positions[id].map { remove(at: $0) }
    }

    /// Removes the element at a position. Complexity: O(n) for n elements behind it.
    @discardableResult
    public mutating func remove(at index: Int) -> Element {
        let element = elements.remove(at: index)
        forgetID(at: index)
        return element
    }

    /// Removes the elements that satisfy the condition. Complexity: O(n).
    public mutating func removeAll(where shouldRemove: (Element) -> Bool) {
        let kept = elements.filter { !shouldRemove($0) }
        guard kept.count < elements.count else { return }
        elements = kept
        ids = kept.map(identify)
        positions = [:]
        removalMark = RemovalMark()
        number(from: 0)
    }

    /// Removes all elements. Complexity: O(n).
    public mutating func removeAll() {
        elements = []
        ids = []
        positions = [:]
        removalMark = RemovalMark()
    }

    private mutating func forgetID(at index: Int) {
        positions[ids.remove(at: index)] = nil
        removalMark = RemovalMark()
        number(from: index)
    }

    mutating func reorder(_ body: (inout [Element]) -> Void) {
        body(&elements)
        ids = elements.map(identify)
        number(from: 0)
    }

    mutating func swapPlaces(_ first: Int, _ second: Int) {
        elements.swapAt(first, second)
        ids.swapAt(first, second)
        positions[ids[first]] = first
        positions[ids[second]] = second
    }

    private mutating func number(from index: Int) {
        for position in index..<ids.count { positions[ids[position]] = position }
    }
}

/// What stands for "nothing was removed since": compared by identity.
@usableFromInline
final class RemovalMark {
    @usableFromInline
    init() {}
}
