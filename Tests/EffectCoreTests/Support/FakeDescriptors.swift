import EffectCore

/// Descriptors that are ready when a test says so. Like a poller, it takes the whole batch first.
final class FakeDescriptors: DescriptorSource {
    typealias Callback = (Result<DescriptorEvents, SystemError>) -> Void

    private var watches: [(descriptor: Int32, callback: Callback, token: Int)] = []
    private var nextToken = 0

    var watched: [Int32] { watches.map(\.descriptor) }

    func watch(
        _ fileDescriptor: Int32, for interest: DescriptorEvents, onEvent: @escaping Callback
    ) throws(SystemError) -> WatchToken {
        let token = nextToken
        nextToken += 1
        watches.append((fileDescriptor, onEvent, token))
        return WatchToken { [weak self] in self?.watches.removeAll { $0.token == token } }
    }

    /// Calls back for every descriptor of the batch, also for those cancelled meanwhile.
    func becomeReady(_ descriptors: [Int32]) {
        let batch = watches.filter { descriptors.contains($0.descriptor) }
        for watch in batch { watch.callback(.success(.readable)) }
    }
}
