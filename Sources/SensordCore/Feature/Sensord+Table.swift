import EffectLoop

/// What runs, as a table.
extension Sensord {
    static func table(of effects: [RunningEffect], at now: Instant) -> [String] {
        [row(["kind", "name", "id", "age", "due in", "source"])]
            + effects.map { effect in
                row([
                    "\(effect.kind)",
                    effect.name.map { "\($0)" } ?? "-",
                    id(of: effect),
                    effect.startedAt.duration(to: now).text,
                    effect.deadline.map { now.duration(to: $0).text } ?? "-",
                    effect.source.description,
                ])
            }
    }

    private static func id(of effect: RunningEffect) -> String {
        CancelID.allCases.first { effect.has(id: $0) }?.rawValue ?? "-"
    }

    private static func row(_ cells: [String]) -> String {
        let widths = [10, 12, 10, 10, 10, 0]
        return "  " + zip(cells, widths).map { $0.padded(to: $1) }.joined()
    }
}
