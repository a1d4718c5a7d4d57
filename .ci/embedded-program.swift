// A small daemon, so that the generic code is compiled for real types in Embedded mode too.

import EffectLoop

struct Blink: Reducer {
    struct State { var isOn = false }
    enum Action { case start, toggle, save, stop, measured(Int), failed }
    enum CancelID { case timer, save, meter }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .start:
            return .merge(
                .timer(every: .milliseconds(10), .toggle).cancellable(id: CancelID.timer),
                .run { send in send.after(.milliseconds(100)) { send.finish(with: .stop) } },
                measure())
        case .toggle:
            state.isOn = !state.isOn
            return .concatenate(
                .send(.save).debounce(id: CancelID.save, for: .milliseconds(1)),
                Effect<Int>.sleep(for: .milliseconds(1)).map { _ in .save })
        case .save: return .none
        case .measured(let value):
            return .just(.toggle, scheduling: .queued(id: CancelID.meter, limit: value))
        case .failed: return .none
        case .stop: return .merge(.cancel(id: CancelID.timer), .cancel(id: CancelID.save))
        }
    }
}

enum Fault: Error { case silent }

func read(_ value: Int) -> Operation<Int, Fault> {
    Operation { context, complete in
        context.after(.milliseconds(1)) { complete(.success(value)) }
    }
}

func measure() -> Effect<Blink.Action> {
    let policy = RetryPolicy.exponential(
        from: .milliseconds(1), upTo: .milliseconds(8), jitterPercent: 10, limit: 3,
        random: { 4 })
    let reading = read(1).zip(with: read(2).retry(policy)).map { $0 + $1 }
        .timeout(after: .milliseconds(50), error: .silent)
    return .race(
        reading.effect { result in
            if case .success(let value) = result { .measured(value) } else { .failed }
        },
        .run(retry: policy) { (send: Send<Blink.Action>) throws(Fault) in
            throw Fault.silent
        } catch: { (_: Fault, send: Send<Blink.Action>) in
            send(.failed)
        },
        .batch(count: 2, within: .milliseconds(30)) {
            .measured($0.count)
        } source: { (batch: Batch<Int>) in
            batch.add(1)
            batch.add(2)
        },
        .future { completer in completer(.measured(3)) }.repeated(times: 2)
    ).scheduling(.skipIfRunning(id: Blink.CancelID.meter))
}

struct Board: Reducer {
    struct State { var blink = Blink.State() }
    enum Action { case blink(Blink.Action) }

    var body: some Reducer<State, Action> {
        Scope(
            state: { (state: inout State, change: (inout Blink.State) -> Void) in
                change(&state.blink)
            },
            action: CasePath(Action.blink) {
                if case .blink(let action) = $0 { action } else { nil }
            },
            id: 1
        ) { Blink() }
    }
}

@main
struct Program {
    static func main() {
        guard let loop = try? EventLoop() else { return }
        let store = Store(initialState: Board.State(), on: loop) { Board() }
        var changes = 0
        let token = store.observe { _ in changes += 1 }
        store.send(.blink(.start))
        try? loop.run()
        token.cancel()
    }
}
