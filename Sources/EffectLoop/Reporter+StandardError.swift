internal import CEffectShims

extension Reporter {
    /// Writes one line a report to standard error: what a loop does unless told otherwise.
    ///
    /// ```text
    /// swift-effect-loop: lateSend: sent after its effect had finished (App/Feature.swift:12)
    /// ```
    ///
    /// The line goes out in one `write(2)`; what standard error does not take is dropped.
    public static var standardError: Reporter {
        Reporter { report in
            var line: [UInt8] = Array("swift-effect-loop: ".utf8)
            line.append(contentsOf: report.kind.label.utf8)
            line.append(contentsOf: ": ".utf8)
            // One report is one line, whatever the message holds.
            line.append(contentsOf: report.message.utf8.map { $0 == 10 || $0 == 13 ? 32 : $0 })
            line.append(contentsOf: " (".utf8)
            // What happens to no effect has no line, such as a slow callback of a plain watch.
            if report.source.line > 0 { line.append(source: report.source) }
            if let origin = report.origin {
                line.append(contentsOf: ", sent from ".utf8)
                line.append(source: origin)
            }
            line.append(contentsOf: ")\n".utf8)
            unsafe line.withUnsafeBytes { bytes in
                unsafe effect_write_standard_error(bytes.baseAddress, bytes.count)
            }
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(source: ActionSource) {
        append(contentsOf: source.description.utf8)
    }
}

extension Report.Kind {
    /// The case's own name, so that a line in a log leads to its documentation.
    var label: String {
        switch self {
        case .unhandledError: "unhandledError"
        case .lateSend: "lateSend"
        case .missingChild: "missingChild"
        case .dismissalUnserved: "dismissalUnserved"
        case .runawayDrain: "runawayDrain"
        case .sentAfterStop: "sentAfterStop"
        case .replacedWhileRunning: "replacedWhileRunning"
        case .systemError: "systemError"
        case .clampedParameter: "clampedParameter"
        case .slowCallback: "slowCallback"
        case .stepLimit: "stepLimit"
        case .unimplemented: "unimplemented"
        case .completerDropped: "completerDropped"
        case .completedTwice: "completedTwice"
        case .brokenFile: "brokenFile"
        case .channel: "channel"
        }
    }
}
