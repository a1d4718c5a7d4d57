import EffectCore
import SensordCore
import Testing

@Suite struct ContactTests {
    @Test func bouncesAreOnePress() {
        let world = FakeWorld()
        for time in [110, 115, 130, 170] {
            world.advance(to: time)
            world.edge()
        }
        world.advance(to: 219)
        #expect(world.state.mode == .sampling)
        world.advance(to: 220)
        #expect(world.state.mode == .paused)
        #expect(world.state.contact.edges == 4)
        #expect(world.state.contact.presses == 1)
    }

    @Test func aPressPausesAndTheNextOneResumes() {
        let world = FakeWorld()
        world.advance(to: 110)
        world.edge()
        world.advance(to: 1_000)
        #expect(world.samples == [0, 100])
        #expect(!world.store.isInFlight(id: Sensord.CancelID.sampling))
        world.edge()
        world.advance(to: 1_200)
        #expect(world.samples == [0, 100, 1_050, 1_150])
        #expect(world.events.suffix(2) == ["contact: paused", "contact: resumed"])
    }

    @Test func theEndOfTheLineEndsTheWatch() {
        let world = FakeWorld()
        world.look = .end
        world.edge()
        #expect(!world.isLineWatched)
        #expect(
            world.events.last == "contact line: the line has ended; going on without it")
        world.advance(to: 300)
        #expect(world.samples.count == 4)
    }

    @Test func theEndOfTheLineEndsAPause() {
        let world = FakeWorld()
        world.advance(to: 110)
        world.edge()
        world.advance(to: 1_000)
        #expect(world.state.mode == .paused)
        world.look = .end
        world.edge()
        #expect(world.state.mode == .sampling)
        #expect(world.events.last == "contact: resumed")
        world.advance(to: 1_100)
        #expect(world.samples == [0, 100, 1_000, 1_100])
    }

    @Test func aPressThatHasNotSettledWhenTheLineEndsDoesNotPause() {
        let world = FakeWorld()
        world.edge()
        world.look = .end
        world.edge()
        world.advance(to: 1_000)
        #expect(world.state.mode == .sampling)
        #expect(world.state.contact.presses == 1)
        #expect(world.samples.count == 11)
    }

    @Test func aFailedReadEndsTheWatch() {
        let world = FakeWorld()
        world.look = .failed(.fake("input/output error"))
        world.edge()
        #expect(!world.isLineWatched)
        #expect(
            world.events.last
                == "contact line: watch 7: input/output error (1); going on without it")
    }

    @Test func nothingToReadIsNoEdge() {
        let world = FakeWorld()
        world.look = .nothing
        world.edge()
        world.advance(to: 300)
        #expect(world.isLineWatched)
        #expect(world.state.contact.edges == 0)
        #expect(!world.state.contact.isSettling)
    }

    @Test func aLineThatCannotBeWatchedIsSaidOnce() {
        let world = FakeWorld()
        world.descriptors.fail(FakeWorld.line, with: .fake("operation not permitted"))
        world.advance(to: 300)
        let said = world.events.filter { $0.hasPrefix("contact line:") }
        #expect(
            said == [
                "contact line: the line cannot be watched (operation not permitted); "
                    + "going on without it"
            ])
        #expect(world.samples.count == 4)
    }
}
