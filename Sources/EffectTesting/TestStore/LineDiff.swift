/// Two dumps, line by line: `-` what was expected, `+` what there is.
struct LineDiff: CustomStringConvertible {
    private enum Side { case both, expected, actual }

    private var lines: [(side: Side, text: String)] = []
    /// How many equal lines are shown around those that differ.
    private let context = 2

    init(expected: Any, actual: Any) {
        self.init(expected: StateDump(expected), actual: StateDump(actual))
    }

    init(expected: StateDump, actual: StateDump) {
        let old = expected.lines
        let new = actual.lines
        let difference = new.difference(from: old)
        let removed = Set(difference.removals.map(Self.offset))
        let inserted = Set(difference.insertions.map(Self.offset))
        var next = 0
        for (index, line) in old.enumerated() {
            guard !removed.contains(index) else {
                lines.append((.expected, line))
                continue
            }
            while inserted.contains(next) {
                lines.append((.actual, new[next]))
                next += 1
            }
            lines.append((.both, line))
            next += 1
        }
        for line in new[next...] { lines.append((.actual, line)) }
    }

    private static func offset(_ change: CollectionDifference<String>.Change) -> Int {
        switch change {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
    }

    /// Whether nothing tells the two apart, though `==` may.
    var isEmpty: Bool { lines.allSatisfy { $0.side == .both } }

    var description: String {
        guard !isEmpty else {
            let whole = lines.map { "    " + $0.text }.joined(separator: "\n")
            return "Written out, both look the same, and only == tells them apart:\n\n" + whole
        }
        var shown: [String] = []
        var hidden = 0
        for index in lines.indices {
            let near = lines[max(0, index - context)...min(lines.count - 1, index + context)]
            let isEnd = index == 0 || index == lines.count - 1
            guard isEnd || near.contains(where: { $0.side != .both }) else {
                hidden += 1
                continue
            }
            if hidden > 0 { shown.append("      … \(hidden) equal") }
            hidden = 0
            switch lines[index].side {
            case .both: shown.append("    " + lines[index].text)
            case .expected: shown.append("  - " + lines[index].text)
            case .actual: shown.append("  + " + lines[index].text)
            }
        }
        return shown.joined(separator: "\n") + "\n\n  (- expected, + actual)"
    }
}
