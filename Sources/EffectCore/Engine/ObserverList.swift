/// Callbacks in the order of registration. Removing one takes effect at once, also in the middle of
/// a round; one that is added in a round is called from the next round on.
@usableFromInline
package final class ObserverList<Callback> {
    @exclusivity(unchecked) @usableFromInline
    var entries: [(token: UInt64, callback: Callback?)] = []
    @exclusivity(unchecked) @usableFromInline var rounds = 0
    /// How many entries were removed and are still there as gaps.
    @exclusivity(unchecked) @usableFromInline var gaps = 0

    @usableFromInline
    package init() {}

    @inlinable
    package var isEmpty: Bool { entries.count == gaps }

    /// Tokens grow: each is larger than those before.
    package func add(_ callback: Callback, token: UInt64) {
        entries.append((token, callback))
    }

    /// Amortised O(log n).
    package func remove(_ token: UInt64) {
        guard let index = index(of: token), let removed = entries[index].callback else { return }
        // What a callback owns, other tokens for instance, goes when the list is whole again.
        entries[index].callback = nil
        gaps += 1
        close()
        withExtendedLifetime(removed) {}
    }

    /// Calls each callback that was registered when the round began and still is.
    @inlinable
    package func forEach(_ call: (Callback) -> Void) {
        if isEmpty { return }
        rounds += 1
        for index in 0..<entries.count {
            if let callback = entries[index].callback { call(callback) }
        }
        rounds -= 1
        if gaps > 0 { close() }
    }

    package func removeAll() {
        let removed = entries
        for index in entries.indices { entries[index].callback = nil }
        gaps = entries.count
        close()
        withExtendedLifetime(removed) {}
    }

    private func index(of token: UInt64) -> Int? {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].token < token { low = middle + 1 } else { high = middle }
        }
        return low < entries.count && entries[low].token == token ? low : nil
    }

    /// Closes the gaps when half of the list is gaps, and no round is under way.
    @usableFromInline
    func close() {
        guard rounds == 0, gaps > 0, gaps * 2 >= entries.count else { return }
        entries.removeAll { $0.callback == nil }
        gaps = 0
    }
}
