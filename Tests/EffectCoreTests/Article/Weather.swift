import EffectCore

// The feature of the article ComingFromTCA.md.

/// What a service offers: callbacks.
struct WeatherService {
    var fetch: (_ onResult: @escaping (Result<Double, WeatherError>) -> Void) -> () -> Void
    var observe: (_ onValue: @escaping (Double) -> Void) -> () -> Void
    var calibrate: () throws(WeatherError) -> Double
    var note: (String) -> Void
}

enum WeatherError: Error, Equatable { case offline, broken }

struct Weather: Reducer {
    struct State: Equatable { var celsius: Double?, isFetching = false, failure: WeatherError? }

    enum Action: Equatable {
        case refresh, response(Result<Double, WeatherError>), watch, sample(Double), pause
        case keepFresh, calibrate, failed(WeatherError), reset, ask, note, leave
    }

    enum CancelID { case fetch, watching }

    let service: WeatherService

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .refresh:
            state.isFetching = true
            return .run { send in
                let abort = service.fetch { result in send.finish(with: .response(result)) }
                send.onCancel(abort)
            }
            .cancellable(id: CancelID.fetch, cancelInFlight: true)
        case .watch:
            return .run { send in
                let stop = service.observe { celsius in send(.sample(celsius)) }
                send.onTermination(stop)
            }
            .cancellable(id: CancelID.watching)
        case .pause:
            return .merge(.cancel(id: CancelID.watching), .after(.seconds(60), .watch))
        case .keepFresh:
            return .timer(every: .seconds(600), .refresh)
        case .calibrate:
            return .run { send throws(WeatherError) in
                send(.sample(try service.calibrate()))
            } catch: { error, send in
                send(.failed(error))
            }
        case .ask:
            return .run { (send, fail: @escaping (WeatherError) -> Void) in
                _ = service.fetch { result in
                    switch result {
                    case .success(let celsius): send.finish(with: .sample(celsius))
                    case .failure(let error): fail(error)
                    }
                }
            } catch: { error, send in
                send(.failed(error))
            }
        case .reset:
            return .run { send in
                send(.note)
                send.after(.seconds(1)) {
                    send.cancel(id: CancelID.fetch)
                    send.finish(with: .refresh)
                }
            }
        case .note:
            return .fireAndForget { [celsius = state.celsius] in service.note("\(celsius ?? 0)") }
        case .leave:
            return .dismiss
        case .response(let result):
            state.isFetching = false
            if case .success(let celsius) = result { state.celsius = celsius }
        case .sample(let celsius):
            state.celsius = celsius
        case .failed(let error):
            state.failure = error
        }
        return .none
    }
}
