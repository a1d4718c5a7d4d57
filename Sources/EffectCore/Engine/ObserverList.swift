/// Callbacks in the order of registration. Removing one takes effect at once, also in the middle of
/// a round; one that is added in a round is called from the next round on.
@usableFromInline
package final class ObserverList<Callback> {
    @exclusivity(unchecked) @usableFromInline
    var entries: [(token: UInt64, callback: Callback?)] = []
    @exclusivity(unchecked) @usableFromInline var rounds = 0
    @exclusivity(unchecked) @usableFromInline var hasGaps = false

    @usableFromInline
    package init() {}

    @inlinable
    package var isEmpty: Bool { entries.isEmpty }

    package func add(_ callback: Callback, token: UInt64) {
        entries.append((token, callback))
    }

    package func remove(_ token: UInt64) {
        guard let index = entries.firstIndex(where: { $0.token == token }) else { return }
        // What a callback owns, other tokens for instance, goes when the list is whole again.
        let removed = entries[index].callback
        entries[index].callback = nil
        hasGaps = true
        if rounds == 0 { close() }
        withExtendedLifetime(removed) {}
    }

    /// Calls each callback that was registered when the round began and still is.
    @inlinable
    package func forEach(_ call: (Callback) -> Void) {
        if entries.isEmpty { return }
        rounds += 1
        for index in 0..<entries.count {
            if let callback = entries[index].callback { call(callback) }
        }
        rounds -= 1
        if rounds == 0, hasGaps { close() }
    }

    package func removeAll() {
        let removed = entries
        for index in entries.indices { entries[index].callback = nil }
        hasGaps = true
        if rounds == 0 { close() }
        withExtendedLifetime(removed) {}
    }

    @usableFromInline
    func close() {
        entries.removeAll { $0.callback == nil }
        hasGaps = false
    }
}
