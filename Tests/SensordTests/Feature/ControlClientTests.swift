import EffectCore
import EffectTesting
import Glibc
import SensordCore
import Testing

/// Who comes and goes at the control socket, and at what pace.
@Suite struct ControlClientTests {
    private let world = FakeWorld(isControlled: true) { $0.status = .zero }

    init() { world.connect(30) }

    @Test func oneClientTooManyIsToldAndLetGo() {
        for descriptor in 31..<Int32(38) { world.connect(descriptor) }
        world.connect(99)
        #expect(world.socket.take(99) == "error: there are 8 clients already\n")
        #expect(world.socket.closed == [99])
        #expect(world.descriptors.watchCount(of: 99) == 0)
        world.hangUp(33)
        world.connect(33)
        #expect(world.type("set hold 1s\n", from: 33) == "ok\n")
    }

    @Test func aLineWithoutAnEndIsThrownAwayAsItComes() {
        let chunk = String(repeating: "x", count: 4_096)
        #expect(world.type(chunk, from: 30) == "error: the line is longer than 256 bytes\n")
        for _ in 0..<100 { #expect(world.type(chunk, from: 30).isEmpty) }
        #expect(world.type("x\nset hold 1s\n", from: 30) == "ok\n")
    }

    @Test func roomIsWatchedOnlyWhileOutputWaits() {
        #expect(world.descriptors.interest(in: 30) == .readable)
        world.socket.room = 1
        #expect(world.type("set hold 1s\n", from: 30) == "o")
        #expect(world.descriptors.interest(in: 30) == [.readable, .writable])
        world.socket.room = 100
        world.descriptors.becomeWritable(30)
        #expect(world.socket.take(30) == "k\n")
        #expect(world.descriptors.interest(in: 30) == .readable)
    }

    @Test func aSlowReaderLosesLinesAndIsToldHowMany() {
        _ = world.type("watch\n", from: 30)
        world.socket.room = 0
        world.advance(to: 100_000)
        let client = world.state.control.clients[0]
        #expect(client.output.bytes.count < ControlLimits.outputBytes)
        #expect(client.output.dropped > 0)
        world.socket.room = .max
        world.descriptors.becomeWritable(30)
        let late = world.socket.take(30).split(separator: "\n").count
        #expect(late + client.output.dropped == 1_000)
        world.advance(to: 100_100)
        #expect(world.socket.take(30).hasPrefix("(lines dropped: \(client.output.dropped))\nsamp"))
    }

    @Test func whoDoesNotReadIsNotReadFromUntilItDoes() {
        world.socket.room = 0
        let flood = String(repeating: "help\n", count: 800)
        _ = world.type(flood, from: 30)
        let held = world.state.control.clients[0].output.bytes.count
        #expect(held >= ControlLimits.outputBytes && held < ControlLimits.outputBytes + 1_024)
        #expect(world.descriptors.interest(in: 30) == .writable)
        #expect(world.socket.readCount == 1)
        world.socket.room = .max
        world.descriptors.becomeWritable(30)
        world.clock.advance(by: .zero)
        let answers = world.socket.take(30).split(separator: "\n").count { $0 == "ok" }
        #expect(answers == 800)
        #expect(world.descriptors.interest(in: 30) == .readable)
    }

    @Test func aClientThatEndsItsInputStillGetsItsAnswers() {
        world.socket.room = 0
        _ = world.type("set hold 1s", from: 30)
        world.hangUp(30)
        #expect(world.socket.closed.isEmpty)
        world.socket.room = .max
        world.descriptors.becomeWritable(30)
        #expect(world.socket.take(30) == "ok\n")
        #expect(world.socket.closed == [30])
        #expect(world.descriptors.watchCount(of: 30) == 0)
    }

    @Test func aClientThatVanishesIsLetGo() {
        world.socket.failure = .fake("broken pipe")
        _ = world.type("watch\n", from: 30)
        #expect(world.socket.closed == [30])
        #expect(world.state.control.clients.isEmpty)
        #expect(world.descriptors.watchCount(of: 30) == 0)
        world.advance(to: 500)
        #expect(world.samples.count == 6)
    }

    @Test func withoutADescriptorItTriesAgainLater() {
        world.socket.arrival = .failed(.fake("too many open files"))
        world.descriptors.becomeReadable(FakeControlSocket.descriptor)
        #expect(world.descriptors.watchCount(of: FakeControlSocket.descriptor) == 0)
        #expect(
            world.events.last
                == "control: watch 7: too many open files (1); trying again in 1s")
        world.advance(to: 1_000)
        #expect(world.descriptors.watchCount(of: FakeControlSocket.descriptor) == 1)
    }

    @Test func theEndOfTheOutputEndsTheClientsToo() {
        world.printFailure = .fake("broken pipe")
        world.advance(to: 200)
        #expect(world.socket.closed == [30])
        #expect(world.descriptors.watchCount == 0)
        #expect(!world.clock.hasPendingWork)
    }

    @Test func theReportNamesTheClient() {
        world.signals.send(SIGUSR1)
        #expect(world.events.contains { $0.hasPrefix("  run       descriptor  client 1") })
    }
}
