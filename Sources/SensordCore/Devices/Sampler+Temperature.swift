extension Sampler {
    /// The highest temperature of all thermal zones of the machine.
    ///
    /// A zone may fail for a while (its device sleeps): it is left out then. The zones are those
    /// that exist now.
    ///
    /// - Returns: Nil where no zone gives a temperature, as on most virtual machines.
    package static func temperature(root: String = "/sys/class/thermal") -> Sampler? {
        let zones = (0..<zonesLookedFor).map { SmallFile("\(root)/thermal_zone\($0)/temp") }
            .filter { (try? celsius($0)) != nil }
        guard !zones.isEmpty else { return nil }
        return Sampler(name: "temperature", unit: "°C", decimals: 1, usualThreshold: 80) {
            Result { () throws(FileError) in try Reading(value: highest(of: zones)) }
        }
    }

    /// Zones are numbered from zero, with gaps where a device has gone; no machine has more.
    private static var zonesLookedFor: Int { 64 }

    /// - Throws: The last zone's error, when none gives a temperature.
    private static func highest(of zones: [SmallFile]) throws(FileError) -> Double {
        var highest: Double?
        var failure = FileError.malformed(path: "thermal zones", expected: "temperature")
        for zone in zones {
            do throws(FileError) {
                let value = try celsius(zone)
                highest = max(value, highest ?? value)
            } catch {
                failure = error
            }
        }
        guard let highest else { throw failure }
        return highest
    }

    /// The kernel writes thousandths of a degree.
    private static func celsius(_ file: SmallFile) throws(FileError) -> Double {
        let text = try file.read()
        guard let thousandths = Int(text.prefix { $0 != "\n" }) else {
            throw .malformed(path: file.path, expected: "temperature")
        }
        return Double(thousandths) / 1_000
    }
}
