import EffectCore

/// How a test store names effects in its failures.
extension TestStore {
    var now: String { scheduler.now.sinceStart }

    func list(_ effects: [RunningEffect]) -> String {
        effects.prefix(10).map { "  " + describe($0) }.joined(separator: "\n")
            + (effects.count > 10 ? "\n  … \(effects.count - 10) more" : "")
    }

    /// What would let the effects go on.
    func hint(_ effects: [RunningEffect]) -> String {
        // A wait within a run is not a deadline of the effect, but one of the clock's.
        let deadline = effects.compactMap(\.deadline).min() ?? scheduler.runQueue.nextDeadline
        guard let next = deadline else {
            return "None of them waits for the clock: they end by a callback, or by a cancel."
        }
        let wait = scheduler.now.duration(to: next).text
        guard turn == nil else { return "The next is due in \(wait): wait longer." }
        return "Advance the clock: the next is due in \(wait), at \(next.sinceStart)."
    }

    /// What is in flight, as a paragraph; empty where nothing is.
    func flight(_ effects: [RunningEffect]) -> String {
        guard !effects.isEmpty else { return turn == nil ? "" : " No effect is in flight." }
        return " In flight, at \(now):\n\n\(list(effects))\n\n\(hint(effects))"
    }

    private func describe(_ effect: RunningEffect) -> String {
        if let id = effect.channel { return describe(effect, of: id) }
        var text = effect.name.map { "\"\($0)\", \(effect.kind)" } ?? "\(effect.kind)"
        if !effect.ids.isEmpty {
            text += " with id " + effect.ids.map(\.description).joined(separator: ", ")
        }
        text += " of \(effect.source)"
        text += ", started by \(cause(of: effect) ?? "an action") at \(effect.origin)"
        text += ", \(effect.startedAt.duration(to: scheduler.now).text) old"
        if let deadline = effect.deadline {
            text += ", due in \(scheduler.now.duration(to: deadline).text)"
        }
        return text
    }

    private func describe(_ effect: RunningEffect, of channel: EffectID) -> String {
        var text = "\(channel), declared at \(effect.source)"
        if let action = cause(of: effect) {
            text += ", opened by \(action) at \(effect.origin)"
        } else {
            text += ", wanted by the initial state"
        }
        return text + ", open for \(effect.startedAt.duration(to: scheduler.now).text)"
    }

    /// The action that started an effect, if it was one.
    private func cause(of effect: RunningEffect) -> String? {
        journal.lastActions[effect.origin].map { StateDump.line($0) }
    }
}

extension Instant {
    var sinceStart: String { Instant(nanoseconds: 0).duration(to: self).text }
}
