import EffectLoop
import EffectTesting
import Glibc
import Testing

extension RealLoop {
    /// The daemon of the design, as written there.
    @Suite(.serialized) struct ThermostatDaemon {
        init() { writtenSetpoints.withLock { $0 = [] } }

        @Test func itRunsOnFakes() {
            let clock = TestClock()
            let disk = TestLane()
            var pending: [(Double) -> Void] = []
            let sensor = Sensor { onValue in
                pending.append(onValue)
                return Sensor.Request(abort: {})
            }
            let store = Store(initialState: Thermostat.State(), on: clock) {
                Thermostat(sensor: sensor, disk: disk)
            }
            var actions: [Thermostat.Action] = []
            let log = store.onAction { action, _ in actions.append(action) }
            store.send(.start)
            clock.advance(by: .seconds(1))
            pending.removeFirst()(18.5)
            #expect(store.state == .init(celsius: 18.5, heating: true))
            for setpoint in [21.0, 22.0, 18.0] { store.send(.setpoint(setpoint)) }
            clock.advance(by: .milliseconds(300))
            #expect(disk.waitingCount == 1, "a burst is saved once")
            #expect(writtenSetpoints.withLock { $0 } == [])
            #expect(disk.runNext())
            #expect(writtenSetpoints.withLock { $0 } == [18])
            store.send(.stop)
            #expect(!clock.hasPendingWork)
            #expect(
                actions == [
                    .start, .tick, .sample(18.5), .setpoint(21), .setpoint(22), .setpoint(18),
                    .save, .saved, .stop,
                ])
            log.cancel()
        }

        @Test func itRunsOnARealLoop() throws {
            let loop = try EventLoop()
            let line = Pair.pipe()
            let store = Store(initialState: Thermostat.State(), on: loop) {
                Thermostat(sensor: .live(loop, line.reader), disk: loop.lane("disk"))
            }
            var actions: [Thermostat.Action] = []
            let log = store.onAction { action, _ in
                actions.append(action)
                if action == .tick { line.send("18.5") }
                if case .sample = action { store.send(.setpoint(18)) }
                if action == .setpoint(18) { store.send(.stop) }
            }
            store.send(.start)
            // Ends by itself: the last effect is the save.
            try loop.run()
            #expect(
                actions == [.start, .tick, .sample(18.5), .setpoint(18), .stop, .save, .saved])
            #expect(store.state == .init(celsius: 18.5, heating: true, setpoint: 18))
            #expect(writtenSetpoints.withLock { $0 } == [18])
            log.cancel()
        }
    }
}

extension Sensor {
    /// A thermometer behind a descriptor, which answers with digits.
    fileprivate static func live(_ loop: EventLoop, _ fileDescriptor: Int32) -> Sensor {
        Sensor { onValue in
            var token: WatchToken?
            token = try? loop.watch(fileDescriptor, for: .readable) { _ in
                token?.cancel()
                token = nil
                var bytes = [UInt8](repeating: 0, count: 64)
                let count = max(0, Glibc.read(fileDescriptor, &bytes, bytes.count))
                onValue(Double(String(decoding: bytes.prefix(count), as: UTF8.self)) ?? .nan)
            }
            return Request { token?.cancel() }
        }
    }
}
