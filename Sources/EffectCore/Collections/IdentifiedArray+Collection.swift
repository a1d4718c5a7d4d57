extension IdentifiedArray: RandomAccessCollection {
    /// The position of the first element.
    @inlinable public var startIndex: Int { 0 }
    /// The position after the last element.
    @inlinable public var endIndex: Int { storage.count }

    /// The element at a position, which may be changed in place. Traps when its id is another one then;
    /// an element is replaced by ``updateOrAppend(_:)``. Complexity: O(1).
    @inlinable
    public subscript(position: Int) -> Element {
        get { storage[position] }
        _modify {
            defer {
                noteEdit(at: position)
                requireID(at: position)
            }
            yield &storage[position]
        }
    }

    /// Reorders the elements. Complexity: O(n log n).
    public mutating func sort(by areInOrder: (Element, Element) -> Bool) {
        reorder { $0.sort(by: areInOrder) }
    }

    /// Exchanges two elements. Complexity: O(1).
    public mutating func swapAt(_ first: Int, _ second: Int) { swapPlaces(first, second) }
}

extension IdentifiedArray where Element: Identifiable, ID == Element.ID {
    /// Creates an empty collection of elements with ids of their own.
    @inlinable
    public init() { self.init(identify: { $0.pointee.id }) }

    /// Creates a collection; of elements with equal ids the first is taken. Complexity: O(n).
    @inlinable
    public init(_ elements: some Sequence<Element>) {
        self.init()
        for element in elements { append(element) }
    }
}

extension IdentifiedArray: ExpressibleByArrayLiteral
where Element: Identifiable, ID == Element.ID {
    /// Creates a collection from a list; of elements with equal ids the first is taken.
    public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension IdentifiedArray: Equatable where Element: Equatable {
    /// Whether both have equal elements in the same order.
    public static func == (left: IdentifiedArray, right: IdentifiedArray) -> Bool {
        left.storage == right.storage
    }
}

extension IdentifiedArray: Hashable where Element: Hashable {
    /// Feeds the elements to a hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(storage) }
}

extension IdentifiedArray: CustomStringConvertible {
    /// The elements, as an array prints them.
    public var description: String {
        #if hasFeature(Embedded)
            String(storage.count) + " elements"
        #else
            String(describing: storage)
        #endif
    }
}
