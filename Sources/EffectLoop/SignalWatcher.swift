/// All watches of one signal number, behind one flag of the loop.
@safe
final class SignalWatcher {
    let number: Int32
    private let flags: SignalFlags
    /// Unowned: the loop closes its watchers before it goes, and a closed watcher makes no calls.
    private unowned(unsafe) let eventLoop: EventLoop
    private var watches: [SignalWatch] = []
    private var isOpen = true

    init(number: Int32, flags: SignalFlags, eventLoop: EventLoop) throws(SystemError) {
        try flags.watch(number)
        self.number = number
        self.flags = flags
        unsafe self.eventLoop = eventLoop
        eventLoop.hold()
    }

    func add(_ watch: SignalWatch) { watches.append(watch) }

    func remove(_ watch: SignalWatch) {
        guard isOpen else { return }
        watches.removeAll { $0 === watch }
        if watches.isEmpty { close() }
    }

    /// Ends all watches, and gives the signal back.
    func close() {
        guard isOpen else { return }
        isOpen = false
        unsafe eventLoop.forget(self)
        flags.unwatch(number)
        unsafe eventLoop.letGo()
        let ended = watches
        watches = []
        // Captures go after the last watch has ended: they may hold tokens of the others.
        _ = ended.map { $0.end() }
    }

    /// Ends all watches and touches nothing else: a forked child lets go of its copy.
    func abandon() {
        isOpen = false
        let ended = watches
        watches = []
        _ = ended.map { $0.end() }
    }

    func checkThread() {
        if isOpen { unsafe eventLoop.checkThread() }
    }

    func checkProcess() {
        if isOpen { unsafe eventLoop.binding.checkProcess() }
    }

    /// Whether it may be closed here: not in a forked child. A closed one is nobody's.
    var isOfThisProcess: Bool {
        guard isOpen else { return true }
        return unsafe eventLoop.binding.isOfThisProcess
    }

    /// Calls the watches if the signal has arrived. One that is made meanwhile waits for the next.
    func receive() {
        guard isOpen, flags.take(number) else { return }
        let runQueue = unsafe eventLoop.runQueue
        for watch in watches where watch.isActive { watch.deliver(number, on: runQueue) }
    }
}
