/// A list of channels, looked through without knowing their actions: such code is not generic, and many
/// times faster than code that is.
struct ListOfFacts {
    private let first: UnsafeRawPointer?
    private let stride: Int
    let count: Int

    init<Action>(_ channels: UnsafeBufferPointer<Channel<Action>>) {
        first = UnsafeRawPointer(channels.baseAddress)
        stride = MemoryLayout<Channel<Action>>.stride
        count = channels.count
    }

    subscript(index: Int) -> UnsafePointer<ChannelFacts> {
        guard let first else { preconditionFailure("ListOfFacts: the list is empty") }
        return (first + index * stride).assumingMemoryBound(to: ChannelFacts.self)
    }
}

/// How the channels that are open stand to those that are wanted.
enum ChannelStanding { case same, reset, other }

extension [SupervisedChannel] {
    func standing(toward wanted: ListOfFacts) -> ChannelStanding {
        guard wanted.count == count else { return .other }
        var standing = ChannelStanding.same
        for index in indices {
            let instance = self[index].instance
            let facts = wanted[index]
            guard instance.isOf(facts) else { return .other }
            if instance.resetKey != facts.pointee.lifetime.resetKey { standing = .reset }
        }
        return standing
    }
}

extension Array {
    /// Whether both are the same list in memory.
    func isIdentical(to other: [Element]) -> Bool {
        withUnsafeBufferPointer { buffer in
            other.withUnsafeBufferPointer { other in
                buffer.count == other.count && buffer.baseAddress == other.baseAddress
            }
        }
    }
}
