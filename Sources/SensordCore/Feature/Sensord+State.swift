import EffectLoop

extension Sensord {
    /// What the program remembers.
    package struct State: Equatable {
        package enum Mode: String {
            case sampling
            case paused
            case ending
        }

        package var mode = Mode.sampling
        package var settings: Settings
        package var sampling = Sampling()
        package var alarm = Alarm.quiet
        package var contact = Contact()
        package var control = Control()
        /// Whether something has changed that no status has said yet.
        package var isStatusPending = false
        /// Why standard output is of no use any more.
        package var outputFailure: SystemError?

        package init(settings: Settings) { self.settings = settings }
    }

    /// What was measured, and how punctually.
    package struct Sampling: Equatable {
        package var reading: Reading?
        /// Why the last sample failed, so that a lasting failure is said once.
        package var failure: FileError?
        package var samples = 0
        /// Samples that were left out because the loop was busy or stopped.
        package var missed = 0
        package var history = Window<Double>(capacity: 24)
        /// By how much each sample was later than its deadline.
        package var lag = Window<Duration>(capacity: 256)
    }

    /// Whether values are over the threshold, and for long enough to count.
    package enum Alarm: String {
        case quiet
        case raising
        case raised
        case clearing
    }

    /// The contact and its bouncing.
    package struct Contact: Equatable {
        package var edges = 0
        /// Bursts of edges that have settled: times that it was pressed.
        package var presses = 0
        package var isSettling = false
    }
}
