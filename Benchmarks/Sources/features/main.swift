// What declared features cost: a deep tree, a large collection, many children with live effects. Exits 1
// if a bound is missed.
//
// Each time is compared with another of the same run: rounds alternate, and the median of the ratios
// counts.

import BenchmarkFeatures
import CAllocationCounter
import CBaseline
import EffectCore
import Glibc

/// Time that stands still.
final class StillScheduler: Scheduler {
    let runQueue = RunQueue(clock: { 0 })
    var now: Instant { Instant(nanoseconds: 0) }
}

/// `--quick` is for continuous integration: fewer operations, the same work.
let stepsPerRound = CommandLine.arguments.contains("--quick") ? 20_000 : 500_000
let scheduler = StillScheduler()
var failures = 0

struct Work {
    var name: String
    /// How many steps a round has.
    var steps = stepsPerRound
    var step: () -> Void

    func nanoseconds() -> Double {
        let start = baseline_cpu_time()
        for _ in 0..<steps { step() }
        return Double(baseline_cpu_time() - start) / Double(steps)
    }

    func allocations() -> Int {
        let before = allocation_count()
        for _ in 0..<100 { step() }
        return Int(allocation_count() - before)
    }
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.utf8.count))
}

func oneDecimal(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
}

/// Compares the time of some work with that of other work, and wants no allocation in it, or none
/// beyond that of the other work.
@MainActor
func compare(_ work: Work, with other: Work, atMost bound: Double, beyond: Bool = false) {
    var times: [Double] = []
    var ratios: [Double] = []
    for round in 0..<6 {
        let time = work.nanoseconds()
        let otherTime = other.nanoseconds()
        guard round > 0 else { continue }
        times.append(time)
        ratios.append(time / otherTime)
    }
    let ratio = median(ratios)
    let allocations = max(0, work.allocations() - (beyond ? other.allocations() : 0))
    let isMissed = ratio > bound || allocations > 0
    if isMissed { failures += 1 }
    print(
        padded(work.name, 46) + padded(oneDecimal(median(times)), 9)
            + padded(oneDecimal(ratio), 8) + padded(oneDecimal(bound), 7)
            + padded("\(allocations)", 13) + other.name + (isMissed ? "  MISSED" : ""))
}

// MARK: A deep tree

let flat = Store(initialState: Workload.State(), on: scheduler) { Workload(step: 1) }
let flatWork = Work(name: "one reducer") { flat.send(.event(1)) }
let plant = Store(initialState: Plant.State(elements: 3), on: scheduler) { Plant() }

print(
    padded("", 46) + padded("ns", 9) + padded("ratio", 8) + padded("bound", 7)
        + padded("allocations", 13) + "compared with")
compare(
    Work(name: "a tree of features eight deep") { plant.send(.add(1, device: 1, probe: 1)) },
    with: flatWork, atMost: 20)

// MARK: A large collection

@MainActor
func fleet(_ count: Int, withEngines: Bool = false) -> Store<Fleet.State, Fleet.Action> {
    Store(initialState: Fleet.State(count: count, withEngines: withEngines), on: scheduler) {
        Fleet()
    }
}

@MainActor
func address(of store: Store<Fleet.State, Fleet.Action>) -> UnsafePointer<Machine.State>? {
    store.state.machines.elements.withUnsafeBufferPointer { $0.baseAddress }
}

let small = fleet(10)
let smallWork = Work(name: "of 10") { small.send(.machine(7, .add(1))) }
for count in [100, 10_000] {
    let store = fleet(count)
    let buffer = address(of: store)
    compare(
        Work(name: "an action to one of \(count) elements") { store.send(.machine(7, .add(1))) },
        with: smallWork, atMost: 1.5)
    if address(of: store) != buffer {
        print("an action to one of \(count) elements has copied them")
        failures += 1
    }
}

// MARK: Many children with live effects

/// The one that is addressed is always among them.
func machines(_ count: Int) -> [Int] { (0..<count).map { ($0 + 7) % 1_000 } }

@MainActor
func timers(_ count: Int) -> Store<Fleet.State, Fleet.Action> {
    let store = fleet(1_000)
    for id in machines(count) { store.send(.machine(id, .startTimer)) }
    precondition(store.effects.count == count, "every machine runs its timer")
    return store
}

@MainActor
func engines(_ count: Int) -> Store<Fleet.State, Fleet.Action> {
    let store = fleet(1_000, withEngines: true)
    for id in machines(count) { store.send(.machine(id, .engine(.startTimer))) }
    precondition(store.effects.count == count, "every engine runs its timer")
    return store
}

@MainActor
func engineTimers(_ count: Int) -> Store<Fleet.State, Fleet.Action> {
    let store = fleet(1_000, withEngines: true)
    for _ in 0..<count { store.send(.machine(7, .engine(.startTimer))) }
    precondition(store.effects.count == count, "the engine runs its timers")
    return store
}

let kinds: [(name: String, make: @MainActor (Int) -> Store<Fleet.State, Fleet.Action>)] = [
    ("elements", timers), ("optional children of elements", engines),
    ("effects of one child", engineTimers),
]
for kind in kinds {
    let one = kind.make(1)
    let many = kind.make(1_000)
    compare(
        Work(name: "beside 1,000 \(kind.name)") { many.send(.add(1)) },
        with: Work(name: "beside 1") { one.send(.add(1)) }, atMost: 1.5)
    compare(
        Work(name: "to one of 1,000 \(kind.name)") { many.send(.machine(7, .add(1))) },
        with: Work(name: "beside 1") { one.send(.machine(7, .add(1))) }, atMost: 1.5)
    precondition(many.effects.count == 1_000, "everything still runs")
}

// MARK: Channels

let lines = 1_000
let fewer = stepsPerRound / 200

@MainActor
func board(
    _ behavior: Behavior<Switchboard.Action, Switchboard.State, Switchboard.Exchange>,
    _ exchange: Switchboard.Exchange = Switchboard.Exchange()
) -> Store<Switchboard.State, Switchboard.Action> {
    let store = Store(
        initial: Switchboard.State(lines: lines), behavior: behavior, environment: exchange,
        on: scheduler)
    scheduler.runQueue.runTurn()
    return store
}

let levels = Array(repeating: 0, count: lines)
let unused = Switchboard.Exchange()
let building = Work(name: "building the list of them", steps: fewer) {
    precondition(Switchboard.channels(levels, unused).count == lines)
}
let asked = Switchboard.Exchange()
let askedBoard = board(Switchboard.supervised, asked)
precondition(asked.open == lines && asked.values == lines, "every channel is open and was told")
compare(
    Work(name: "beside 1,000 channels, none changes", steps: fewer) { askedBoard.send(.add(1)) },
    with: building, atMost: 2.5, beyond: true)
precondition(asked.values == lines, "no channel was told anything")
compare(
    Work(name: "beside 1,000 channels, one changes", steps: fewer) { askedBoard.send(.raise(7)) },
    with: building, atMost: 2.5, beyond: true)
precondition(asked.values == lines + askedBoard.state.levels[7], "one was told each time")

let sliced = Switchboard.Exchange()
let slicedBoard = board(Switchboard.sliced, sliced)
let plainBoard = board(Switchboard.counting)
precondition(sliced.open == lines && sliced.values == lines, "every channel is open and was told")
compare(
    Work(name: "beside 1,000 channels of an equal slice") { slicedBoard.send(.add(1)) },
    with: Work(name: "without channels") { plainBoard.send(.add(1)) }, atMost: 10)
precondition(sliced.values == lines, "no channel was told anything")
slicedBoard.send(.raise(7))
precondition(sliced.values == lines + 1, "one was told")
precondition(slicedBoard.openChannels.count == lines && sliced.open == lines, "all are open still")

if failures > 0 {
    print("\(failures) of the bounds are missed")
    exit(1)
}
