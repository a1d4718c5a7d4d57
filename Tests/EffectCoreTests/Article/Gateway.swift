import EffectCore

// The features of the article Policies.md.

/// What the driver of a radio offers: callbacks.
struct Radio {
    var connect: (_ onResult: @escaping (Result<Void, RadioError>) -> Void) -> Void
    var ask: (_ text: String, _ onAnswer: @escaping (String) -> Void) -> Void
    var abort: () -> Void
}

enum RadioError: Error, Equatable { case silent, busy, refused(String) }

struct Link: Reducer {
    struct State: Equatable {
        var isUp = false
        var backoff = Backoff.exponential(
            from: .seconds(1), upTo: .seconds(30), jitterPercent: 20)
    }
    enum Action { case connect, connected(Result<Void, RadioError>), lost }
    enum CancelID { case link }

    let radio: Radio
    let random: () -> UInt64

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .connect:
            return .future { completer in
                radio.connect { result in completer(.connected(result)) }
                completer.onCancel { radio.abort() }
            }
            .scheduling(.replacing(id: CancelID.link))
        case .connected(.success):
            state.isUp = true
            state.backoff.reset()
            return .none
        case .connected(.failure), .lost:
            state.isUp = false
            let wait = state.backoff.next(random: random)
            return .after(wait, .connect).scheduling(.replacing(id: CancelID.link))
        }
    }
}

struct Uploads: Reducer {
    enum Action { case upload(Int), flush, save, uploaded(Int), saved, dropped, stop }
    enum CancelID { case upload, flush, save }

    let send: (_ report: Int, _ onDone: @escaping () -> Void) -> Void

    func reduce(into state: inout [String], action: Action) -> Effect<Action> {
        switch action {
        case .upload(let report):
            return .future { completer in send(report) { completer(.uploaded(report)) } }
                .scheduling(.queued(id: CancelID.upload, limit: 2))
        case .flush:
            return .after(.seconds(2), .saved).scheduling(.skipIfRunning(id: CancelID.flush))
        case .save:
            return .just(.saved, scheduling: .debounce(id: CancelID.save, delay: .seconds(1)))
        case .stop:
            return .merge(
                Effect.none.scheduling(.cancelInFlight(id: CancelID.upload)),
                .just(.dropped, scheduling: .immediately.delayed(by: .seconds(5))))
        case .uploaded(let report): state.append("uploaded \(report)")
        case .saved: state.append("saved")
        case .dropped: state.append("dropped")
        }
        return .none
    }
}

struct Valve: Reducer {
    enum Action { case open, opened, failed(RadioError), watch, position(Int), sampled([Int]) }

    let radio: Radio
    let drive: () throws(RadioError) -> Void
    let onPosition: (@escaping (Int) -> Void) -> Void

    func reduce(into state: inout [String], action: Action) -> Effect<Action> {
        switch action {
        case .open:
            let policy = RetryPolicy.constant(.milliseconds(200), limit: 3)
            return .run(retry: policy, if: { $0 == .busy }) { send throws(RadioError) in
                try drive()
                send(.opened)
            } catch: { error, send in
                send(.failed(error))
            }
            .timeout(after: .seconds(5), .failed(.silent))
        case .watch:
            return .merge(
                .race(ask("A"), ask("B").delay(for: .milliseconds(50))),
                .batch(count: 3, within: .seconds(1)) {
                    .sampled($0)
                } source: { batch in
                    onPosition { batch.add($0) }
                },
                .just(.position(-1)).repeated(times: 2, pause: .seconds(10)))
        case .opened: state.append("opened")
        case .failed(let error): state.append("failed \(error)")
        case .position(let position): state.append("at \(position)")
        case .sampled(let positions): state.append("sampled \(positions)")
        }
        return .none
    }

    private func ask(_ name: String) -> Effect<Action> {
        .future { completer in radio.ask(name) { completer(.position(Int($0) ?? 0)) } }
    }
}

extension Radio {
    func request(_ text: String) -> Operation<String, RadioError> {
        Operation { context, complete in
            ask(text) { complete(.success($0)) }
            context.onCancel { abort() }
        }
        .timeout(after: .seconds(1), error: .silent)
        .retry(.constant(.milliseconds(100), limit: 2))
    }

    func command(_ text: String) -> Operation<Void, RadioError> {
        request(text).flatMap { $0 == "OK" ? .success(()) : .failure(.refused(text)) }
    }
}

struct Setup: Reducer {
    enum Action { case run, stop, done(Result<String, RadioError>) }
    enum CancelID { case setup }

    let radio: Radio

    func reduce(into state: inout [String], action: Action) -> Effect<Action> {
        switch action {
        case .run:
            return radio.command("RESET")
                .flatMap { .sleep(for: .seconds(2)) }
                .flatMap { radio.command("CHANNEL 7") }
                .flatMap { radio.request("ID?") }
                .effect(name: "setup") { .done($0) }
                .cancellable(id: CancelID.setup)
        case .stop: return .cancel(id: CancelID.setup)
        case .done(let result):
            state.append("\(result)")
            return .none
        }
    }
}
