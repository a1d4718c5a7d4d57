import EffectCore

/// A send of the test whose effects may run.
struct SentAction {
    var name: String
    var site: CallSite
    var task: StoreTask
}
