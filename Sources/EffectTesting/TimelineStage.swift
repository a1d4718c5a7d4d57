import EffectCore

/// A store that a timeline is played to, and the picture of what it does.
final class TimelineStage {
    private enum Action {
        case input(Character)
        case output(Character)
    }

    private let drawing: Drawing
    private let clock: TestClock
    private let store: Store<Void, Action>
    private var tasks: [StoreTask] = []

    init(
        length: Int, frame: Duration, on clock: TestClock,
        _ answer: @escaping (Character) -> Effect<Character>
    ) {
        let drawing = Drawing(length: length, frame: frame, clock: clock)
        self.drawing = drawing
        self.clock = clock
        store = Store(initialState: (), on: clock) {
            Reduce { _, action in
                switch action {
                case .input(let value): return answer(value).map(Action.output)
                case .output(let value):
                    drawing.add(.value(value))
                    return .none
                }
            }
        }
        store.reporter = Reporter { report in
            if report.kind == .unhandledError { drawing.add(.error) }
        }
    }

    var output: Timeline { drawing.timeline }
    var hasEnded: Bool { drawing.hasEnded }

    func move(to frame: Int) { clock.advance(to: drawing.instant(of: frame)) }

    /// Whether the input goes on after the event.
    func play(_ event: Timeline.Event) -> Bool {
        switch event {
        case .value(let value):
            let task = store.send(.input(value))
            tasks.append(task)
            drawing.running += 1
            task.onFinish { [drawing] in drawing.taskEnded() }
            return true
        case .end: drawing.inputEnded()
        case .cancel:
            for task in tasks { task.cancel() }
            drawing.add(.cancel)
        case .error:
            preconditionFailure("Timeline.run: actions do not fail; see Timeline.effect(frame:)")
        }
        return false
    }
}

/// A picture in the making. The store holds it, and it does not hold the store.
private final class Drawing {
    private(set) var timeline: Timeline
    private(set) var hasEnded = false
    var running = 0
    private let start: Instant
    private let frame: Duration
    private let clock: TestClock

    init(length: Int, frame: Duration, clock: TestClock) {
        timeline = Timeline(length: length)
        start = clock.now
        self.frame = frame
        self.clock = clock
    }

    func instant(of frame: Int) -> Instant { start.advanced(by: self.frame * max(0, frame)) }

    func add(_ event: Timeline.Event) {
        let elapsed = start.duration(to: clock.now).roundedNanoseconds
        timeline.append(event, at: Int(elapsed / frame.roundedNanoseconds))
    }

    func inputEnded() {
        hasEnded = true
        if running == 0 { add(.end) }
    }

    func taskEnded() {
        running -= 1
        if hasEnded, running == 0 { add(.end) }
    }
}
