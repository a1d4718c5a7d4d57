import Synchronization
import Testing

/// A failure that a test expects of the code that it tests.
struct Caught: Sendable {
    /// The name that the message begins with.
    var name: String
    var text: String
    var fileID: String
    var line: Int
    var isWarning: Bool

    init(_ issue: Issue) {
        text = issue.comments.map(\.rawValue).joined(separator: "\n")
        name = String(text.prefix { $0 != ":" })
        fileID = issue.sourceLocation?.fileID ?? ""
        line = issue.sourceLocation?.line ?? 0
        isWarning = issue.severity == .warning
    }

    func says(_ parts: String...) -> Bool { parts.allSatisfy { text.contains($0) } }
}

/// Runs code and answers the failures that it records, which then fail nothing.
func failures(_ body: () -> Void) -> [Caught] {
    let caught = Mutex<[Caught]>([])
    withKnownIssue(isIntermittent: true) {
        body()
    } matching: { issue in
        caught.withLock { $0.append(Caught(issue)) }
        return true
    }
    return caught.withLock { $0 }
}
