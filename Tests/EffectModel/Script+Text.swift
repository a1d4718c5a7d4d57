/// Scripts as code, for the report of a failure.
extension Script: CustomStringConvertible {
    package var description: String {
        var lines = present.map { Change(.before, .add(isFull: false), $0).code }
        lines += dismissals.map { "dismiss \($0.path.code): \($0.action)" }
        if !initial.isNone { lines.append("initialEffect: \(initial)") }
        for (action, answer) in answers.enumerated() {
            if answer.isEmpty { continue }
            let place = answer.path.isEmpty ? "" : " // in \(answer.path.code)"
            lines.append("case \(action):" + place)
            if answer.stops { lines.append("    store.stop()") }
            lines += answer.pokes.map { "    \($0)" }
            lines += answer.changes.map { "    \($0)" }
            lines.append("    return \(answer.effect)")
            if !answer.around.isNone { lines.append("    around it: return \(answer.around)") }
        }
        return (lines + commands.map(\.description)).joined(separator: "\n")
    }
}

extension Command: CustomStringConvertible {
    package var description: String {
        switch self {
        case .send(let action, let watched):
            "store.send(\(action))" + (watched ? ".onFinish { … }" : "")
        case .advance(let time): "clock.advance(by: \(time))"
        case .stall(let time): "clock.stall(for: \(time))"
        case .approach(let time): "clock.approach(by: \(time))"
        case .event(let source): "\(source) is ready"
        case .startWork(let lane): "lanes[\(lane)].startNext()"
        case .returnWork(let lane): "lanes[\(lane)].returnNext()"
        case .cancelTask(let number): "tasks[\(number)].cancel()"
        case .poke(let poke): "\(poke)"
        case .stop: "store.stop()"
        case .release: "store = nil"
        }
    }
}

extension Poke: CustomStringConvertible {
    package var description: String {
        switch self {
        case .perform(let run, let steps): "with kept[\(run)] { \(steps.code) }"
        case .letGo(let run): "kept[\(run)] = nil"
        }
    }
}

extension Sketch: CustomStringConvertible {
    package var description: String {
        switch self {
        case .none: ".none"
        case .send(let action): ".send(\(action))"
        case .sequence(let actions): ".sequence(\(actions))"
        case .after(let delay, let action): ".after(\(delay), \(action))"
        case .sleep(let delay): ".sleep(for: \(delay))"
        case .timer(let period, let leading, let count, let missed, let action):
            ".timer(every: \(period)" + (leading ? ", leading: true" : "")
                + (count.map { ", count: \($0)" } ?? "")
                + (missed == .skip ? "" : ", missed: .\(missed)") + ", \(action))"
        case .run(let steps, _): ".run { send in \(steps.code) }"
        case .merge(let parts, let pairwise): (pairwise ? ".mergeEach" : ".merge") + parts.code
        case .concatenate(let parts, let pairwise):
            (pairwise ? ".concatenateEach" : ".concatenate") + parts.code
        case .map(let inner, let mapping):
            "\(inner).map { max($0 + \(mapping.adding), \(mapping.atLeast)) }"
        case .cancellable(let inner, let id, let cancelInFlight):
            "\(inner).cancellable(id: \(id)" + (cancelInFlight ? ", cancelInFlight: true)" : ")")
        case .delay(let inner, let delay): "\(inner).delay(for: \(delay))"
        case .debounce(let inner, let id, let time, let leading, let trailing, let maxWait):
            "\(inner).debounce(id: \(id), for: \(time)"
                + (leading ? ", leading: true, trailing: \(trailing)" : "")
                + (maxWait.map { ", maxWait: \($0)" } ?? "") + ")"
        case .throttle(let inner, let id, let interval, let trailing, let share):
            "\(inner).throttle(id: \(id), for: \(interval), trailing: .\(trailing)"
                + (share ? ", share: true)" : ")")
        case .timeout(let inner, let limit, let action):
            "\(inner).timeout(after: \(limit), \(action))"
        case .cancel(let id, let includingWaiting):
            ".cancel(id: \(id)" + (includingWaiting ? ", includingWaiting: true)" : ")")
        case .cancelEach(let ids): ".cancel(ids: \(ids))"
        case .cancelAll: ".cancelAll"
        case .watch(let source, let action): ".watch(\(source)) { \(action) }"
        case .work(let lane, let action): ".blocking(on: \(lane)) { \(action) }"
        case .either(let law, let parts): "\(law)\(parts.code)"
        case .dismiss: ".dismiss"
        case .scoped(let inner, let place, _): "\(inner).scoped(\(place))"
        case .missing: ".missing"
        }
    }
}

extension RunStep: CustomStringConvertible {
    package var description: String {
        switch self {
        case .send(let action): "send(\(action))"
        case .finish: "send.finish()"
        case .finishWith(let action): "send.finish(with: \(action))"
        case .fail: "fail(Failed())"
        case .keep: "keep(send)"
        case .cancel(let id): "send.cancel(id: \(id))"
        case .after(let delay, let steps): "send.after(\(delay)) { \(steps.code) }"
        case .store(let action): "store.send(\(action))"
        case .dismiss: "send.dismiss()"
        case .stop: "store.stop()"
        case .release: "store = nil"
        case .cancelAtEnd(let id): "send.onTermination { send.cancel(id: \(id)) }"
        case .atEnd(let action): "send.onTermination { store.send(\(action)) }"
        }
    }
}

extension [Sketch] {
    fileprivate var code: String { "(" + map(\.description).joined(separator: ", ") + ")" }
}

extension [RunStep] {
    fileprivate var code: String { map(\.description).joined(separator: "; ") }
}

extension Change: CustomStringConvertible {
    package var description: String {
        switch moment {
        case .before: "before all: \(code)"
        case .after: "after all: \(code)"
        case .own: code
        case .around: "around it: \(code)"
        }
    }

    /// What is done, as code.
    fileprivate var code: String {
        if let place = path.last, case .element(let id?) = place { return code(ofElement: id) }
        let name = path.code
        return switch kind {
        case .add(let isFull): "\(name) = \(name) ?? Child(\(isFull ? "child: Child()" : ""))"
        case .remove: "\(name) = nil"
        case .replace(let id): "\(name) = Child(id: \(id))"
        case .rename(let id): "\(name)?.id = \(id)"
        case .readd(asItWas: true): "(\(name), \(name)) = (nil, \(name))"
        case .readd(asItWas: false): "\(name)?.child = nil"
        case .reverse: "\(name).reverse()"
        case .save: "saved = state"
        case .restore: "state = saved ?? state"
        }
    }

    private func code(ofElement id: Int) -> String {
        let name = [Place](path.dropLast()).code
        return switch kind {
        case .add(let isFull): "\(name).append(Child(id: \(id)\(isFull ? ", child: Child()" : "")))"
        case .remove: "\(name).remove(id: \(id))"
        case .replace(let other):
            "if \(name).remove(id: \(id)) != nil { \(name).append(Child(id: \(other))) }"
        case .readd(asItWas: true): "\(name).insert(\(name).remove(id: \(id)), at: 0)"
        case .readd(asItWas: false):
            "if \(name).remove(id: \(id)) != nil { \(name).insert(Child(id: \(id)), at: 0) }"
        case .rename, .reverse, .save, .restore: "()"
        }
    }
}

extension [Place] {
    fileprivate var code: String {
        isEmpty
            ? "state"
            : reduce("state") { code, place in
                switch place {
                case .scope(let id): "\(code).scope(\(id))"
                case .element(let id): "\(code)[id: \(id.map { "\($0)" } ?? "_")]"
                case .named(let id): "\(code).named" + (id.map { "(\($0))" } ?? "")
                case .grandchild: "\(code)?.child"
                case .plain, .child, .devices, .sessions, .mode, .active: "\(code).\(place)"
                }
            }
    }
}
