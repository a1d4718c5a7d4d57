extension Settings {
    /// Takes over the lines of a file: `key = value`, empty lines, and comments behind a `#`.
    ///
    /// All or nothing: where a line is wrong, the settings stay as they are.
    package mutating func apply(
        file contents: String, path: String
    ) throws(ConfigurationError) {
        var changed = self
        var lineOfKey: [SettingKey: Int] = [:]
        var line = 0
        // In Swift a "\r\n" is one character, another one than "\n".
        let lines = contents.split(omittingEmptySubsequences: false) {
            $0 == "\n" || $0 == "\r\n"
        }
        for text in lines {
            line += 1
            do throws(InvalidValue) {
                guard let (key, value) = try Self.setting(in: text) else { continue }
                if let first = lineOfKey.updateValue(line, forKey: key) {
                    throw InvalidValue(
                        message: "\(key.rawValue) was set in line \(first) already")
                }
                try changed.set(key, to: value)
            } catch {
                throw .wrong(path: path, line: line, message: error.message)
            }
        }
        self = changed
    }

    private static func setting(
        in line: Substring
    ) throws(InvalidValue) -> (SettingKey, String)? {
        let text = line.prefix { $0 != "#" }.trimmed
        if text.isEmpty { return nil }
        guard let equals = text.firstIndex(of: "=") else {
            throw InvalidValue(message: "'\(text)' is not of the form key = value")
        }
        let key = try SettingKey(named: text[..<equals].trimmed)
        return (key, String(text[text.index(after: equals)...].trimmed))
    }
}

extension Substring {
    /// Without white space at either end.
    var trimmed: Substring {
        var text = drop { $0.isWhitespace }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
