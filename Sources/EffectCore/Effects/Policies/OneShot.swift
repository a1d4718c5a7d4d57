/// Lets a callback count once, and notes in debug builds when it comes twice or never.
final class OneShot {
    private let handle: EffectHandle
    private var isUsed = false

    init(_ handle: EffectHandle) { self.handle = handle }

    /// Whether this is the first use, and the effect still runs.
    func use() -> Bool {
        if isUsed {
            handle.note(.completedTwice, "a callback that counts once was called again")
            return false
        }
        isUsed = true
        return handle.isActive
    }

    deinit {
        guard !isUsed, handle.isActive else { return }
        handle.note(
            .completerDropped, "a callback that was to be called once was dropped instead")
    }
}

extension EffectHandle {
    /// A report for whoever writes the feature; none in release builds.
    final func note(_ kind: Report.Kind, _ message: String) {
        #if DEBUG
            // A callback after a cancel is nobody's fault.
            guard state != .cancelled else { return }
            link.engine?.report(kind, message, label.source, origin: origin)
        #endif
    }
}
