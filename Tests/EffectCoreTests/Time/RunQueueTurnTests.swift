import EffectCore
import Testing

@Suite struct RunQueueTurnTests {
    @Test func aTurnThatWasAskedForIsDueAtOnce() {
        let fixture = QueueFixture()
        fixture.time.now = 7
        fixture.queue.resumeNextTurn(fixture.target)
        #expect(fixture.nextDeadline == 7)
        fixture.turn(at: 7)
        #expect(fixture.target.turns == 1)
        #expect(fixture.nextDeadline == nil)
    }

    @Test func aTurnAskedForWithinATurnIsTheNextOne() {
        let fixture = QueueFixture()
        fixture.target.onTurn = { fixture.queue.resumeNextTurn(fixture.target) }
        fixture.queue.resumeNextTurn(fixture.target)
        fixture.turn(at: 0)
        #expect(fixture.target.turns == 1)
        fixture.turn(at: 0)
        #expect(fixture.target.turns == 2)
    }

    @Test func aTargetThatWithdrewHasNoTurn() {
        let fixture = QueueFixture()
        fixture.queue.resumeNextTurn(fixture.target)
        fixture.queue.withdraw(fixture.target)
        fixture.turn(at: 0)
        #expect(fixture.target.turns == 0)
    }

    // R-TIM-01
    @Test func aTimerThatRearmsWithZeroFiresOncePerTurn() {
        let fixture = QueueFixture()
        fixture.target.onFire = { if $0 == 1 { fixture.arm(1, after: 0) } }
        fixture.arm(1, after: 0)
        fixture.arm(2, after: 5)
        for turn in 1...100 {
            #expect(fixture.queue.runTurn() == 1)
            #expect(fixture.target.fired.count == turn)
        }
        fixture.turn(at: 5)
        #expect(fixture.target.fired.suffix(2).sorted() == [1, 2])
    }

    @Test func whatIsDueBeyondTheLimitOfATurnComesFirstInTheNext() {
        let fixture = QueueFixture()
        let count = Int32(Limits.timersPerTurn)
        for token in 0..<count + 2 { fixture.arm(token, after: 5) }
        fixture.turn(at: 5)
        #expect(fixture.target.fired == Array(0..<count))
        fixture.arm(-1, after: 0)
        fixture.turn(at: 5)
        #expect(fixture.target.fired.suffix(3) == [count, count + 1, -1])
    }

    @Test func aCallbackIsReportedWhenItTakesLongerThanItMay() {
        let fixture = QueueFixture()
        var messages: [String] = []
        fixture.queue.reporter = Reporter { messages.append($0.message) }
        fixture.queue.slowCallbackLimit = 100_000
        fixture.target.onFire = { fixture.time.now += Int64($0) * 100_000 }
        for token in 0...2 { fixture.arm(Int32(token), after: 0) }
        fixture.turn(at: 0)
        #expect(fixture.target.fired == [0, 1, 2])
        #expect(messages == ["a timer's callback took 0.2 ms"])
    }

    // TMR-24
    @Test func aSuspendIsSeenByTheBootClockAlone() {
        let fixture = QueueFixture()
        fixture.arm(1, after: 100, clock: .monotonic)
        fixture.arm(2, after: 200, clock: .boottime)
        #expect(fixture.nextDeadline == 100)
        fixture.time.suspended = 150
        #expect(fixture.nextDeadline == 50)
        fixture.turn(at: 50)
        #expect(fixture.target.fired == [2])
        fixture.turn(at: 100)
        #expect(fixture.target.fired == [2, 1])
    }

    @Test func eachClockHasAWakeUpOfItsOwnInItsOwnTime() {
        let fixture = QueueFixture()
        #expect(fixture.queue.nextWakeUp(of: .monotonic) == nil)
        #expect(fixture.queue.nextWakeUp(of: .boottime) == nil)
        fixture.time.suspended = 1_000
        fixture.arm(1, after: 100)
        fixture.arm(2, after: 50, clock: .boottime)
        #expect(fixture.queue.nextWakeUp(of: .monotonic) == 100)
        #expect(fixture.queue.nextWakeUp(of: .boottime) == 1_050)
    }

    @Test(arguments: [TimerClock.monotonic, .boottime])
    func aTimerThatIsHandedOnFiresForWhoHasItThen(clock: TimerClock) {
        let fixture = QueueFixture()
        let timer = fixture.arm(1, after: 10, clock: clock)
        fixture.arm(2, after: 10, clock: clock)
        fixture.queue.setToken(3, of: timer)
        fixture.turn(at: 10)
        #expect(fixture.target.fired == [3, 2])
    }

    @Test func aTargetMayLeaveOutWhatItDoesNotNeed() {
        final class Idle: TurnTarget {}
        let fixture = QueueFixture()
        let idle = Idle()
        fixture.queue.resumeNextTurn(idle)
        let timer = fixture.queue.reserveTimer(for: idle, token: 0)
        fixture.queue.schedule(timer, after: 0)
        _ = fixture.queue.nextDeadline
        #expect(fixture.queue.runTurn() == 2)
        #expect(fixture.nextDeadline == nil)
    }

    @Test func timersOfBothClocksShareOneOrder() {
        let fixture = QueueFixture()
        fixture.arm(1, after: 10, clock: .boottime)
        fixture.arm(2, after: 10)
        fixture.arm(3, after: 10, clock: .boottime)
        fixture.arm(4, after: 5)
        fixture.arm(5, after: 5, clock: .boottime)
        fixture.turn(at: 10)
        #expect(fixture.target.fired == [4, 5, 1, 2, 3])
    }

    @Test func aTurnWithinATurnTraps() async {
        await #expect(processExitsWith: .failure) {
            let fixture = QueueFixture()
            fixture.target.onFire = { _ in fixture.queue.runTurn() }
            fixture.arm(1, after: 0)
            fixture.turn(at: 0)
        }
    }
}
