import EffectLoop

/// What runs, as a table.
extension Sensord {
    /// - Parameter clients: The numbers of the clients whose effects may be among them.
    static func table(of effects: [RunningEffect], _ clients: [Int], at now: Instant) -> [String] {
        [row(["kind", "name", "id", "age", "due in", "source"])]
            + effects.map { effect in
                row([
                    "\(effect.kind)",
                    effect.name.map { "\($0)" } ?? "-",
                    id(of: effect, clients),
                    effect.startedAt.duration(to: now).text,
                    effect.deadline.map { now.duration(to: $0).text } ?? "-",
                    effect.source.description,
                ])
            }
    }

    private static func id(of effect: RunningEffect, _ clients: [Int]) -> String {
        if let id = CancelID.allCases.first(where: { effect.has(id: $0) }) { return id.rawValue }
        let client = clients.first { effect.has(id: ClientID.all($0)) }
        return client.map { "client \($0)" } ?? "-"
    }

    private static func row(_ cells: [String]) -> String {
        let widths = [10, 12, 10, 10, 10, 0]
        return "  " + zip(cells, widths).map { $0.padded(to: $1) }.joined()
    }
}
