/// Where a feature was put into another one: what tells two scopes of one parent apart.
///
/// The line and, where there is one, the property: a function that composes children may do so for
/// several properties at one line.
@usableFromInline
struct ScopeSite: Hashable {
    @usableFromInline let file: UInt
    @usableFromInline let line: UInt
    @usableFromInline let column: UInt

    #if hasFeature(Embedded)
        @inlinable
        init(fileID: StaticString, line: UInt, column: UInt) {
            file = fileID.hasPointerRepresentation ? UInt(bitPattern: fileID.utf8Start) : 0
            self.line = line
            self.column = column
        }
    #else
        @usableFromInline let property: AnyKeyPath?

        @inlinable
        init(fileID: StaticString, line: UInt, column: UInt, property: AnyKeyPath? = nil) {
            file = fileID.hasPointerRepresentation ? UInt(bitPattern: fileID.utf8Start) : 0
            self.line = line
            self.column = column
            self.property = property
        }
    #endif
}

/// A child of a feature that is another one when its own id is.
@usableFromInline
struct IdentifiedSite<ID: Hashable>: Hashable {
    @usableFromInline let site: ScopeSite
    @usableFromInline let id: ID

    @inlinable
    init(_ site: ScopeSite, _ id: ID) {
        self.site = site
        self.id = id
    }
}
