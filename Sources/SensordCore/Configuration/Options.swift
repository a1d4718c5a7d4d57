/// What the command line asks for.
package struct Options: Equatable {
    /// What to measure.
    package enum Source: String, CaseIterable {
        case auto
        case temperature
        case load
    }

    package var file: String?
    package var overrides: [Configuration.Override] = []
    package var source = Source.auto
    /// The path of a FIFO to watch in place of standard input.
    package var line: String?
    /// The path of the socket to be controlled by.
    package var control: String?
    /// After how long it ends by itself.
    package var duration: Duration?
    package var asksForHelp = false

    package init() {}

    package var configuration: Configuration {
        Configuration(file: file, overrides: overrides)
    }
}

/// An option that is not a setting.
enum OptionName: String, CaseIterable {
    case config
    case source
    case line
    case control
    case duration
    case help

    /// What stands for the option's value in the help; nil for an option that has none.
    var placeholder: String? {
        switch self {
        case .config: "PATH"
        case .source: "SOURCE"
        case .line: "FIFO"
        case .control: "PATH"
        case .duration: "DURATION"
        case .help: nil
        }
    }

    var help: String {
        switch self {
        case .config: "read settings from this file, and again on SIGHUP"
        case .source: "auto, temperature or load; auto: temperature if there is one (auto)"
        case .line: "the contact line, in place of standard input"
        case .control: "make a socket there and take commands from it; its file mode is 0600"
        case .duration: "end after this time"
        case .help: "print this and end; also -h"
        }
    }
}
