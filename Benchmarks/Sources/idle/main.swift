// How often an idle daemon wakes up: what the kernel counts (voluntary context switches of the
// process), and what the loop counts, first with nothing armed and then with one timer of a second.
// Two watches are open throughout. An argument sets the seconds for each; 30 unless given.

import EffectLoop
import Glibc

func voluntarySwitches() -> Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_nvcsw
}

func pipeReader() -> Int32 {
    var ends: [Int32] = [-1, -1]
    precondition(pipe(&ends) == 0, "the system has a pipe")
    return ends[0]
}

nonisolated func measure(_ name: String, seconds: UInt32, hasTimer: Bool) throws(SystemError) {
    let loop = try EventLoop()
    var ticks = 0
    let readers = (pipeReader(), pipeReader())
    let store = Store<Int, String>(initialState: 0, on: loop) {
        Reduce { _, action in
            switch action {
            case "start":
                return .merge(
                    .readable(readers.0, on: loop) { "input" },
                    .readable(readers.1, on: loop) { "input" },
                    .signal(SIGALRM, on: loop) { "end" },
                    hasTimer ? .timer(every: .seconds(1), "tick") : .none)
            case "end": loop.stop()
            default: ticks += 1
            }
            return .none
        }
    }
    store.send("start")
    // The end comes from the kernel: a timer of the loop would not be an idle loop.
    alarm(seconds)
    let switches = voluntarySwitches()
    try loop.run()
    let statistics = loop.statistics
    print(
        "\(name), \(seconds) s: \(voluntarySwitches() - switches) voluntary context switches, "
            + "\(statistics.wakeUps) wake-ups (the end is one), \(ticks) ticks, "
            + "idle \(statistics.idleShare)")
    store.stop()
    loop.close()
}

do {
    let seconds = CommandLine.arguments.dropFirst().first.flatMap { UInt32($0) } ?? 30
    try measure("nothing armed", seconds: seconds, hasTimer: false)
    try measure("one timer of 1 s", seconds: seconds, hasTimer: true)
} catch {
    print("idle: \(error)")
    exit(1)
}
