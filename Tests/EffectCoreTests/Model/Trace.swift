/// Everything that can be seen while a script is played, in order.
struct Trace: Equatable {
    private(set) var entries: [String] = []
    private(set) var states = 0

    mutating func note(_ entry: String) { entries.append(entry) }

    /// Notes what a store answers after a command.
    mutating func noteState(inFlight: [Int], effects: Int, isEmpty: Bool, unfinished: [Int]) {
        entries.append(
            "after command \(states): in flight \(inFlight), \(effects) effects"
                + "\(isEmpty ? ", no nodes" : ""), unfinished \(unfinished)")
        states += 1
    }
}
