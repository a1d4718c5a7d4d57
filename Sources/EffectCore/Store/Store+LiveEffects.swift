extension Store {
    /// How many effects of each name are in flight, most first: what fills a store that grows.
    ///
    /// Effects without a name count by the line that declared them (`Module/File.swift:12`). Counted
    /// when asked for; costs nothing otherwise.
    ///
    /// - Complexity: O(n × m) for n effects in flight with m different names.
    public var liveEffectsByName: [(name: String, count: Int)] { core.liveEffectsByName() }
}

extension Engine {
    @usableFromInline
    func liveEffectsByName() -> [(name: String, count: Int)] {
        var found: [(label: RunLabel, count: Int)] = []
        for node in 0..<Int32(nodes.used) where nodes[node].kind.running != nil {
            let label = nodes[origin: node].label
            if let index = found.firstIndex(where: { $0.label.isSame(as: label) }) {
                found[index].count += 1
            } else {
                found.append((label, 1))
            }
        }
        found.sort { $0.count > $1.count }
        return found.map { entry in
            let label = entry.label
            return (
                label.name.isEmpty ? label.source.description : label.name.string, entry.count
            )
        }
    }
}
