/// The name of a setting: `period = 500ms` in a file, `--period 500ms` on the command line.
package enum SettingKey: String, CaseIterable {
    case period
    case threshold
    case hold
    case debounce
    case status

    /// The key of that name.
    package init(named name: some StringProtocol) throws(InvalidValue) {
        guard let key = Self(rawValue: String(name)) else {
            let known = Self.allCases.map(\.rawValue).joined(separator: ", ")
            throw InvalidValue(message: "there is no key '\(name)'; the keys are \(known)")
        }
        self = key
    }

    var placeholder: String {
        switch self {
        case .period, .hold, .debounce, .status: "DURATION"
        case .threshold: "NUMBER"
        }
    }

    var help: String {
        switch self {
        case .period: "time from one sample to the next, at least 1ms (500ms)"
        case .threshold: "alarm at this value and over; auto: 80 for degrees, 4 for load (auto)"
        case .hold: "how long a value must be over the threshold to alarm (2s)"
        case .debounce: "quiet time after which edges of the contact count, as one (50ms)"
        case .status: "least time from one status to the next; 0s: each sample (1s)"
        }
    }
}

/// A value that a setting does not take.
package struct InvalidValue: Error, Equatable {
    package let message: String
}

extension Settings {
    /// Sets one setting from text: the one way in for files, options and commands.
    package mutating func set(_ key: SettingKey, to text: String) throws(InvalidValue) {
        switch key {
        case .period: period = try Self.duration(text, of: key, atLeast: .milliseconds(1))
        case .threshold: threshold = try Self.threshold(text)
        case .hold: hold = try Self.duration(text, of: key)
        case .debounce: debounce = try Self.duration(text, of: key)
        case .status: status = try Self.duration(text, of: key)
        }
    }

    private static func duration(
        _ text: String, of key: SettingKey, atLeast least: Duration = .zero
    ) throws(InvalidValue) -> Duration {
        guard let duration = Duration(text: text) else {
            throw InvalidValue(
                message: "\(key.rawValue): '\(text)' is no duration such as 500ms, 2s or 1m")
        }
        guard duration >= least else {
            throw InvalidValue(
                message: "\(key.rawValue): '\(text)' is less than \(least.text)")
        }
        return duration
    }

    private static func threshold(_ text: String) throws(InvalidValue) -> Double? {
        if text == "auto" { return nil }
        guard let number = Double(text), number.isFinite else {
            throw InvalidValue(message: "threshold: '\(text)' is neither a number nor auto")
        }
        return number
    }

    /// All settings in one line.
    package var text: String {
        let threshold = threshold.map { "\($0)" } ?? "auto"
        return "period \(period.text), threshold \(threshold), hold \(hold.text), "
            + "debounce \(debounce.text), status \(status.text)"
    }
}
