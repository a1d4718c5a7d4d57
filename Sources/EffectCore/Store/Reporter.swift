/// Something that went wrong and that no action of the feature carries.
public struct Report: Sendable {
    /// What kind of thing went wrong.
    public enum Kind: Hashable, Sendable {
        /// An effect threw, or failed later, and had no handler.
        case unhandledError
        /// A `send` was used after its effect had finished; the action was dropped.
        case lateSend
        /// An action addressed a child whose state is not there; the child did not see it.
        case missingChild
        /// A feature asked to be dismissed, and no feature around it can do that.
        case dismissalUnserved
        /// A drain reduced more actions than `Store.runawayLimit`.
        case runawayDrain
        /// An action was sent to a stopped store and dropped.
        case sentAfterStop
        /// The state of a store that was not stopped was to be replaced; it stayed as it was.
        case replacedWhileRunning
        /// An operation of the system failed where no action could carry the failure.
        case systemError
        /// A parameter that cannot mean anything was replaced by the nearest that can.
        case clampedParameter
        /// A callback of a loop took longer than the limit that the loop was given.
        case slowCallback
        /// A clock of a test ran into its step limit.
        case stepLimit
        /// A test used something that it should have put another thing in place of.
        case unimplemented
        /// A one-shot callback was dropped without being called; its effect ended without an action.
        /// In debug builds only.
        case completerDropped
        /// A one-shot callback was called again; the second call was ignored. In debug builds only.
        case completedTwice
        /// What a file holds could not be read as what it should hold, and counts as absent.
        case brokenFile
        /// A channel is used in a way that cannot work: told a value of another type, wanted twice in
        /// two forms, told something before it is open, or an effect runs under its id.
        case channel
    }

    /// What kind of thing went wrong.
    public var kind: Kind
    /// What happened, in one line.
    public var message: String
    /// The line of code concerned: of the effect's declaration, or of the call.
    public var source: ActionSource
    /// Where the action was sent from that started the effect, if an effect is concerned.
    public var origin: ActionSource?

    /// Creates a report.
    public init(
        kind: Kind, message: String, source: ActionSource, origin: ActionSource? = nil
    ) {
        self.kind = kind
        self.message = message
        self.source = source
        self.origin = origin
    }
}

/// Where a store's reports go: one call per incident.
public struct Reporter {
    @usableFromInline let handle: (Report) -> Void

    /// Creates a reporter from a closure. It must not send to the store it serves.
    public init(_ handle: @escaping (Report) -> Void) {
        self.handle = handle
    }

    /// Drops every report.
    public static var silent: Reporter { Reporter { _ in } }

    /// Passes a report on.
    @inlinable
    public func callAsFunction(_ report: Report) { handle(report) }
}
