import EffectCore
import EffectTesting
import Testing

// The code of ComingFromTCA.md, compiled and run. `everyLineOfCodeIsCompiled` holds the two together.

@Suite struct ComingFromTCAArticleTests {
    private static var service: WeatherService {
        WeatherService(
            fetch: { _ in {} }, observe: { _ in {} }, calibrate: { 0 }, note: { _ in })
    }

    @Test func aFetchIsTested() {
        var service = Self.service
        service.fetch = { onResult in
            onResult(.success(18.5))
            return {}
        }
        let store = TestStore(initialState: Weather.State()) { Weather(service: service) }
        store.send(.keepFresh)
        store.advance(by: .seconds(600))
        store.receive(.refresh) { $0.isFetching = true }
        store.receive(.response(.success(18.5))) {
            $0.isFetching = false
            $0.celsius = 18.5
        }
        store.skipInFlightEffects()
    }

    @Test func aFetchIsDisplacedAndAborted() {
        var service = Self.service
        var aborts = 0
        var kept: [(Result<Double, WeatherError>) -> Void] = []
        service.fetch = { onResult in
            kept.append(onResult)
            return { aborts += 1 }
        }
        let store = Store(initialState: Weather.State(), on: TestClock()) {
            Weather(service: service)
        }
        store.send(.refresh)
        store.send(.refresh)
        #expect(aborts == 1)
        kept[0](.success(1))
        #expect(store.state.celsius == nil)
        kept[1](.success(2))
        #expect(store.state.celsius == 2)
        #expect(aborts == 1)
        store.send(.ask)
        kept[2](.failure(.offline))
        #expect(store.state.failure == .offline)
        store.send(.ask)
        kept[3](.success(3))
        #expect(store.state.celsius == 3)
        #expect(store.effects.isEmpty)
    }

    @Test func aSubscriptionStopsAndStartsAgain() {
        var service = Self.service
        var tell: (Double) -> Void = { _ in }
        var stops = 0
        service.observe = { onValue in
            tell = onValue
            return { stops += 1 }
        }
        let clock = TestClock()
        let store = Store(initialState: Weather.State(), on: clock) { Weather(service: service) }
        store.send(.watch)
        tell(3)
        tell(4)
        #expect(store.state.celsius == 4)
        store.send(.pause)
        tell(5)
        #expect(store.state.celsius == 4)
        #expect(stops == 1)
        clock.advance(by: .seconds(60))
        tell(6)
        #expect(store.state.celsius == 6)
    }

    @Test func errorsAreTypedAndStepsWait() {
        var service = Self.service
        var notes: [String] = []
        service.calibrate = { () throws(WeatherError) in throw .broken }
        service.note = { notes.append($0) }
        let clock = TestClock()
        let store = Store(initialState: Weather.State(), on: clock) { Weather(service: service) }
        var reports: [Report.Kind] = []
        store.reporter = Reporter { reports.append($0.kind) }
        store.send(.calibrate)
        #expect(store.state.failure == .broken)
        store.send(.reset)
        #expect(notes == ["0.0"])
        #expect(!store.state.isFetching)
        clock.advance(by: .seconds(1))
        #expect(store.state.isFetching)
        store.send(.leave)
        #expect(reports == [.dismissalUnserved])
    }

    @Test func everyLineOfCodeIsCompiled() throws {
        try ArticleCode(features: ["Weather.swift"]).covers("ComingFromTCA.md", lineCount: 45)
    }
}
