import CEffectShims
import EffectDependencies
import EffectTesting
import Testing

@Suite struct ProvidedValuesTests {
    private let clock = TestClock()

    // DEP-15
    @Test func anIncrementingGeneratorSharesItsCounter() {
        let store = Store(initialState: [UniqueID](), on: clock) {
            Reduce<[UniqueID], UniqueID?> { state, action in
                if let action {
                    state.append(action)
                    return .none
                }
                @Dependency(\.uuid) var uuid
                return .merge(
                    .run { [uuid] send in send(uuid()) },
                    .run { [uuid] send in send.after(.seconds(1)) { send(uuid()) } })
            }
        } withDependencies: {
            $0.uuid = .incrementing
        }
        store.send(nil)
        clock.advance(by: .seconds(1))
        #expect(store.state == [UniqueID(0), UniqueID(1)])
    }

    @Test func anIdentifierPrintsAsAUUID() {
        #expect(UniqueID(0).description == "00000000-0000-0000-0000-000000000000")
        #expect(UniqueID(31).description == "00000000-0000-0000-0000-00000000001f")
        let id = UniqueID(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98_7654_3210)
        #expect(id.description == "01234567-89ab-cdef-fedc-ba9876543210")
        #expect(UniqueID(high: 1, low: 0) > UniqueID(high: 0, low: .max))
    }

    @Test func aRandomIdentifierIsAUUIDOfVersionFour() {
        let ids = (0..<100).map { _ in present(\.uuid)() }
        #expect(Set(ids).count == 100)
        for id in ids {
            let text = Array(id.description)
            #expect(text[14] == "4")
            #expect("89ab".contains(text[19]))
        }
    }

    @Test func nowIsTheTimeOfTheStoresScheduler() {
        let store = Store(initialState: [Instant](), on: clock) {
            Reduce<[Instant], Bool> { state, isLast in
                @Dependency(\.now) var now
                @Dependency(\.continuousClock) var clock
                state += [now(), clock.now]
                return isLast ? .none : .after(.seconds(5), true)
            }
        } withDependencies: { _ in
        }
        clock.advance(by: .seconds(1))
        store.send(false)
        clock.advance(by: .seconds(5))
        let (first, second) = (
            Instant(nanoseconds: 1_000_000_000), Instant(nanoseconds: 6_000_000_000)
        )
        #expect(store.state == [first, first, second, second])
    }

    @Test func anOverrideOfNowWinsOverTheScheduler() {
        let store = Store(initialState: Instant.zero, on: clock) {
            Reduce<Instant, Bool> { state, _ in
                state = present(\.continuousClock).now
                return .none
            }
        } withDependencies: {
            $0.now = { Instant(nanoseconds: 7) }
        }
        store.send(true)
        #expect(store.state == Instant(nanoseconds: 7))
    }

    @Test func withoutAStoreNowIsTheMonotonicClockOfTheSystem() {
        let before = effect_monotonic_nanoseconds()
        let now = present(\.now)().nanoseconds
        #expect(before <= now && now <= effect_monotonic_nanoseconds())
    }

    @Test func theDateIsTheWallClock() {
        var nanoseconds: Int32 = 0
        let before = effect_wall_seconds(&nanoseconds)
        let date = present(\.date)
        #expect(date().seconds - before <= 60 && date.now.seconds >= before)
        #expect((0..<1_000_000_000).contains(date().nanoseconds))
        let fixed = WallTime(seconds: -1, nanoseconds: 500_000_000)
        withDependencies {
            $0.date = .constant(fixed)
        } operation: {
            #expect(present(\.date)() == fixed)
        }
        #expect(fixed.sinceEpoch == .milliseconds(-500))
        #expect(fixed < .epoch)
    }

    @Test func aSeededGeneratorGivesTheSameNumbersAgain() {
        func faces() -> [Int] {
            withDependencies {
                $0.withRandomNumberGenerator = .seeded(42)
            } operation: {
                @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
                return (0..<20).map { _ in
                    withRandomNumberGenerator { Int.random(in: 1...1_000, using: &$0) }
                }
            }
        }
        #expect(faces() == faces())
        #expect(Set(faces()).count > 10)
        let unseeded = present(\.withRandomNumberGenerator)
        #expect(unseeded { $0.next() } != unseeded { $0.next() })
    }

    @Test func theFirstNumbersOfSplitMix64() {
        let draw = InjectedRandomness.seeded(0)
        // The reference implementation's, for the seed 0.
        #expect(draw { $0.next() } == 0xE220_A839_7B1D_CDAF)
        #expect(draw { $0.next() } == 0x6E78_9E6A_A1B9_65F4)
    }

    @Test func theEnvironmentIsThatOfTheProcess() {
        @Dependency(\.environment) var environment
        #expect(environment("PATH")?.isEmpty == false)
        #expect(environment("NO_SUCH_VARIABLE_OF_A_TEST") == nil)
        withDependencies {
            $0.environment = { ["HOME": "/root"][$0] }
        } operation: {
            #expect(environment("HOME") == "/root")
            #expect(environment("PATH") == nil)
        }
    }

    // DEP-10
    @Test func inATestTheyAreReportedAndGoOnWithFixedValues() {
        let reports = Notes<String>()
        withDependencies {
            $0.context = .test
            $0.reporter = Reporter { reports(String($0.message.prefix { $0 != " " })) }
        } operation: {
            #expect(present(\.uuid)() == UniqueID(0))
            #expect(present(\.date)() == .epoch)
            #expect(present(\.now)() == .zero)
            #expect(present(\.environment)("PATH") == nil)
            let random = present(\.withRandomNumberGenerator)
            #expect(random { $0.next() } == InjectedRandomness.seeded(0)({ $0.next() }))
        }
        #expect(
            reports.all == [
                "uuid", "date", "continuousClock", "environment", "withRandomNumberGenerator",
            ])
    }
}
