import EffectCore
import Glibc
import SensordCore
import Testing

@Suite struct ReloadTests {
    @Test func aNewPeriodStartsTheTimerAnew() {
        let world = FakeWorld()
        world.advance(to: 150)
        var settings = Settings()
        settings.period = .milliseconds(40)
        world.file = .success(settings)
        world.signals.send(SIGHUP)
        world.advance(to: 240)
        #expect(world.samples == [0, 100, 150, 190, 230])
        #expect(world.state.settings == settings)
        #expect(world.events.last == "configuration: \(settings.text)")
    }

    @Test func anUnchangedPeriodKeepsItsGrid() {
        let world = FakeWorld()
        world.advance(to: 150)
        var settings = Settings()
        settings.period = .milliseconds(100)
        settings.threshold = 7
        world.file = .success(settings)
        world.signals.send(SIGHUP)
        world.advance(to: 210)
        #expect(world.samples == [0, 100, 200])
    }

    @Test func aReloadDoesNotEndAPause() {
        let world = FakeWorld()
        world.edge()
        world.advance(to: 100)
        world.signals.send(SIGHUP)
        world.advance(to: 2_000)
        #expect(world.state.mode == .paused)
        #expect(world.samples == [0])
    }

    @Test func aWrongFileIsSaidAndTheOldSettingsStay() {
        let world = FakeWorld()
        let old = world.state.settings
        world.file = .failure(.wrong(path: "/etc/x", line: 3, message: "no"))
        world.signals.send(SIGHUP)
        #expect(world.state.settings == old)
        #expect(world.events.last == "configuration: /etc/x:3: no; keeping the old one")
    }
}
