/// The children of a merge or the steps of a concatenation.
///
/// A view of the first `count` elements of a buffer. Appending to the longest view writes into the
/// shared buffer, so that a chain built one by one stays flat and costs amortised O(1) a link; other
/// views do not see the new element. Effects stay in one region, so nobody reads meanwhile.
@usableFromInline
struct EffectList<Action> {
    @usableFromInline
    final class Buffer {
        @usableFromInline var elements: [Effect<Action>]

        @inlinable
        init(_ elements: [Effect<Action>]) { self.elements = elements }

        @inlinable
        deinit {
            if elements.contains(where: { $0.isNested }) { Effect.takeApart(take()) }
        }

        @inlinable
        func take() -> [Effect<Action>] {
            let taken = elements
            elements = []
            return taken
        }
    }

    @usableFromInline let buffer: Buffer
    @usableFromInline let count: Int

    @inlinable
    init(_ elements: [Effect<Action>]) {
        buffer = Buffer(elements)
        count = elements.count
    }

    @inlinable
    init(buffer: Buffer, count: Int) {
        self.buffer = buffer
        self.count = count
    }

    @inlinable
    func appending(_ effect: Effect<Action>) -> EffectList {
        appending(contentsOf: CollectionOfOne(effect))
    }

    @inlinable
    func appending(contentsOf list: EffectList) -> EffectList {
        appending(contentsOf: list.elements)
    }

    @inlinable
    func appending(contentsOf more: some Collection<Effect<Action>>) -> EffectList {
        if buffer.elements.count == count {
            buffer.elements.append(contentsOf: more)
            return EffectList(buffer: buffer, count: buffer.elements.count)
        }
        return EffectList(Array(buffer.elements[..<count]) + more)
    }

    @inlinable
    var elements: ArraySlice<Effect<Action>> { buffer.elements[..<count] }
}
