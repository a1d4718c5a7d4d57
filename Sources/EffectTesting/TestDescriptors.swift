public import EffectCore

/// Descriptors that are ready when a test says so. The numbers are made up; nothing is opened.
///
/// Each call is one event of a poller: what a real, level-triggered descriptor would report in every
/// turn until it is read, a test reports as often as it likes.
///
/// ```swift
/// let descriptors = TestDescriptors()
/// store.send(.open)                       // .readable(7, on: descriptors) { .input }
/// descriptors.becomeReadable(7)
/// ```
public final class TestDescriptors: DescriptorSource {
    private final class Watch {
        let fileDescriptor: Int32
        let interest: DescriptorEvents
        var onEvent: ((Result<DescriptorEvents, SystemError>) -> Void)?

        init(
            _ fileDescriptor: Int32, _ interest: DescriptorEvents,
            _ onEvent: @escaping (Result<DescriptorEvents, SystemError>) -> Void
        ) {
            self.fileDescriptor = fileDescriptor
            self.interest = interest
            self.onEvent = onEvent
        }
    }

    private var watches: [Watch] = []
    private var refusals: [Int32: SystemError] = [:]

    /// How many watches were made, up to now.
    public private(set) var totalWatchCount = 0

    /// Creates a source on which nothing is ready.
    public init() {}

    /// How many watches there are at present.
    public var watchCount: Int { watches.count }

    /// How many watches of a descriptor there are at present.
    public func watchCount(of fileDescriptor: Int32) -> Int {
        watches.count { $0.fileDescriptor == fileDescriptor }
    }

    /// What the watches of a descriptor wait for, all together.
    public func interest(in fileDescriptor: Int32) -> DescriptorEvents {
        watches.reduce(into: []) { union, watch in
            if watch.fileDescriptor == fileDescriptor { union.formUnion(watch.interest) }
        }
    }

    /// Refuses to watch a descriptor from now on, as a system does with a closed one; nil allows it.
    public func refuse(_ fileDescriptor: Int32, with error: SystemError?) {
        refusals[fileDescriptor] = error
    }

    /// Watches a made-up descriptor.
    public func watch(
        _ fileDescriptor: Int32, for interest: DescriptorEvents,
        onEvent: @escaping (Result<DescriptorEvents, SystemError>) -> Void
    ) throws(SystemError) -> WatchToken {
        if let error = refusals[fileDescriptor] { throw error }
        totalWatchCount += 1
        let watch = Watch(fileDescriptor, interest, onEvent)
        watches.append(watch)
        return WatchToken { self.end(watch) }
    }

    /// Reports data to read. Returns how many watches were called.
    @discardableResult
    public func becomeReadable(_ fileDescriptor: Int32) -> Int {
        becomeReady(fileDescriptor, for: .readable)
    }

    /// Reports room to write. Returns how many watches were called.
    @discardableResult
    public func becomeWritable(_ fileDescriptor: Int32) -> Int {
        becomeReady(fileDescriptor, for: .writable)
    }

    /// Reports events to each watch that waits for one of them, in the order they were made in.
    ///
    /// A watch that is cancelled meanwhile is not called, and one that is made meanwhile neither.
    ///
    /// - Returns: How many watches were called.
    @discardableResult
    public func becomeReady(_ fileDescriptor: Int32, for events: DescriptorEvents) -> Int {
        var calls = 0
        for watch in watches where watch.fileDescriptor == fileDescriptor {
            let ready = watch.interest.intersection(events)
            guard !ready.isEmpty, let onEvent = watch.onEvent else { continue }
            calls += 1
            onEvent(.success(ready))
        }
        return calls
    }

    /// Ends each watch of a descriptor with a failure. Returns how many there were.
    @discardableResult
    public func fail(_ fileDescriptor: Int32, with error: SystemError) -> Int {
        var calls = 0
        for watch in watches where watch.fileDescriptor == fileDescriptor {
            guard let onEvent = watch.onEvent else { continue }
            calls += 1
            end(watch)
            onEvent(.failure(error))
        }
        return calls
    }

    private func end(_ watch: Watch) {
        watch.onEvent = nil
        watches.removeAll { $0 === watch }
    }
}
