import EffectTesting
import Testing

@Suite struct ReporterTests {
    private enum Failed: Error { case once }

    @Test func anIssueIsRecordedAtTheLineThatTheReportNames() {
        let store = Store<Int, Int>(initialState: 0, on: TestClock()) {
            Reduce { _, _ in .run { _ in throw Failed.once } }
        }
        store.reporter = .recordingIssues
        let line = #line - 3
        withKnownIssue {
            _ = store.send(1)
        } matching: { issue in
            issue.sourceLocation?.fileID == #fileID && issue.sourceLocation?.line == line
                && issue.comments.contains { $0.rawValue.hasPrefix("unhandledError: ") }
        }
    }

    @Test(arguments: [
        ActionSource(fileID: "", line: 0), ActionSource(fileID: "NoModule.swift", line: 7),
    ])
    func aReportWithoutALineIsAnIssueToo(source: ActionSource) {
        withKnownIssue {
            Reporter.recordingIssues(
                Report(kind: .stepLimit, message: "over", source: source))
        } matching: { issue in
            issue.comments.contains { $0.rawValue.hasPrefix("stepLimit: over") }
        }
    }
}
