import EffectCore

/// Everything that can be seen while a script is played, in order.
package struct Trace: Equatable {
    package enum Event: Equatable {
        case action(Int)
        case runStarts(Int)
        case runIsCancelled(Int)
        case runEnds(Int)
        /// Never happens: an action of a run that had ended was reduced.
        case runSendsAfterItsEnd(Int)
        /// Never happens: a run is there after an action in which its feature went.
        case runOutlivesItsFeature(Int)
        case taskFinished(Int)
        case report(Report.Kind)
        case answers(Answers)
        case released
        case armedTimers(Int)
    }

    /// What a store answers after a command.
    package struct Answers: Equatable {
        package var inFlight: [Int]
        package var effects: Int
        /// Nothing is left in the store's tables.
        package var isEmpty: Bool
        package var unfinishedTasks: [Int]
        /// How many actions were for children that were not there.
        package var missingChildren: Int

        package init(
            inFlight: [Int] = [], effects: Int = 0, isEmpty: Bool = false,
            unfinishedTasks: [Int] = [], missingChildren: Int = 0
        ) {
            self.inFlight = inFlight
            self.effects = effects
            self.isEmpty = isEmpty
            self.unfinishedTasks = unfinishedTasks
            self.missingChildren = missingChildren
        }
    }

    package struct Entry: Equatable {
        /// Since the beginning of the program.
        package var nanoseconds: Int64
        package var event: Event
    }

    package private(set) var entries: [Entry] = []

    package init() {}

    package mutating func note(_ event: Event, at nanoseconds: Int64) {
        entries.append(Entry(nanoseconds: nanoseconds, event: event))
    }
}

extension Trace.Entry: CustomStringConvertible {
    package var description: String { "\(Double(nanoseconds) / 1_000_000): \(event)" }
}

extension Trace.Event: CustomStringConvertible {
    package var description: String {
        switch self {
        case .action(let action): "\(action)"
        case .runStarts(let run): "run \(run) starts"
        case .runIsCancelled(let run): "run \(run) is cancelled"
        case .runEnds(let run): "run \(run) ends"
        case .runSendsAfterItsEnd(let run): "run \(run) sends after its end"
        case .runOutlivesItsFeature(let run): "run \(run) outlives its feature"
        case .taskFinished(let task): "task \(task) finished"
        case .report(let kind): "report \(kind)"
        case .answers(let answers):
            "in flight \(answers.inFlight), \(answers.effects) effects"
                + "\(answers.isEmpty ? ", no nodes" : ""), unfinished \(answers.unfinishedTasks)"
                + "\(answers.missingChildren > 0 ? ", \(answers.missingChildren) missing" : "")"
        case .released: "released"
        case .armedTimers(let count): "\(count) armed"
        }
    }
}
