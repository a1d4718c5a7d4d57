public import EffectCore

extension Timeline {
    /// Sends each value as an action into a store on the clock and draws what the effects send.
    ///
    /// In each frame, what is due runs before the values of the frame are sent. Without an end in the
    /// input the clock stops in its last frame. After `|` it goes on for as long as effects run, and
    /// `|` is drawn when the last one has ended. `;` cancels what runs, and nothing more is sent. An
    /// error that an effect does not handle is drawn as `^`; the effect ends with it. What happens
    /// between two frames belongs to the earlier one.
    ///
    /// ```swift
    /// let output = Timeline("ab--c----|").run {
    ///     .send($0).debounce(id: 0, for: .milliseconds(30))
    /// }
    /// #expect(output == "----b--c-|")
    /// ```
    ///
    /// - Parameters:
    ///   - frame: The length of a frame.
    ///   - clock: Moved on by the length of the input, or more.
    ///   - answer: The effect that each value is answered with; what it sends is the output.
    /// - Returns: A picture as long as the input, or longer when something came later.
    public func run(
        frame: Duration = .milliseconds(10), on clock: TestClock = TestClock(),
        _ answer: @escaping (Character) -> Effect<Character>
    ) -> Timeline {
        let stage = TimelineStage(length: length, frame: frame, on: clock, answer)
        for entry in entries {
            stage.move(to: entry.frame)
            guard stage.play(entry.event) else { break }
        }
        stage.move(to: length - 1)
        if stage.hasEnded { clock.run() }
        return stage.output
    }

    /// Draws what an effect sends in a number of frames, and how it ends if it does.
    public static func drawing(
        _ effect: Effect<Character>, frames: Int, frame: Duration = .milliseconds(10),
        on clock: TestClock = TestClock()
    ) -> Timeline {
        let stage = TimelineStage(length: frames, frame: frame, on: clock) { _ in effect }
        _ = stage.play(.value("-"))
        _ = stage.play(.end)
        stage.move(to: frames - 1)
        return stage.output
    }

    /// An effect that sends each value in its frame, counted from its start.
    ///
    /// It ends at `|`, fails with a ``TimelineError`` at `^`, and otherwise runs until it is cancelled.
    public func effect(frame: Duration = .milliseconds(10)) -> Effect<Character> {
        var steps: [Effect<Character>] = []
        var position = 0
        for entry in entries {
            if entry.frame > position {
                steps.append(.sleep(for: frame * (entry.frame - position)))
                position = entry.frame
            }
            switch entry.event {
            case .value(let value): steps.append(.send(value))
            case .end: return .concatenate(steps)
            case .error:
                // A turn later, when the values of the frame have been reduced.
                steps.append(.sleep(for: .zero))
                steps.append(.run { _ throws(TimelineError) in throw TimelineError() })
                return .concatenate(steps)
            case .cancel: preconditionFailure("Timeline.effect: an effect does not cancel itself")
            }
        }
        steps.append(.sleep(for: .seconds(Int64.max)))
        return .concatenate(steps)
    }
}

/// What the effect of a timeline fails with at `^`.
public struct TimelineError: Error, Hashable {
    /// Creates the error.
    public init() {}
}
