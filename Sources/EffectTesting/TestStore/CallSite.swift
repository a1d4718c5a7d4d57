import EffectCore
import Testing

/// The line of a test that called, where a failure belongs.
struct CallSite {
    var fileID: StaticString
    var filePath: StaticString
    var line: UInt
    var column: UInt

    var location: SourceLocation {
        SourceLocation(
            fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column))
    }

    var source: ActionSource { ActionSource(fileID: fileID, line: line) }
}
