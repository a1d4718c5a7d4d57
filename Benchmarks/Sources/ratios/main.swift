// The same work in Swift and in C on libuv, side by side in one process. Prints CPU nanoseconds per
// operation and their ratio; rounds alternate, and the median of the ratios counts.

import BenchmarkFeatures
import CBaseline
import EffectLoop
import Glibc

/// A store that a C callback finds through its context pointer.
final class Target {
    let loop: EventLoop
    let store: Store<Workload.State, Workload.Action>

    init() throws(SystemError) {
        loop = try EventLoop()
        store = Store(initialState: Workload.State(), on: loop) { Workload(step: 1) }
    }
}

func cpuTime(of work: () throws(SystemError) -> Void) throws(SystemError) -> UInt64 {
    let start = baseline_cpu_time()
    try work()
    return baseline_cpu_time() - start
}

func emit(
    _ count: Int, to target: Target,
    _ callback: @convention(c) (UnsafeMutableRawPointer?, Int) -> Void
) {
    // As the loop calls back: what a callback arms is stamped when it returns.
    target.loop.runQueue.perform {
        baseline_emit(count, callback, Unmanaged.passUnretained(target).toOpaque())
    }
}

func dispatch(_ count: Int) throws(SystemError) -> UInt64 {
    let target = try Target()
    let time = try cpuTime { () throws(SystemError) in
        emit(count, to: target) { context, value in
            guard let context else { return }
            Unmanaged<Target>.fromOpaque(context)._withUnsafeGuaranteedRef {
                _ = $0.store.send(.event(value))
            }
        }
    }
    precondition(target.store.state.total > 0, "every event was reduced")
    target.loop.close()
    return time
}

func oneShots(_ batches: Int, _ timers: Int) throws(SystemError) -> UInt64 {
    let target = try Target()
    let time = try cpuTime { () throws(SystemError) in
        for _ in 0..<batches {
            for index in 0..<timers { target.store.send(.once(1 + index % 5)) }
            try target.loop.run()
        }
    }
    precondition(target.store.state.total == batches * timers, "every timer has fired")
    target.loop.close()
    return time
}

func debounce(_ count: Int) throws(SystemError) -> UInt64 {
    let target = try Target()
    let time = try cpuTime { () throws(SystemError) in
        emit(count, to: target) { context, _ in
            guard let context else { return }
            Unmanaged<Target>.fromOpaque(context)._withUnsafeGuaranteedRef {
                _ = $0.store.send(.type)
            }
        }
    }
    precondition(target.store.state.total == count, "every input was reduced")
    precondition(target.store.effects.count == 1, "one call waits")
    target.store.send(.stop)
    target.loop.close()
    return time
}

func startAndCancel(_ count: Int, _ ids: Int) throws(SystemError) -> UInt64 {
    let target = try Target()
    let time = try cpuTime { () throws(SystemError) in
        // As in C, 64 pairs a turn, within one callback of it.
        for start in stride(from: 0, to: count, by: 64) {
            target.loop.runQueue.perform {
                for index in start..<min(start + 64, count) {
                    target.store.send(.open(index % ids))
                    target.store.send(.close(index % ids))
                }
            }
            try target.loop.run(.noWait)
        }
        try target.loop.run()
    }
    precondition(target.store.effects.isEmpty, "everything was cancelled")
    target.loop.close()
    return time
}

/// Names on the command line choose comparisons by their first word; none means all.
func isChosen(_ name: String) -> Bool {
    let words = CommandLine.arguments.dropFirst().filter { !$0.hasPrefix("--") }
    return words.isEmpty || words.contains { name.hasPrefix($0) }
}

struct Comparison {
    var name: String
    var operations: Int
    var swift: () throws(SystemError) -> UInt64
    var c: () -> UInt64
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.utf8.count))
}

func oneDecimal(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
}

nonisolated func compare() throws(SystemError) {
    // `--quick` is for continuous integration: fewer operations, the same work.
    let scale = CommandLine.arguments.contains("--quick") ? 1 : 5
    let comparisons = [
        Comparison(
            name: "dispatch from a C callback", operations: 400_000 * scale,
            swift: { () throws(SystemError) in try dispatch(400_000 * scale) },
            c: { baseline_dispatch(400_000 * scale) }),
        Comparison(
            name: "one-shot timer effect", operations: 4_000 * scale,
            swift: { () throws(SystemError) in try oneShots(4 * scale, 1_000) },
            c: { baseline_one_shots(4 * scale, 1_000) }),
        Comparison(
            name: "debounce input", operations: 200_000 * scale,
            swift: { () throws(SystemError) in try debounce(200_000 * scale) },
            c: { baseline_debounce(200_000 * scale) }),
        Comparison(
            name: "start and cancel by id", operations: 100_000 * scale,
            swift: { () throws(SystemError) in try startAndCancel(100_000 * scale, 100) },
            c: { baseline_start_and_cancel(100_000 * scale, 100) }),
    ]
    print(padded("", 30) + padded("Swift ns", 12) + padded("C ns", 12) + "ratio")
    for comparison in comparisons where isChosen(comparison.name) {
        var ratios: [Double] = []
        var swiftTimes: [Double] = []
        var cTimes: [Double] = []
        for round in 0..<6 {
            let swift = Double(try comparison.swift()) / Double(comparison.operations)
            let c = Double(comparison.c()) / Double(comparison.operations)
            precondition(c > 0, "the work in C was done")
            guard round > 0 else { continue }
            swiftTimes.append(swift)
            cTimes.append(c)
            ratios.append(swift / c)
        }
        print(
            padded(comparison.name, 30) + padded(oneDecimal(median(swiftTimes)), 12)
                + padded(oneDecimal(median(cTimes)), 12) + oneDecimal(median(ratios)))
    }
}

do {
    try compare()
} catch {
    print("ratios: \(error)")
    exit(1)
}
