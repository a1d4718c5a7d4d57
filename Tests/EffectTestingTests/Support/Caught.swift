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

    private init() {
        name = "none"
        text = "no such failure"
        fileID = ""
        line = 0
        isWarning = false
    }

    /// What stands for a failure that did not come: a test that looks at it fails, and goes on.
    static var missing: Caught { Caught() }

    func says(_ parts: String...) -> Bool { parts.allSatisfy { text.contains($0) } }
}

/// Failures in the order in which they came.
struct CaughtFailures: RandomAccessCollection {
    fileprivate var all: [Caught]

    var startIndex: Int { 0 }
    var endIndex: Int { all.count }
    subscript(index: Int) -> Caught { all.indices.contains(index) ? all[index] : .missing }
}

/// Runs code and answers the failures that it records, which then fail nothing.
func failures(_ body: () -> Void) -> CaughtFailures {
    let caught = Mutex<[Caught]>([])
    withKnownIssue(isIntermittent: true) {
        body()
    } matching: { issue in
        caught.withLock { $0.append(Caught(issue)) }
        return true
    }
    return CaughtFailures(all: caught.withLock { $0 })
}
