internal import CEffectShims

extension Shared where Value: Sendable {
    /// Creates a reference to a value that a file keeps.
    ///
    /// The file is read here and now, which blocks for as long as the disk takes; without a file the
    /// value is the default, and nothing is written. After that the value in memory counts: changes of
    /// the file by others go unnoticed. One file, one reference: hand it over where it is wanted.
    ///
    /// Each change is written on the lane, the newest value only: what changes while a write waits or
    /// runs becomes one more write. A write replaces the file as a whole, with its old permissions:
    /// after a crash it holds all of an older value or all of the newer one. A change is lost that was
    /// made less than a write ago; ``hasUnsavedChanges`` tells, and ``save()`` writes it. Releasing the
    /// reference loses nothing.
    ///
    /// Errors end nowhere but in reports. A file that cannot be read, or that does not decode, is
    /// reported and counts as absent, until the next change replaces it. A write that fails is
    /// reported, the old file stays, and the next change tries again.
    ///
    /// ```swift
    /// let settings = Shared(
    ///     file: "/var/lib/thermostat/setpoint", default: 20, on: disk,
    ///     encode: { Array("\($0)".utf8) },
    ///     decode: { try Setpoint(text: String(decoding: $0, as: UTF8.self)).value })
    /// ```
    ///
    /// - Parameters:
    ///   - path: Of the file, in a directory that exists and can be written to.
    ///   - value: The value without a file.
    ///   - lane: Where writes run.
    ///   - reporter: Where errors go; without one, to that of the dependencies in force here.
    ///   - encode: Makes the bytes of a value, on a thread of the lane.
    ///   - decode: Makes a value from the bytes, here.
    public init(
        file path: String, default value: @autoclosure () -> Value, on lane: any BlockingLane,
        reporter: Reporter? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        encode: @escaping @Sendable (Value) throws -> [UInt8],
        decode: (_ bytes: [UInt8]) throws -> Value
    ) {
        let reporter = reporter ?? DependencyValues.current.reporter
        let source = ActionSource(fileID: fileID, line: line)
        var known: Value?
        do throws(SystemError) {
            if let bytes = try FileContents.read(path) {
                do {
                    known = try decode(bytes)
                } catch {
                    reporter(
                        Report(
                            kind: .brokenFile,
                            message: "\(path) does not decode: \(error); the default counts",
                            source: source))
                }
            }
        } catch {
            reporter(Report(kind: .systemError, message: error.description, source: source))
        }
        let storage = SharedStorage(known ?? value())
        storage.saver = FileSaver(
            path: path, lane: lane, encode: encode, reporter: reporter, source: source)
        self.init(storage: storage)
    }

    /// Writes a change that has not reached the file, here and now: before the program ends, for instance.
    ///
    /// Blocks for as long as the disk takes, and for a write that runs on the lane. Errors are reported.
    ///
    /// - Returns: Whether the file holds the value. Always true where there is none.
    @discardableResult
    public func save() -> Bool { storage.saver?.saveNow() ?? true }

    /// Whether a change has not reached the file yet. Always false where there is none.
    public var hasUnsavedChanges: Bool { storage.saver?.hasUnsavedChanges ?? false }
}
