// How late the ticks of a 1 ms period come, in microseconds, in one run: a store's timer effect at
// either precision, one timer of libuv in C, and a timerfd in an epoll loop in C. The four take turns,
// so that what else the machine does hits them alike. An argument sets the seconds for each.

import CBaseline
import EffectLoop
import Glibc

let period: Int64 = 1_000_000

func ticks(_ count: Int, _ precision: TimerPrecision) throws(SystemError) -> [Int64] {
    var configuration = EventLoop.Configuration()
    configuration.timerPrecision = precision
    let loop = try EventLoop(configuration: configuration)
    var lateness: [Int64] = []
    lateness.reserveCapacity(count)
    let store = Store<Int, Bool>(initialState: 0, on: loop) {
        Reduce { _, isStart in
            guard isStart else { return .none }
            return .timer(every: .nanoseconds(period), count: count, missed: .burst) { tick in
                lateness.append(tick.deadline.duration(to: loop.now).roundedNanoseconds)
                return false
            }
        }
    }
    store.send(true)
    try loop.run()
    precondition(store.effects.isEmpty, "the timer has ended")
    loop.close()
    return lateness
}

func ticks(
    _ count: Int, inC baseline: (Int, Int64, UnsafeMutablePointer<Int64>?) -> Void
) -> [Int64] {
    var lateness = [Int64](repeating: 0, count: count)
    lateness.withUnsafeMutableBufferPointer { baseline(count, period, $0.baseAddress) }
    return lateness
}

func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.utf8.count)) + text
}

func line(_ name: String, _ lateness: [Int64]) {
    let sorted = lateness.sorted()
    func quantile(_ part: Double) -> String {
        let index = min(sorted.count - 1, Int(Double(sorted.count) * part))
        return padded(String(sorted[index] / 1_000), 9)
    }
    let early = lateness.filter { $0 < 0 }.count
    print(
        name + String(repeating: " ", count: max(1, 26 - name.utf8.count)) + quantile(0.5)
            + quantile(0.99) + quantile(0.999) + quantile(1) + padded(String(early), 9))
}

nonisolated func measure() throws(SystemError) {
    let seconds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 10
    let rounds = 5
    let count = seconds * 1_000 / rounds
    var millisecond: [Int64] = []
    var high: [Int64] = []
    var libuv: [Int64] = []
    var timerfd: [Int64] = []
    for _ in 0..<rounds {
        millisecond += try ticks(count, .millisecond)
        libuv += ticks(count, inC: baseline_ticks_of_libuv)
        high += try ticks(count, .high)
        timerfd += ticks(count, inC: baseline_ticks_of_timerfd)
    }
    print("late by µs, of \(count * rounds)      p50      p99    p99.9      max    early")
    line("effect, .millisecond", millisecond)
    line("C, libuv timer", libuv)
    line("effect, .high", high)
    line("C, timerfd and epoll", timerfd)
}

do {
    try measure()
} catch {
    print("precision: \(error)")
    exit(1)
}
