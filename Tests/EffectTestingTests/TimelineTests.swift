import EffectCore
import EffectTesting
import Testing

@Suite struct TimelineTests {
    // OPR-29
    @Test func oneCharacterIsOneFrame() {
        let timeline: Timeline = "-a-b"
        #expect(
            timeline.entries == [
                .init(frame: 1, event: .value("a")), .init(frame: 3, event: .value("b")),
            ])
        #expect(timeline.length == 4)
    }

    // OPR-29
    @Test func aGroupOccupiesOneFrame() {
        let timeline: Timeline = "-a-(bc)-|"
        #expect(timeline.entries.map(\.frame) == [1, 3, 3, 5])
        #expect(timeline.length == 6)
    }

    // OPR-29
    @Test(arguments: [("a|", Timeline.Event.end), ("a^", .error), ("a;", .cancel)])
    func endErrorAndCancelHaveMarblesOfTheirOwn(_ marbles: String, _ event: Timeline.Event) {
        #expect(Timeline(marbles).entries.last == .init(frame: 1, event: event))
    }

    @Test(arguments: ["", "-", "a", "-a-(bc)-|", "(a|)", "--^", "ab--;", "(abc)(de)"])
    func aTimelinePrintsTheMarblesItWasReadFrom(_ marbles: String) {
        #expect(Timeline(marbles).description == marbles)
    }

    @Test func spacesAreLeftOut() {
        #expect(Timeline("- a  -(b c) |") == "-a-(bc)|")
    }

    @Test func aGroupOfOneIsNoGroup() { #expect(Timeline("(a)-").description == "a-") }

    @Test func anAppendedEventLengthensThePicture() {
        var timeline = Timeline(length: 2)
        timeline.append(.value("a"), at: 1)
        timeline.append(.end, at: 3)
        #expect(timeline == "-a-|")
    }

    @Test func marblesThatAreNoPictureTrap() async {
        await #expect(processExitsWith: .failure) { _ = Timeline("((a))") }
        await #expect(processExitsWith: .failure) { _ = Timeline("(a") }
        await #expect(processExitsWith: .failure) { _ = Timeline("a)") }
        await #expect(processExitsWith: .failure) { _ = Timeline("(a-)") }
    }

    @Test func anEventBeforeTheLastOneTraps() async {
        await #expect(processExitsWith: .failure) {
            var timeline: Timeline = "--a"
            timeline.append(.end, at: 1)
        }
    }
}

@Suite struct TimelineRunningTests {
    // OPR-29
    @Test func aFrameIsTenMillisecondsUnlessToldOtherwise() {
        let input: Timeline = "a-----"
        #expect(input.run { .after(.milliseconds(20), $0) } == "--a---")
        #expect(input.run(frame: .seconds(1)) { .after(.seconds(3), $0) } == "---a--")
    }

    @Test func whatFallsBetweenTwoFramesBelongsToTheEarlierOne() {
        #expect(Timeline("a---").run { .after(.milliseconds(19), $0) } == "-a--")
    }

    @Test func theClockStopsInTheLastFrameOfAnInputWithoutEnd() {
        let clock = TestClock()
        #expect(Timeline("a--").run(on: clock) { .after(.milliseconds(30), $0) } == "---")
        #expect(clock.now == Instant(nanoseconds: 20_000_000))
    }

    @Test func theEndIsDrawnWhenTheLastEffectHasEnded() {
        #expect(Timeline("ab|").run { .after(.milliseconds(40), $0) } == "----a(b|)")
        #expect(Timeline("ab|").run { .send($0) } == "ab|")
        #expect(Timeline("|").run { .send($0) } == "|")
    }

    @Test func aCancelEndsWhatRuns() {
        #expect(Timeline("a-;---").run { .after(.milliseconds(20), $0) } == "--(a;)---")
        #expect(Timeline("a-;---").run { .after(.milliseconds(30), $0) } == "--;---")
    }

    @Test func whatIsDueRunsBeforeTheInputOfItsFrame() {
        let output = Timeline("a--b").run { value in
            value == "a" ? .after(.milliseconds(30), "x") : .send(value)
        }
        #expect(output == "---(xb)")
    }

    @Test func anErrorWithoutHandlerIsDrawn() {
        let output = Timeline("a-b--|").run { value in
            value == "b" ? .run { _ throws(TimelineError) in throw TimelineError() } : .send(value)
        }
        #expect(output == "a-^--|")
    }

    @Test func oneClockServesSeveralRuns() {
        let clock = TestClock()
        _ = Timeline("a----").run(on: clock) { .send($0) }
        #expect(Timeline("a----").run(on: clock) { .after(.milliseconds(30), $0) } == "---a-")
    }

    @Test func anInputThatFailsTraps() async {
        await #expect(processExitsWith: .failure) { _ = Timeline("^").run { .send($0) } }
    }
}

@Suite struct TimelineEffectTests {
    // OPR-29
    @Test(arguments: ["-a-(bc)-|", "a", "(ab)|", "|", "----", "abc--d---|--"])
    func theEffectOfATimelineDrawsTheTimeline(_ marbles: String) {
        let timeline = Timeline(marbles)
        #expect(Timeline.drawing(timeline.effect(), frames: timeline.length) == timeline)
    }

    // OPR-29
    @Test func anErrorIsDrawnWithTheEndOfItsEffect() {
        #expect(Timeline.drawing(Timeline("-a^").effect(), frames: 5) == "-a(^|)--")
        #expect(Timeline.drawing(Timeline("(a^)").effect(), frames: 2) == "(a^|)-")
    }

    @Test func anEffectThatCancelsItselfTraps() async {
        await #expect(processExitsWith: .failure) { _ = Timeline("-;").effect() }
    }

    // OPR-21
    @Test func aMergeKeepsTheOrderInTime() {
        let merged = Effect.merge(
            Timeline("a-c-e-g-|").effect(), Timeline("-b-d-f-h-|").effect())
        #expect(Timeline.drawing(merged, frames: 10) == "abcdefgh-|")
        let three = Effect.merge(
            Timeline("a---e---|").effect(), Timeline("-b-d-f-h|").effect(),
            Timeline("--c---g-|").effect())
        #expect(Timeline.drawing(three, frames: 9) == "abcdefgh|")
    }
}
