import EffectCore
import Testing

@Suite struct EffectStatisticsTests {
    @Test func soManyEffectsHaveACountOfTheirOwnAndAllAreInTheTotal() {
        let limit = Limits.effectNamesCounted
        var kept: [Send<Int>] = []
        let harness = Harness<Int> { number in
            switch number {
            case 0: .run(name: "early") { kept.append($0) }
            case limit: .run(name: "late") { kept.append($0) }
            default: .run(line: UInt(number)) { kept.append($0) }
            }
        }
        for number in 0...limit { harness.send(number) }
        // The second time is too late.
        for send in kept + kept { send.finish() }
        let statistics = harness.store.effectStatistics
        #expect(statistics.droppedSends == limit + 1)
        #expect(statistics.droppedSends(ofEffectsNamed: "early") == 1)
        #expect(statistics.droppedSends(ofEffectsNamed: "late") == 0)
        kept[0].finish()
        #expect(harness.store.effectStatistics.droppedSends(ofEffectsNamed: "early") == 2)
    }

    @Test func statisticsDescribeThemselvesInOneLine() {
        var kept: Send<Int>?
        let harness = Harness<Int> { _ in .run { kept = $0 } }
        harness.send(0)
        kept?.finish()
        kept?(1)
        #expect(
            harness.store.effectStatistics.description == "dropped sends: 1, missing children: 0")
    }
}
