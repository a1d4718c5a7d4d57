import EffectLoop
import Testing

/// What a person reads who prints the figures.
@Suite struct StatisticsDescriptionTests {
    @Test func aLoopPrintsWhatItDidAndHowLateItWas() throws {
        var statistics = try EventLoop().statistics
        #expect(
            statistics.description == """
                turns 0, callbacks 0, wake-ups 0, idle 100.0 % (waited 0s, ran 0s), timers at most 0
                lag: count 0, median 0s, p99 0s, max 0s
                """)
        statistics.turns = 130
        statistics.callbacks = 300
        statistics.wakeUps = 120
        statistics.timeWaiting = .milliseconds(9_980)
        statistics.timeRunning = .milliseconds(20)
        statistics.armedTimersMax = 4
        #expect(
            statistics.description.hasPrefix(
                "turns 130, callbacks 300, wake-ups 120, idle 99.8 % (waited 9.98s, ran 20ms), "
                    + "timers at most 4\n"))
    }

    @Test func aLanePrintsItsDepth() {
        var statistics = LaneStatistics()
        statistics.running = 1
        statistics.threads = 2
        statistics.returned = 12
        statistics.longestWait = .microseconds(1_250)
        #expect(
            statistics.description
                == "waiting 0, running 1, threads 2, returned 12, longest wait 1.25ms")
    }

    @Test func anInboxPrintsItsCounts() {
        var statistics = InboxStatistics()
        statistics.posted = 12
        statistics.refused = 2
        statistics.wakeUps = 3
        #expect(statistics.description == "waiting 0, posted 12, refused 2, wake-ups 3")
    }
}
