/// Why a configuration is not taken.
package enum ConfigurationError: Error, Equatable, CustomStringConvertible {
    case unreadable(FileError)
    /// Lines count from 1.
    case wrong(path: String, line: Int, message: String)

    package var description: String {
        switch self {
        case .unreadable(let error): error.description
        case .wrong(let path, let line, let message): "\(path):\(line): \(message)"
        }
    }
}
