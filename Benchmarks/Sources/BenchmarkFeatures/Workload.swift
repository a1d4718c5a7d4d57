public import EffectCore

/// A feature that lives in another module than the store, as features of a daemon do.
public struct Workload: Reducer {
    /// What the feature counts.
    public struct State {
        /// Events, ticks and inputs.
        public var total = 0
        /// Quiet periods that ended in a save.
        public var saves = 0

        /// Creates a state that has counted nothing.
        public init() {}
    }

    /// What happens to a daemon all day, one case for each measurement.
    public enum Action {
        case event(Int)
        case startTimer
        case tick
        case type
        case save
        case callback
        case once(Int)
        case open(Int)
        case close(Int)
        case stop
    }

    enum CancelID { case timer, typing }

    /// What a daemon's feature gets from outside.
    let step: Int

    /// Creates the feature.
    public init(step: Int) { self.step = step }

    /// Counts, and answers with the effect that is measured.
    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .event(let value):
            state.total &+= value
            return .none
        case .startTimer:
            return .timer(every: .milliseconds(1), .tick).cancellable(id: CancelID.timer)
        case .tick:
            state.total &+= step
            return .none
        case .type:
            state.total &+= step
            return .send(.save).debounce(id: CancelID.typing, for: .milliseconds(300))
        case .save:
            state.saves &+= 1
            return .none
        case .callback:
            return .run { send in send(.tick) }
        case .once(let delay):
            return .after(.milliseconds(delay), .tick)
        case .open(let number):
            return .after(.seconds(60), .tick).cancellable(id: number)
        case .close(let number):
            return .cancel(id: number)
        case .stop:
            return .cancelAll
        }
    }
}
