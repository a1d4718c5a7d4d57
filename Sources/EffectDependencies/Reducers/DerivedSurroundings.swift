/// Surroundings made from those in force, and made again only when others are.
@usableFromInline
final class DerivedSurroundings {
    private let write: (inout DependencyValues) -> Void
    private var outer: Surroundings?
    private var made: Enclosure?

    init(_ write: @escaping (inout DependencyValues) -> Void) { self.write = write }

    @usableFromInline
    var present: Enclosure {
        let current = Surroundings.current
        if let made, outer === current { return made }
        let next = Enclosure(DependencyValues.current.preparing(write))
        outer = current
        made = next
        return next
    }
}
