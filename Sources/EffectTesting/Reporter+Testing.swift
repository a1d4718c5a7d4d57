public import EffectCore
import Glibc
import Testing

extension Reporter {
    /// Records each report as an issue of the running test.
    public static var recordingIssues: Reporter {
        Reporter { report in
            Issue.record("\(report.kind): \(report.message) (\(report.source))")
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
