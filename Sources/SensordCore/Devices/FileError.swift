import EffectLoop

/// Why a small file gave no value.
package enum FileError: Error, Hashable, CustomStringConvertible {
    /// The system refused a call.
    case system(SystemError)
    /// The file holds more than a file of its kind ever does.
    case tooLarge(path: String, limit: Int)
    /// The file holds something else.
    case malformed(path: String, expected: String)

    package var description: String {
        switch self {
        case .system(let error): error.description
        case .tooLarge(let path, let limit): "read \(path): larger than \(limit) bytes"
        case .malformed(let path, let expected): "read \(path): holds no \(expected)"
        }
    }
}
