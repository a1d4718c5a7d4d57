/// How the program ends, by the numbers of `sysexits.h`.
package enum ExitCode: Int32, CaseIterable {
    case success = 0
    case usage = 64
    case lineUnavailable = 66
    case sourceUnavailable = 69
    case systemFailed = 71
    case controlUnavailable = 73
    case outputFailed = 74
    case configuration = 78

    var help: String {
        switch self {
        case .success: "it was stopped by a signal or by quit, or --duration has passed"
        case .usage: "an argument is wrong"
        case .lineUnavailable: "the --line cannot be opened"
        case .sourceUnavailable: "the --source does not exist on this machine"
        case .systemFailed: "the system has no descriptors or memory for the loop"
        case .controlUnavailable: "the --control socket cannot be made, or is in use"
        case .outputFailed: "standard output went away"
        case .configuration: "the --config file is missing or wrong at the start"
        }
    }
}
