// Counts allocations per step of what a daemon does all day. Exits 1 if a step allocates.

import BenchmarkFeatures
import CAllocationCounter
import EffectCore
import Glibc

/// Time that stands still until it is moved.
final class ManualScheduler: Scheduler {
    final class Time { var nanoseconds: Int64 = 0 }

    let time = Time()
    let runQueue: RunQueue

    init() {
        let time = time
        runQueue = RunQueue(clock: { time.nanoseconds })
    }

    var now: Instant { Instant(nanoseconds: time.nanoseconds) }

    func advance(milliseconds: Int64) {
        time.nanoseconds += milliseconds * 1_000_000
        runQueue.runTurn()
    }
}

struct Measurement {
    var name: String
    var perStep: Double
}

var failures = 0

@MainActor
func measure(_ name: String, steps: Int = 10_000, _ step: () -> Void) {
    for _ in 0..<1_000 { step() }
    let before = allocation_count()
    for _ in 0..<steps { step() }
    let perStep = Double(allocation_count() - before) / Double(steps)
    print("\(name): \(perStep) allocations per step")
    if perStep > 0 { failures += 1 }
}

func makeStore(
    on scheduler: ManualScheduler
) -> Store<Workload.State, Workload.Action> {
    Store(initialState: Workload.State(), on: scheduler) { Workload(step: 1) }
}

let scheduler = ManualScheduler()

let plain = makeStore(on: scheduler)
measure("an action that answers none") { plain.send(.event(1)) }

let ticking = makeStore(on: scheduler)
ticking.send(.startTimer)
measure("a repeating timer, its action, its reducer, none") { scheduler.advance(milliseconds: 1) }
precondition(ticking.state.total == 11_000, "every tick was reduced")

let typing = makeStore(on: scheduler)
measure("one input of a debounce storm") { typing.send(.type) }
measure("a debounce that fires") {
    typing.send(.type)
    scheduler.advance(milliseconds: 300)
}
precondition(typing.state.saves == 11_000, "every quiet period ended in a save")

let calling = makeStore(on: scheduler)
measure("a run that captures nothing") { calling.send(.callback) }
precondition(calling.state.total == 11_000, "every run sent its action")

let single = makeStore(on: scheduler)
measure("a one-shot timer that fires") {
    single.send(.once(1))
    scheduler.advance(milliseconds: 1)
}
measure("an effect started and cancelled by its id") {
    single.send(.open(7))
    single.send(.close(7))
}
precondition(single.effects.isEmpty, "nothing is left in flight")

let dependent = makeStoreWithDependencies(on: scheduler)
measure("an action that answers none, with overridden dependencies") { dependent.send(.event(1)) }
measure("a debounce that fires, with overridden dependencies") {
    dependent.send(.type)
    scheduler.advance(milliseconds: 300)
}
precondition(dependent.state.total == 22_000, "every action was reduced")

if failures > 0 {
    print("\(failures) of the steps allocate")
    exit(1)
}
