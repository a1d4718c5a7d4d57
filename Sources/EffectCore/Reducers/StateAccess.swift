/// The way from a state to a part of it: to change it in place, and to look at it by address.
@usableFromInline
struct StateAccess<Whole, Part> {
    @usableFromInline let modify: (inout Whole, (inout Part) -> Void) -> Void
    /// Calls back with the address of the part, if it is there. Copies nothing where it can.
    @usableFromInline let visit: (UnsafeRawPointer, (UnsafeRawPointer) -> Void) -> Void
    /// Where the part is in the memory of the whole; negative where only a closure knows.
    @usableFromInline let offset: Int

    /// Whether the part is in the memory of the whole, and changes only with it.
    @inlinable var isStored: Bool { offset >= 0 }

    /// Changes the part in place, without a call where its place in memory is known.
    @inlinable
    @inline(__always)
    func change(_ whole: inout Whole, _ body: (inout Part) -> Void) {
        guard offset >= 0 else { return modify(&whole, body) }
        let offset = offset
        withUnsafeMutablePointer(to: &whole) { pointer in
            let part = UnsafeMutableRawPointer(pointer) + offset
            body(&part.assumingMemoryBound(to: Part.self).pointee)
        }
    }

    /// A closure is the only way there is, so looking goes through it as well, and changes nothing.
    @inlinable
    init(_ modify: @escaping (inout Whole, (inout Part) -> Void) -> Void) {
        self.modify = modify
        offset = -1
        visit = { whole, body in
            let whole = UnsafeMutableRawPointer(mutating: whole)
            modify(&whole.assumingMemoryBound(to: Whole.self).pointee) { part in
                withUnsafePointer(to: &part) { body(UnsafeRawPointer($0)) }
            }
        }
    }

    @inlinable
    init(
        modify: @escaping (inout Whole, (inout Part) -> Void) -> Void,
        visit: @escaping (UnsafeRawPointer, (UnsafeRawPointer) -> Void) -> Void
    ) {
        self.modify = modify
        self.visit = visit
        offset = -1
    }

    #if !hasFeature(Embedded)
        /// A stored property is reached by its offset, which is looked up once.
        @inlinable
        init(_ property: WritableKeyPath<Whole, Part>) {
            let offset = MemoryLayout<Whole>.offset(of: property)
            self.offset = offset ?? -1
            if let offset {
                modify = { whole, body in
                    withUnsafeMutablePointer(to: &whole) { pointer in
                        let part = UnsafeMutableRawPointer(pointer) + offset
                        body(&part.assumingMemoryBound(to: Part.self).pointee)
                    }
                }
                visit = { whole, body in body(whole + offset) }
            } else {
                modify = { whole, body in body(&whole[keyPath: property]) }
                visit = { whole, body in
                    let part = whole.assumingMemoryBound(to: Whole.self).pointee[keyPath: property]
                    withUnsafePointer(to: part) { body(UnsafeRawPointer($0)) }
                }
            }
        }
    #endif
}
