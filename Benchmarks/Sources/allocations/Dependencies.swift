import BenchmarkFeatures
import EffectDependencies

/// The same feature in a store with an override, and with another one around the feature.
func makeStoreWithDependencies(
    on scheduler: ManualScheduler
) -> Store<Workload.State, Workload.Action> {
    Store(initialState: Workload.State(), on: scheduler) {
        Workload(step: 1).dependency(\.date, .constant(.epoch))
    } withDependencies: {
        $0.uuid = .incrementing
    }
}
