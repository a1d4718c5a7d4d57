extension EffectID {
    /// The id that a value already is, or that is in it.
    ///
    /// Sizes are compared first: they are constants where the type is known, so that an ordinary
    /// value pays nothing for the question.
    @inlinable
    @inline(__always)
    static func unwrapped<ID: Hashable>(_ id: ID) -> EffectID? {
        if MemoryLayout<ID>.size == MemoryLayout<EffectID>.size,
            ObjectIdentifier(TypeTag<ID>.self) == ObjectIdentifier(TypeTag<EffectID>.self)
        {
            return withUnsafePointer(to: id) { pointer in
                UnsafeRawPointer(pointer).assumingMemoryBound(to: EffectID.self).pointee
            }
        }
        #if !hasFeature(Embedded)
            if MemoryLayout<ID>.size == MemoryLayout<AnyHashable>.size,
                ObjectIdentifier(TypeTag<ID>.self) == ObjectIdentifier(TypeTag<AnyHashable>.self)
            {
                return withUnsafePointer(to: id) { pointer in
                    inside(
                        UnsafeRawPointer(pointer).assumingMemoryBound(to: AnyHashable.self)
                            .pointee)
                }
            }
        #endif
        return nil
    }

    #if !hasFeature(Embedded)
        /// The id of the value in it. A box never holds another box, so this goes one level deep.
        @usableFromInline
        static func inside(_ box: AnyHashable) -> EffectID? {
            guard let base = box.base as? any Hashable else { return nil }
            return EffectID(base)
        }
    #endif
}
