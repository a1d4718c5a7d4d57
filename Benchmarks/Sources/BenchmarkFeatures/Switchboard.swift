import EffectCore

/// A thousand lines, each with a channel that is told its level.
public enum Switchboard {
    /// The level of each line.
    public struct State {
        var levels: [Int]
        var count = 0

        /// All at zero.
        public init(lines: Int) { levels = Array(repeating: 0, count: lines) }
    }

    /// What changes no line, and what changes one.
    public enum Action {
        case count
        case raise(Int)
    }

    /// A channel for each level.
    public static func channels(_ levels: [Int]) -> [Channel<Action>] {
        levels.indices.map { line in
            Channel(id: line, broadcasting: .onChange(levels[line])) { _ in
                ChannelHandler(receive: { _ in }, cancel: {})
            }
        }
    }

    /// What the state wants.
    public static func channels(of state: State) -> [Channel<Action>] { channels(state.levels) }

    private static var changes: Behavior<Action, State, Void> {
        .reduce { action, state in
            switch action {
            case .count: state.count += 1
            case .raise(let line): state.levels[line] += 1
            }
        }
    }

    /// Asked for its channels after each action.
    public static var behavior: Behavior<Action, State, Void> {
        changes.supervise { state, _ in channels(of: state) }
    }

    /// Asked for its channels when a level has changed.
    public static var sliced: Behavior<Action, State, Void> {
        changes.supervise(on: \.levels) { levels, _ in channels(levels) }
    }
}
