/// A step is what happens from the outermost call into the engine until it returns. In debug builds
/// each is followed by a check of everything that must hold between two of them; in release builds
/// there is nothing of it.
extension Engine {
    @inlinable
    @inline(__always)
    func beginStep() {
        #if DEBUG
            stepDepth += 1
        #endif
    }

    @inlinable
    @inline(__always)
    func endStep() {
        #if DEBUG
            stepDepth -= 1
            if stepDepth == 0 { checkAfterStep() }
        #endif
    }
}

#if DEBUG
    extension Engine {
        /// A check costs as much as there is to look at. So that a store of a million effects stays
        /// usable, one is made when that many steps are behind that it costs each of them little;
        /// with few effects that is every step.
        @usableFromInline
        func checkAfterStep() {
            uncheckedSteps += 1
            guard uncheckedSteps * Limits.checkedRecordsPerStep >= recordCount else { return }
            uncheckedSteps = 0
            checkInvariants()
        }
    }
#endif
