import EffectCore
import Testing

/// Turns the reports of a test's store into failures, each at the line that it names.
final class ReportsOfTest {
    /// Where the test called last, for a report that names no line.
    var site: CallSite
    var isStopped = false
    var onDismissal: (() -> Void)?

    init(site: CallSite) { self.site = site }

    var reporter: Reporter { Reporter { [self] in handle($0) } }

    private func handle(_ report: Report) {
        // The root feature has nobody around it: asking to go ends the test's store.
        if report.kind == .dismissalUnserved {
            isStopped = true
            onDismissal?()
            return
        }
        var text = "\(report.message) (\(report.source))"
        if let origin = report.origin, origin.line > 0 {
            text += "; started by the action of \(origin)"
        }
        let isCaller = report.source == site.source
        let location = isCaller ? nil : SourceLocation(report.source)
        Failure(report.kind).record(text, at: location ?? site.location)
    }
}
