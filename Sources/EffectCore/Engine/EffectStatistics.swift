/// Counts that a store keeps about its effects.
public struct EffectStatistics {
    /// How many sends were dropped because their effect was cancelled or had finished.
    public internal(set) var droppedSends = 0

    var droppedByEffect: [(label: RunLabel, count: Int)] = []

    init() {}

    /// How many sends were dropped of effects with this name.
    public func droppedSends(ofEffectsNamed name: StaticString) -> Int {
        var total = 0
        for entry in droppedByEffect {
            if let label = entry.label.name, label.isSame(as: name) { total += entry.count }
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

extension RunLabel {
    func isSame(as other: RunLabel) -> Bool {
        if let name, let otherName = other.name { return name.isSame(as: otherName) }
        return name == nil && other.name == nil && source.line == other.source.line
            && source.fileID.isSame(as: other.source.fileID)
    }
}

extension StaticString {
    func isSame(as other: StaticString) -> Bool {
        guard hasPointerRepresentation, other.hasPointerRepresentation else {
            return hasPointerRepresentation == other.hasPointerRepresentation
                && unicodeScalar == other.unicodeScalar
        }
        guard utf8CodeUnitCount == other.utf8CodeUnitCount else { return false }
        if utf8Start == other.utf8Start { return true }
        for index in 0..<utf8CodeUnitCount where utf8Start[index] != other.utf8Start[index] {
            return false
        }
        return true
    }
}
