/// What a descriptor is ready for, or is watched for.
public struct DescriptorEvents: OptionSet, Hashable, Sendable {
    /// One bit for each event.
    public var rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A read will not block: data, end of file, or an error to fetch.
    public static var readable: DescriptorEvents { DescriptorEvents(rawValue: 1) }
    /// A write will not block.
    public static var writable: DescriptorEvents { DescriptorEvents(rawValue: 2) }
    /// The other side has hung up.
    public static var disconnect: DescriptorEvents { DescriptorEvents(rawValue: 4) }
    /// Urgent data, or an event on a device such as a GPIO line (`POLLPRI`).
    public static var priority: DescriptorEvents { DescriptorEvents(rawValue: 8) }
}

/// Watches file descriptors: an event loop, or a fake in a test.
public protocol DescriptorSource: AnyObject {
    /// Watches a descriptor, level-triggered, until the token is cancelled or released.
    ///
    /// Events arrive in a later turn, never before this call returns. Several watches of one
    /// descriptor may exist at a time. A failure that ends the watch arrives as `.failure`, last.
    ///
    /// - Throws: `SystemError` where the descriptor cannot be watched: EPERM for a regular file or
    ///   `/dev/null`, EBADF for a closed one.
    func watch(
        _ fileDescriptor: Int32, for interest: DescriptorEvents,
        onEvent: @escaping (Result<DescriptorEvents, SystemError>) -> Void
    ) throws(SystemError) -> WatchToken
}
