import EffectLoop

/// A contact on a wire: each chunk of bytes is an edge, whatever the bytes are.
package struct ContactLine {
    /// What one look at the line gave.
    package enum Look: Equatable {
        case edge
        /// Somebody else took the bytes, or nothing was there after all.
        case nothing
        /// There will be no more edges.
        case end
        case failed(SystemError)
    }

    /// What the line is called in messages.
    package let name: String
    /// What to watch.
    package let fileDescriptor: Int32
    /// Whether there can be an edge at all: not on `/dev/null`, which cannot be watched either.
    package let isConnected: Bool
    /// Takes what is there, without waiting.
    package let read: () -> Look

    package init(
        name: String, fileDescriptor: Int32, isConnected: Bool = true, read: @escaping () -> Look
    ) {
        self.name = name
        self.fileDescriptor = fileDescriptor
        self.isConnected = isConnected
        self.read = read
    }
}
