public import EffectCore

/// A feature that keeps a channel open for each of its lines, and tells it the line's level.
public struct Switchboard {
    /// What it remembers.
    public struct State {
        /// One for each channel.
        public var levels: [Int]
        /// What has nothing to do with the channels.
        public var total = 0

        /// Creates a switchboard with that many lines.
        public init(lines: Int) { levels = Array(repeating: 0, count: lines) }
    }

    /// What happens to it.
    public enum Action {
        case add(Int)
        case raise(Int)
    }

    /// Counts the values that arrive in channels.
    public final class Exchange {
        /// How many channels are open.
        public var open = 0
        /// How many values have arrived.
        public var values = 0

        /// Creates one without channels.
        public init() {}
    }

    /// The feature without its channels.
    public static var counting: Behavior<Action, State, Exchange> {
        .reduce { action, state in
            switch action {
            case .add(let value): state.total &+= value
            case .raise(let line): state.levels[line] &+= 1
            }
        }
    }

    /// The feature, which is asked for its channels after each action.
    public static var supervised: Behavior<Action, State, Exchange> {
        counting.supervise { state, exchange in channels(state.levels, exchange) }
    }

    /// The feature, which is asked for its channels where the levels have changed.
    public static var sliced: Behavior<Action, State, Exchange> {
        counting.supervise(on: { $0.levels }, channels)
    }

    /// The list of all channels.
    public static func channels(_ levels: [Int], _ exchange: Exchange) -> [Channel<Action>] {
        levels.indices.map { line in
            Channel(id: line, broadcasting: .onChange(levels[line])) { dispatch in
                exchange.open += 1
                return ChannelHandler(
                    receive: { _ in exchange.values += 1 },
                    cancel: {
                        exchange.open -= 1
                        _ = dispatch
                    })
            }
        }
    }
}
