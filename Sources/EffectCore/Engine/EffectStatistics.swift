/// Counts that a store keeps about its effects.
public struct EffectStatistics: Sendable {
    /// How many sends were dropped because their effect was cancelled or had finished.
    public internal(set) var droppedSends = 0
    /// How many actions addressed a child whose state was not there.
    public internal(set) var missingChildren = 0
    /// Values that were broadcast while no channel with the id was open.
    public internal(set) var droppedBroadcasts = 0

    var droppedByEffect: [(label: RunLabel, count: Int)] = []

    init() {}

    /// How many sends were dropped of effects with this name.
    public func droppedSends(ofEffectsNamed name: StaticString) -> Int {
        let wanted = StaticText(name)
        var total = 0
        for entry in droppedByEffect {
            if entry.label.name.isSame(as: wanted) { total += entry.count }
        }
        return total
    }

    mutating func countDropped(label: RunLabel) {
        droppedSends += 1
        for index in droppedByEffect.indices
        where droppedByEffect[index].label.isSame(as: label) {
            droppedByEffect[index].count += 1
            return
        }
        guard droppedByEffect.count < Limits.effectNamesCounted else { return }
        droppedByEffect.append((label, 1))
    }
}

extension EffectStatistics: CustomStringConvertible {
    /// The totals in one line.
    public var description: String {
        "dropped sends: " + String(droppedSends) + ", missing children: "
            + String(missingChildren)
    }
}

extension RunLabel {
    func isSame(as other: RunLabel) -> Bool {
        guard name.isEmpty, other.name.isEmpty else { return name.isSame(as: other.name) }
        return source == other.source
    }
}
