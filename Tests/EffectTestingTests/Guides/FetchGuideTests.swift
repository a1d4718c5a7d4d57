import EffectDependencies
import EffectTesting
import Testing

// A request to a service by callbacks, its failure, and the service as a dependency.

/// A service that knows the weather; each request ends by one callback.
private struct WeatherClient {
    struct Failed: Error, Equatable { var code: Int }

    var fetch: (_ city: String, _ onResult: @escaping (Result<Int, Failed>) -> Void) -> Void
}

extension WeatherClient: DependencyKey {
    static var liveValue: WeatherClient { WeatherClient { _, _ in } }
}

extension DependencyValues {
    fileprivate var weather: WeatherClient {
        get { self[WeatherClient.self] }
        set { self[WeatherClient.self] = newValue }
    }
}

private struct Weather: Reducer {
    struct State: Equatable {
        var city = ""
        var celsius: Int?
        var isLoading = false
        var problem: String?
    }

    enum Action {
        case cityEntered(String)
        case refresh
        case arrived(Int)
        case failed(code: Int)

        var arrived: Int? { if case .arrived(let celsius) = self { celsius } else { nil } }
        var failed: Int? { if case .failed(let code) = self { code } else { nil } }
    }

    @Dependency(\.weather) var weather

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .cityEntered(let city):
            state = State(city: city)
            return .none
        case .refresh:
            state.isLoading = true
            state.problem = nil
            return .run {
                [city = state.city]
                (send: Send<Action>, fail: @escaping (WeatherClient.Failed) -> Void) in
                weather.fetch(city) { result in
                    switch result {
                    case .success(let celsius): send.finish(with: .arrived(celsius))
                    case .failure(let failure): fail(failure)
                    }
                }
            } catch: { failure, send in
                send(.failed(code: failure.code))
            }
        case .arrived(let celsius):
            state.isLoading = false
            state.celsius = celsius
            return .none
        case .failed(let code):
            state.isLoading = false
            state.problem = code == 503 ? "busy" : "error \(code)"
            return .none
        }
    }
}

@Suite struct FetchGuideTests {
    @Test func aResultArrives() {
        let store = TestStore(initialState: Weather.State(city: "Oslo")) {
            Weather()
        } withDependencies: {
            $0.weather = WeatherClient { city, onResult in
                onResult(.success(city == "Oslo" ? -4 : 30))
            }
        }
        store.send(.refresh) { $0.isLoading = true }
        store.receive(\.arrived, -4) {
            $0.isLoading = false
            $0.celsius = -4
        }
    }

    @Test func aFailureBecomesAnAction() {
        let store = TestStore(initialState: Weather.State(city: "Oslo")) {
            Weather()
        } withDependencies: {
            $0.weather = WeatherClient { _, onResult in onResult(.failure(.init(code: 503))) }
        }
        store.send(.refresh) { $0.isLoading = true }
        store.receive(\.failed) {
            $0.isLoading = false
            $0.problem = "busy"
        }
        store.send(.refresh) {
            $0.isLoading = true
            $0.problem = nil
        }
        store.receive(\.failed, 503) {
            $0.isLoading = false
            $0.problem = "busy"
        }
    }

    /// The effect has the city that was there when it was made, whatever is entered meanwhile.
    @Test func anAnswerThatComesLate() {
        var requests: [(city: String, onResult: (Result<Int, WeatherClient.Failed>) -> Void)] = []
        let store = TestStore(initialState: Weather.State(city: "Oslo")) {
            Weather()
        } withDependencies: {
            $0.weather = WeatherClient { requests.append(($0, $1)) }
        }
        store.send(.refresh) { $0.isLoading = true }
        store.send(.cityEntered("Rome")) { $0 = Weather.State(city: "Rome") }
        #expect(requests.map(\.city) == ["Oslo"])
        requests.removeFirst().onResult(.success(-4))
        store.receive(\.arrived) { $0.celsius = $1 }
    }

    @Test func aServiceWithoutAFakeFailsTheTest() {
        let store = TestStore(initialState: Weather.State()) { Weather() }
        let caught = failures { store.send(.refresh) { $0.isLoading = true } }
        #expect(caught.map(\.name) == ["F-UNIMPLEMENTED"])
        #expect(caught[0].says("weather"))
    }
}
