public import EffectCore
import Glibc
import Testing

extension Reporter {
    /// Records each report as an issue of the running test, at the line that the report names.
    public static var recordingIssues: Reporter {
        Reporter { report in
            let text = "\(report.kind): \(report.message) (\(report.source))"
            let comment = Comment(rawValue: text)
            if let location = SourceLocation(report.source) {
                Issue.record(comment, sourceLocation: location)
            } else {
                Issue.record(comment)
            }
        }
    }

    /// One line on standard error for each report.
    static var standardErrorOfTests: Reporter {
        Reporter { report in
            let line = "swift-effect-loop: \(report.kind): \(report.message) (\(report.source))\n"
            _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
        }
    }
}

extension SourceLocation {
    /// A line in the words of the test library; nil where none is known. The file's path is not.
    init?(_ source: ActionSource) {
        let file = source.fileID
        guard source.line > 0, file.contains("/") else { return nil }
        self.init(fileID: file, filePath: file, line: Int(source.line), column: 1)
    }
}
