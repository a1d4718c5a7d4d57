public import EffectCore
public import EffectDependencies

extension IdentifiedArray: CustomReflectable {
    /// The elements, so that a test shows those and not how they are kept.
    public var customMirror: Mirror {
        Mirror(self, unlabeledChildren: Array(self), displayStyle: .collection)
    }
}

extension Shared: CustomReflectable {
    /// The value, so that a test shows that and not how it is kept.
    public var customMirror: Mirror {
        Mirror(self, children: ["value": wrappedValue], displayStyle: .struct)
    }
}
