import EffectCore
import SensordCore
import Testing

@Suite struct AlarmTests {
    @Test func aValueMustHoldToAlarm() {
        let world = FakeWorld()
        world.reading = .success(Reading(value: 50))
        world.advance(to: 349)
        #expect(world.state.alarm == .raising)
        world.advance(to: 350)
        #expect(world.state.alarm == .raised)
        #expect(world.events.last == "ALARM: heat is 50.0 °C, at 50.0 °C or over for 250ms")
    }

    @Test func aShortPeakIsNoAlarm() {
        let world = FakeWorld()
        world.reading = .success(Reading(value: 70))
        world.advance(to: 250)
        world.reading = .success(Reading(value: 49.9))
        world.advance(to: 2_000)
        #expect(world.state.alarm == .quiet)
        #expect(!world.events.contains { $0.hasPrefix("ALARM") })
    }

    @Test func theEndOfAnAlarmMustHoldToo() {
        let world = FakeWorld()
        world.reading = .success(Reading(value: 70))
        world.advance(to: 450)
        world.reading = .success(Reading(value: 20))
        world.advance(to: 550)
        #expect(world.state.alarm == .clearing)
        world.reading = .success(Reading(value: 70))
        world.advance(to: 1_050)
        #expect(world.state.alarm == .raised)
        world.reading = .success(Reading(value: 20))
        world.advance(to: 1_350)
        #expect(world.state.alarm == .quiet)
        #expect(world.events.last == "alarm over: heat is 20.0 °C, below 50.0 °C for 250ms")
    }

    @Test func whatIsNotSeenDoesNotHold() {
        let world = FakeWorld()
        world.reading = .success(Reading(value: 70))
        world.advance(to: 150)
        world.reading = .failure(.malformed(path: "/x", expected: "number"))
        world.advance(to: 2_000)
        #expect(world.state.alarm == .quiet)
    }

    @Test func aPauseEndsTheWait() {
        let world = FakeWorld()
        world.reading = .success(Reading(value: 70))
        world.advance(to: 150)
        world.edge()
        world.advance(to: 2_000)
        #expect(world.state.alarm == .quiet)
        #expect(!world.store.isInFlight(id: Sensord.CancelID.alarm))
    }

    @Test func withoutASettingTheSourcesThresholdCounts() {
        let world = FakeWorld { $0.threshold = nil }
        world.reading = .success(Reading(value: 79.9))
        world.advance(to: 1_050)
        #expect(world.state.alarm == .quiet)
        world.reading = .success(Reading(value: 80))
        world.advance(to: 2_000)
        #expect(world.state.alarm == .raised)
    }
}
