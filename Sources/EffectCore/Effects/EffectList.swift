/// The children of a merge or the steps of a concatenation.
///
/// Appending adds a segment that points to those before: a chain built one by one stays flat and costs
/// O(1) a link, what is there is shared, and an effect that is part of what is appended to it makes no
/// cycle.
@usableFromInline
struct EffectList<Action> {
    @usableFromInline
    final class Segment {
        @usableFromInline private(set) var elements: [Effect<Action>]
        @usableFromInline private(set) var previous: Segment?
        /// How many elements there are up to the end of this segment.
        @usableFromInline let count: Int

        @inlinable
        init(_ elements: [Effect<Action>], after previous: Segment?) {
            self.elements = elements
            self.previous = previous
            count = elements.count + (previous?.count ?? 0)
        }

        @inlinable
        deinit {
            if previous != nil || elements.contains(where: { $0.isNested }) {
                Effect<Action>.takeApart(take())
            }
        }

        /// What was in it and before it, none of which is held any more.
        @inlinable
        func take() -> (effects: [Effect<Action>], previous: Segment?) {
            let taken = (elements, previous)
            elements = []
            previous = nil
            return taken
        }
    }

    @usableFromInline let last: Segment

    @inlinable
    init(_ elements: [Effect<Action>]) { self.init(last: Segment(elements, after: nil)) }

    @inlinable
    init(last: Segment) { self.last = last }

    @inlinable var count: Int { last.count }

    @inlinable
    func appending(_ effect: Effect<Action>) -> EffectList {
        EffectList(last: Segment([effect], after: last))
    }

    @inlinable
    func appending(contentsOf list: EffectList) -> EffectList {
        EffectList(last: Segment(list.elements, after: last))
    }

    /// All of them, in order. Complexity: O(1) for a list made at once, else O(n).
    @inlinable
    var elements: [Effect<Action>] { last.previous == nil ? last.elements : gathered() }

    @usableFromInline
    func gathered() -> [Effect<Action>] {
        var segments: [Segment] = []
        var next: Segment? = last
        while let segment = next {
            segments.append(segment)
            next = segment.previous
        }
        var elements: [Effect<Action>] = []
        elements.reserveCapacity(count)
        for segment in segments.reversed() { elements += segment.elements }
        return elements
    }
}
