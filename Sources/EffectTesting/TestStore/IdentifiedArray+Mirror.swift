public import EffectCore

extension IdentifiedArray: CustomReflectable {
    /// The elements, so that a test shows those and not how they are kept.
    public var customMirror: Mirror {
        Mirror(self, unlabeledChildren: Array(self), displayStyle: .collection)
    }
}
