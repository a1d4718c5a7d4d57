internal import CEffectShims

extension Reporter {
    /// One line on standard error for each report, where no store says where to.
    static var standardError: Reporter {
        Reporter { report in
            let line = "swift-effect-loop: \(report.kind): \(report.message) (\(report.source))\n"
            let bytes = Array(line.utf8)
            unsafe bytes.withUnsafeBytes { bytes in
                unsafe effect_write_standard_error(bytes.baseAddress, bytes.count)
            }
        }
    }
}
