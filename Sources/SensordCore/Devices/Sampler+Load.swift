extension Sampler {
    /// The load of the last minute, with the share of memory in use beside it.
    package static func load(root: String = "/proc") -> Sampler {
        let load = SmallFile("\(root)/loadavg")
        let memory = SmallFile("\(root)/meminfo")
        return Sampler(name: "load", unit: "", decimals: 2, usualThreshold: 4) {
            Result { () throws(FileError) in
                try Reading(value: average(load), detail: "memory \(percentUsed(memory)) %")
            }
        }
    }

    private static func average(_ file: SmallFile) throws(FileError) -> Double {
        let text = try file.read()
        guard let average = Double(text.prefix { $0 != " " }) else {
            throw .malformed(path: file.path, expected: "load average")
        }
        return average
    }

    private static func percentUsed(_ file: SmallFile) throws(FileError) -> String {
        let text = try file.read()
        guard let total = kilobytes("MemTotal:", in: text), total > 0,
            let available = kilobytes("MemAvailable:", in: text)
        else { throw .malformed(path: file.path, expected: "MemTotal and MemAvailable") }
        return ((total - available) / total * 100).text(decimals: 0)
    }

    private static func kilobytes(_ key: String, in text: String) -> Double? {
        for line in text.split(separator: "\n") where line.hasPrefix(key) {
            let words = line.split(separator: " ")
            return words.count > 1 ? Double(words[1]) : nil
        }
        return nil
    }
}
