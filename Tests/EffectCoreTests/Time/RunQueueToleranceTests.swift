import EffectCore
import Testing

@Suite struct RunQueueToleranceTests {
    private func arm(
        _ fixture: QueueFixture, _ token: Int32, after delay: Int64, tolerance: Int64,
        clock: TimerClock = .monotonic
    ) {
        let timer = fixture.queue.reserveTimer(for: fixture.target, token: token, clock: clock)
        fixture.queue.setTolerance(tolerance, of: timer)
        fixture.queue.schedule(timer, after: delay)
    }

    private func wakeUp(_ fixture: QueueFixture) -> Int64? {
        fixture.queue.nextWakeUp?.nanoseconds
    }

    @Test func theDriverMayWaitForTheEndOfATolerance() {
        let fixture = QueueFixture()
        arm(fixture, 1, after: 100, tolerance: 50)
        #expect(fixture.nextDeadline == 100)
        #expect(wakeUp(fixture) == 150)
    }

    @Test func aTimerWithoutToleranceIsServedWhenItIsDue() {
        let fixture = QueueFixture()
        arm(fixture, 1, after: 100, tolerance: 50)
        fixture.arm(2, after: 120)
        #expect(wakeUp(fixture) == 120)
        fixture.turn(at: 120)
        #expect(fixture.target.fired == [1, 2], "one wake-up, in the order of the deadlines")
        #expect(wakeUp(fixture) == nil)
    }

    @Test func nothingIsEarly() {
        let fixture = QueueFixture()
        arm(fixture, 1, after: 100, tolerance: 50)
        arm(fixture, 2, after: 151, tolerance: 50)
        fixture.turn(at: 99)
        #expect(fixture.target.fired.isEmpty)
        fixture.turn(at: 150)
        #expect(fixture.target.fired == [1])
        #expect(wakeUp(fixture) == 201)
    }

    @Test func anyWakeUpServesWhatIsDue() {
        let fixture = QueueFixture()
        arm(fixture, 1, after: 100, tolerance: 50)
        fixture.turn(at: 110)
        #expect(fixture.target.fired == [1])
    }

    @Test func tiesGoByRegistrationWhateverTheTolerance() {
        let fixture = QueueFixture()
        arm(fixture, 1, after: 100, tolerance: 50)
        arm(fixture, 2, after: 100, tolerance: 10)
        fixture.arm(3, after: 100)
        arm(fixture, 4, after: 100, tolerance: 0)
        fixture.turn(at: 100)
        #expect(fixture.target.fired == [1, 2, 3, 4])
    }

    @Test func aTurnThatWasAskedForDoesNotWait() {
        let fixture = QueueFixture()
        fixture.time.now = 7
        arm(fixture, 1, after: 100, tolerance: 50)
        fixture.queue.resumeNextTurn(fixture.target)
        #expect(wakeUp(fixture) == 7)
    }

    @Test func theBootTimeClockHasTolerancesToo() {
        let fixture = QueueFixture()
        arm(fixture, 1, after: 100, tolerance: 50, clock: .boottime)
        arm(fixture, 2, after: 100, tolerance: 60)
        #expect(wakeUp(fixture) == 150)
        fixture.time.suspended = 30
        #expect(wakeUp(fixture) == 120)
        fixture.turn(at: 120)
        #expect(fixture.target.fired == [1, 2])
    }

    @Test func lagCountsFromTheEndOfTheTolerance() {
        let fixture = QueueFixture()
        arm(fixture, 1, after: 100, tolerance: 50)
        fixture.turn(at: 120)
        #expect(fixture.queue.lag.count == 0, "not late yet")
        arm(fixture, 2, after: 100, tolerance: 50)
        fixture.turn(at: 300)
        #expect(fixture.queue.lag.max == .nanoseconds(30))
    }
}
