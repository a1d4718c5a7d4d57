import EffectCore
import Testing

/// What can fail in a test store. A message begins with the name.
enum Failure: String {
    case mismatch = "F-MISMATCH"
    case changed = "F-CHANGED"
    case same = "F-SAME"
    case closure = "F-CLOSURE"
    case unreceivedAtSend = "F-UNRECEIVED-SEND"
    case unreceivedAtEnd = "F-UNRECEIVED-END"
    case inFlightAtEnd = "F-INFLIGHT-END"
    case openChannel = "F-OPEN-CHANNEL"
    case pendingAtEnd = "F-PENDING"
    case wrongAction = "F-WRONG-ACTION"
    case noAction = "F-NO-ACTION"
    case receiveTimeout = "F-RECEIVE-TIMEOUT"
    case finishTimeout = "F-FINISH-TIMEOUT"
    case taskTimeout = "F-TASK-TIMEOUT"
    case nothingToSkip = "F-NOTHING-TO-SKIP"
    case stopped = "F-STOPPED"
    case reentrant = "F-REENTRANT"
    case unhandled = "F-UNHANDLED"
    case lateSend = "F-LATE-SEND"
    case missingChild = "F-MISSING-CHILD"
    case runaway = "F-RUNAWAY"
    case unimplemented = "F-UNIMPLEMENTED"
    case report = "F-REPORT"

    func record(_ text: String, at location: SourceLocation) {
        Issue.record(Comment(rawValue: rawValue + ": " + text), sourceLocation: location)
    }

    /// Says what a test did not claim and did not have to: a warning.
    static func note(_ text: String, at location: SourceLocation) {
        Issue.record(
            Comment(rawValue: "I-SKIPPED: " + text), severity: .warning, sourceLocation: location)
    }
}

extension Failure {
    /// What a report of the engine is to a test.
    init(_ kind: Report.Kind) {
        self =
            switch kind {
            case .unhandledError: .unhandled
            case .lateSend: .lateSend
            case .missingChild: .missingChild
            case .runawayDrain: .runaway
            case .sentAfterStop: .stopped
            case .unimplemented: .unimplemented
            case .dismissalUnserved, .replacedWhileRunning, .systemError, .clampedParameter,
                .slowCallback, .stepLimit, .brokenFile, .completerDropped, .completedTwice,
                .channel:
                .report
            }
    }
}
