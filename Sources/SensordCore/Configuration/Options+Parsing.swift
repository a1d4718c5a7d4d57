/// What is wrong with the command line.
package struct UsageError: Error, Equatable {
    package let message: String
}

extension Options {
    /// Reads the arguments behind the program's name: `--option value` or `--option=value`.
    ///
    /// Where an option comes twice, the last one counts.
    package init(arguments: some Sequence<String>) throws(UsageError) {
        self.init()
        var rest = Array(arguments)[...]
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("-"), argument != "-" else {
                throw UsageError(message: "unexpected argument '\(argument)'")
            }
            let parts = argument.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            try take(String(parts[0]), inlineValue: parts.dropFirst().first.map(String.init), &rest)
        }
    }

    private mutating func take(
        _ option: String, inlineValue: String?, _ rest: inout ArraySlice<String>
    ) throws(UsageError) {
        let name = option == "-h" ? "help" : String(option.dropFirst(2))
        guard option.hasPrefix("--") || option == "-h" else {
            throw UsageError(message: "unknown option '\(option)'")
        }
        if OptionName(rawValue: name) == .help {
            guard inlineValue == nil else {
                throw UsageError(message: "\(option) takes no value")
            }
            asksForHelp = true
            return
        }
        let known = OptionName(rawValue: name)
        let key = SettingKey(rawValue: name)
        guard known != nil || key != nil else {
            throw UsageError(message: "unknown option '\(option)'")
        }
        guard let value = inlineValue ?? rest.popFirst() else {
            throw UsageError(message: "\(option) needs a value")
        }
        if let key { try override(key, value) }
        if let known { try set(known, value) }
    }

    private mutating func override(_ key: SettingKey, _ value: String) throws(UsageError) {
        var scratch = Settings()
        do throws(InvalidValue) {
            try scratch.set(key, to: value)
        } catch {
            throw UsageError(message: "--" + error.message)
        }
        overrides.append(Configuration.Override(key: key, value: value))
    }

    private mutating func set(_ option: OptionName, _ value: String) throws(UsageError) {
        switch option {
        case .config: file = value
        case .line: line = value
        case .control:
            let count = value.utf8.count
            guard (1...UnixAddress.pathBytesMax).contains(count) else {
                throw UsageError(
                    message: "--control: the path has \(count) bytes; "
                        + "a socket's has 1 to \(UnixAddress.pathBytesMax)")
            }
            control = value
        case .source:
            guard let source = Source(rawValue: value) else {
                let known = Source.allCases.map(\.rawValue).joined(separator: ", ")
                throw UsageError(message: "--source: '\(value)' is none of \(known)")
            }
            self.source = source
        case .duration:
            guard let duration = Duration(text: value) else {
                throw UsageError(
                    message: "--duration: '\(value)' is no duration such as 500ms, 2s or 1m")
            }
            self.duration = duration
        case .help: asksForHelp = true
        }
    }
}
