import Synchronization

/// Writes a value to a file on a lane, one write at a time, the newest value each time.
final class FileSaver<Value: Sendable>: SharedSaver<Value> {
    private let lane: any BlockingLane
    private let draft: FileDraft<Value>
    private let reporter: Reporter
    private let source: ActionSource
    /// Held while a write is submitted: releasing it would withdraw the write.
    private var write: WatchToken?

    init(
        path: String, lane: any BlockingLane, encode: @escaping @Sendable (Value) throws -> [UInt8],
        reporter: Reporter, source: ActionSource
    ) {
        self.lane = lane
        draft = FileDraft(path: path, encode: encode)
        self.reporter = reporter
        self.source = source
    }

    override var hasUnsavedChanges: Bool { write != nil || draft.isPresent }

    override func save(_ value: Value) {
        draft.put(value)
        if write == nil { submit() }
    }

    /// Waits for a write that runs on the lane: the newer value comes last.
    override func saveNow() -> Bool {
        guard hasUnsavedChanges else { return true }
        draft.write()
        report(draft.takeOutcome().failure)
        // A write that waits on the lane has nothing to write any more.
        if !draft.isPresent { write = nil }
        return !hasUnsavedChanges
    }

    private func submit() {
        do throws(SystemError) {
            // The lane keeps this object until the write returns, whoever else lets go of it.
            write = try lane.submit({ [draft] in draft.write() }) { self.returned() }
        } catch {
            report(.systemError, error.description)
        }
    }

    private func returned() {
        write = nil
        let (failure, isNewer) = draft.takeOutcome()
        report(failure)
        if isNewer { submit() }
    }

    private func report(_ failure: FileDraft<Value>.Failure) {
        switch failure {
        case .none: break
        case .system(let error): report(.systemError, error.description)
        case .encoding(let message): report(.unhandledError, message)
        }
    }

    private func report(_ kind: Report.Kind, _ message: String) {
        reporter(Report(kind: kind, message: message, source: source))
    }
}

/// The value that is to be written next: put in on the loop, taken out on a thread of the lane.
final class FileDraft<Value: Sendable>: Sendable {
    enum Failure {
        case none
        case system(SystemError)
        case encoding(String)
    }

    private struct Contents {
        var next: Value?
        var failure = Failure.none
        /// Whether the value to be written is one that could not be: only a change tries it again.
        var isLeftover = false
    }

    private let path: String
    private let encode: @Sendable (Value) throws -> [UInt8]
    private let contents = Mutex(Contents())
    private let writing = Mutex(())

    init(path: String, encode: @escaping @Sendable (Value) throws -> [UInt8]) {
        self.path = path
        self.encode = encode
    }

    var isPresent: Bool { contents.withLock { $0.next != nil } }

    func put(_ value: Value) {
        contents.withLock {
            $0.next = value
            $0.isLeftover = false
        }
    }

    /// Writes the newest value there is, after a write that runs.
    func write() {
        writing.withLock { _ in writeNext() }
    }

    private func writeNext() {
        let value = contents.withLock { $0.next.take() }
        guard let value else { return }
        let failure = replaceFile(with: value)
        contents.withLock { contents in
            if case .none = failure { return }
            contents.failure = failure
            guard contents.next == nil else { return }
            contents.next = value
            contents.isLeftover = true
        }
    }

    /// What became of the write, and whether there is a newer value to write.
    func takeOutcome() -> (failure: Failure, isNewer: Bool) {
        contents.withLock { contents in
            defer { contents.failure = .none }
            return (contents.failure, contents.next != nil && !contents.isLeftover)
        }
    }

    private func replaceFile(with value: Value) -> Failure {
        do {
            let bytes = try encode(value)
            do throws(SystemError) {
                try FileContents.replace(path, with: bytes)
                return .none
            } catch {
                return .system(error)
            }
        } catch {
            return .encoding("what \(path) should hold does not encode: \(error)")
        }
    }
}
