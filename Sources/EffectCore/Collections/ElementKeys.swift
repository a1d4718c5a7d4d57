/// The ids of a collection and where their elements are: what changes only when elements come, go or
/// change places. Copies of a collection share it until one of them does that.
@usableFromInline
final class ElementKeys<ID: Hashable, Element> {
    /// The ids, in the order of their elements.
    @exclusivity(unchecked) @usableFromInline var ids: [ID]
    @exclusivity(unchecked) @usableFromInline var positions: [ID: Int]
    /// By address: an id that is a stored property is read without a copy of the element.
    @usableFromInline let identify: (UnsafePointer<Element>) -> ID

    init(
        ids: [ID] = [], positions: [ID: Int] = [:],
        identify: @escaping (UnsafePointer<Element>) -> ID
    ) {
        self.ids = ids
        self.positions = positions
        self.identify = identify
    }

    func copy() -> ElementKeys {
        ElementKeys(ids: ids, positions: positions, identify: identify)
    }

    func insert(_ id: ID, at index: Int) {
        ids.insert(id, at: index)
        number(from: index)
    }

    func remove(at index: Int) {
        positions[ids.remove(at: index)] = nil
        number(from: index)
    }

    /// Takes other ids, of which none is new.
    func keep(_ kept: [ID]) {
        positions = [:]
        reorder(kept)
    }

    /// Takes the same ids in another order.
    func reorder(_ reordered: [ID]) {
        ids = reordered
        number(from: 0)
    }

    func swapAt(_ first: Int, _ second: Int) {
        ids.swapAt(first, second)
        positions[ids[first]] = first
        positions[ids[second]] = second
    }

    private func number(from index: Int) {
        for position in index..<ids.count { positions[ids[position]] = position }
    }
}
