import EffectCore
import Testing

@Suite struct RunQueueTests {
    // TMR-27
    @Test func anIdleQueueHasNoDeadline() {
        let fixture = QueueFixture()
        #expect(fixture.nextDeadline == nil)
        #expect(fixture.queue.runTurn() == 0)
        fixture.queue.releaseTimer(fixture.arm(1, after: 10))
        #expect(fixture.nextDeadline == nil)
    }

    // R-TIM-19
    @Test func theDriverIsHandedTheEarliestDeadline() {
        let fixture = QueueFixture()
        fixture.arm(1, after: 100)
        fixture.arm(2, after: 1_000)
        #expect(fixture.nextDeadline == 100)
    }

    // R-TIM-19
    @Test func cancellingTheEarliestGivesTheLaterDeadlineBack() {
        let fixture = QueueFixture()
        fixture.arm(1, after: 1_000)
        let early = fixture.arm(2, after: 100)
        #expect(fixture.nextDeadline == 100)
        fixture.queue.releaseTimer(early)
        #expect(fixture.nextDeadline == 1_000)
    }

    // R-TIM-19
    @Test func postponingTheEarliestGivesTheDeadlineBetween() {
        let fixture = QueueFixture()
        let moved = fixture.arm(1, after: 100)
        fixture.arm(2, after: 500)
        #expect(fixture.nextDeadline == 100)
        fixture.queue.schedule(moved, after: 1_000)
        #expect(fixture.nextDeadline == 500)
    }

    // R-TIM-12
    @Test func equalDeadlinesGoByRegistrationWheneverTheyWereArmed() {
        let fixture = QueueFixture()
        fixture.arm(4, after: 300)
        #expect(fixture.nextDeadline == 300)
        fixture.time.now = 200
        for token in Int32(1)...3 { fixture.arm(token, after: 100) }
        fixture.turn(at: 300)
        #expect(fixture.target.fired == [4, 1, 2, 3])
    }

    @Test func waitsOfOneDrainAreStampedByOneReadOfTheClock() {
        let fixture = QueueFixture()
        for token in Int32(1)...100 { fixture.arm(token, after: 10) }
        fixture.time.reads = 0
        #expect(fixture.nextDeadline == 10)
        #expect(fixture.time.reads == 1)
        #expect(fixture.nextDeadline == 10)
        #expect(fixture.time.reads == 1)
    }

    // TMR-19
    @Test func aWaitIsCountedFromTheEndOfTheDrainThatAskedForIt() {
        let fixture = QueueFixture()
        fixture.arm(1, after: 10)
        fixture.time.now = 50
        #expect(fixture.nextDeadline == 60)
    }

    // TMR-15
    @Test func whatIsArmedInATurnWaitsForTheNextOne() {
        let fixture = QueueFixture()
        fixture.target.onFire = { if $0 == 1 { fixture.arm(3, after: 0) } }
        fixture.arm(1, after: 10)
        fixture.arm(2, after: 10)
        fixture.turn(at: 10)
        #expect(fixture.target.fired == [1, 2])
        #expect(fixture.nextDeadline == 10)
        fixture.turn(at: 10)
        #expect(fixture.target.fired == [1, 2, 3])
    }

    // TMR-16
    @Test func aTimerReleasedByASiblingDoesNotFire() {
        let fixture = QueueFixture()
        var sibling: Int32 = -1
        fixture.target.onFire = { if $0 == 1 { fixture.queue.releaseTimer(sibling) } }
        fixture.arm(1, after: 10)
        sibling = fixture.arm(2, after: 10)
        fixture.turn(at: 10)
        #expect(fixture.target.fired == [1])
        #expect(fixture.queue.armedTimerCount == 0)
    }

    // R-TIM-02
    @Test func aTimerPostponedByASiblingFiresAtItsNewDeadlineAlone() {
        let fixture = QueueFixture()
        var sibling: Int32 = -1
        fixture.target.onFire = { if $0 == 1 { fixture.queue.schedule(sibling, after: 50) } }
        fixture.arm(1, after: 100)
        sibling = fixture.arm(2, after: 100)
        fixture.turn(at: 100)
        #expect(fixture.target.fired == [1])
        #expect(fixture.nextDeadline == 150)
        fixture.turn(at: 150)
        #expect(fixture.target.fired == [1, 2])
    }

    @Test func aRepeatingTimerKeepsItsRegistration() {
        let fixture = QueueFixture()
        let first = fixture.arm(1, after: 10)
        fixture.arm(2, after: 20)
        fixture.turn(at: 10)
        fixture.queue.rearm(first, at: 20)
        fixture.turn(at: 20)
        #expect(fixture.target.fired == [1, 1, 2])
    }

    @Test func aLimitBoundsTheWaitOverAllPostponements() {
        let fixture = QueueFixture()
        let timer = fixture.queue.reserveTimer(for: fixture.target, token: 1)
        for time in stride(from: Int64(0), through: 20, by: 5) {
            fixture.time.now = time
            fixture.queue.schedule(timer, after: 10, limit: 25)
            #expect(fixture.nextDeadline == min(time + 10, 25))
        }
    }

    // R-TIM-21
    @Test func aMillionCancelledWaitsLeaveTheQueueAsItWas() {
        let fixture = QueueFixture()
        fixture.arm(0, after: 86_400_000_000_000)
        for _ in 1...1_000 {
            let timers = (1...1_000).map { fixture.arm($0, after: 3_600_000_000_000) }
            #expect(fixture.queue.armedTimerCount == 1_001)
            for timer in timers { fixture.queue.releaseTimer(timer) }
            #expect(fixture.queue.armedTimerCount == 1)
            #expect(fixture.nextDeadline == 86_400_000_000_000)
        }
    }

    @Test func aNegativeWaitIsTheNextTurn() {
        let fixture = QueueFixture()
        fixture.time.now = 100
        fixture.arm(1, after: -50)
        #expect(fixture.nextDeadline == 100)
    }

    // TMR-20
    @Test func aDeadlineBeyondTheRangeSaturates() {
        let fixture = QueueFixture()
        fixture.time.now = 1
        fixture.arm(1, after: .max)
        fixture.arm(2, after: .max, clock: .boottime)
        #expect(fixture.nextDeadline == .max)
        fixture.time.suspended = 1_000
        #expect(fixture.nextDeadline == .max)
        fixture.turn(at: .max - 2_000)
        #expect(fixture.target.fired.isEmpty)
    }
}
