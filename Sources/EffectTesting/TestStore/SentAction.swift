import EffectCore

/// A send of the test whose effects may run.
struct SentAction<Action> {
    var action: Action
    var site: CallSite
    var task: StoreTask
}
