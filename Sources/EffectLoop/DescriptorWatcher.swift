internal import CEffectShims
internal import CLibUV

/// All watches of one descriptor, behind one handle of libuv that polls for the union of them.
///
/// It lives from the first watch of a number to the end of the last, or until the number is found to
/// stand for another open file: that one gets a fresh watcher, and events of the old one cannot
/// reach it.
@safe
final class DescriptorWatcher {
    let fileDescriptor: Int32
    private let handle: UnsafeMutablePointer<uv_poll_t>
    /// Unowned: the loop closes its watchers before it goes, and a closed watcher makes no calls.
    private unowned(unsafe) let eventLoop: EventLoop
    private var watches: [DescriptorWatch] = []
    /// What libuv polls for at present.
    private var polled: DescriptorEvents = []
    /// Whether the loop has it on its list of what the kernel has not seen yet.
    var isUnpolled = false
    private(set) var isOpen = true
    private let identities: DescriptorIdentities
    /// Whether the number was another's while a watch of this loop stood for it. Where that one's
    /// open file lives on, in a child for one, the kernel goes on reporting it under the number: so
    /// what it reports is only a reason to look.
    private let isReused: Bool
    /// What puts back that the open file was blocking, if it was.
    private let blockingMode: BlockingModes.Member?
    /// The turn in which it was served last.
    private var servedTurn = UInt64.max

    init(
        fileDescriptor: Int32, isReused: Bool, eventLoop: EventLoop
    ) throws(SystemError) {
        let identities = eventLoop.identities
        let added = identities.add(fileDescriptor)
        guard added == 0 else {
            throw SystemError(code: added, operation: "watch", subject: String(fileDescriptor))
        }
        let handle = UnsafeMutablePointer<uv_poll_t>.allocate(capacity: 1)
        let (status, blockingMode) = BlockingModes.shared.begin(
            fileDescriptor, identities: identities.set, process: eventLoop.binding.process
        ) {
            unsafe uv_poll_init(eventLoop.loop, handle, fileDescriptor)
        }
        guard status == 0 else {
            identities.remove(fileDescriptor)
            unsafe handle.deallocate()
            throw SystemError(code: status, operation: "watch", subject: String(fileDescriptor))
        }
        self.fileDescriptor = fileDescriptor
        self.blockingMode = blockingMode
        self.isReused = isReused
        self.identities = identities
        unsafe self.handle = handle
        unsafe self.eventLoop = eventLoop
        unsafe handle.pointee.data = Unmanaged.passUnretained(self).toOpaque()
    }

    /// Whether the number still stands for what is watched. One system call.
    var isCurrent: Bool { identities.contains(fileDescriptor) }

    /// Starts anew even when the union stays: the events of the present batch go to the watches that
    /// were made before it.
    func add(_ watch: DescriptorWatch) {
        watches.append(watch)
        poll()
    }

    func remove(_ watch: DescriptorWatch) {
        guard isOpen else { return }
        watches.removeAll { $0 === watch }
        if watches.isEmpty { close() } else if union != polled { poll() }
    }

    /// Ends all watches and closes the handle at once, not when the last token is released: a
    /// late close would take a newer watch of the same number out of the kernel's set.
    func close() {
        closeHandle()
        let ended = watches
        watches = []
        // Captures go after the last watch has ended: they may hold tokens of the others.
        _ = ended.map { $0.end() }
    }

    /// Ends all watches with a failure.
    func fail(_ code: Int32) {
        closeHandle()
        let error = SystemError(code: code, operation: "watch", subject: String(fileDescriptor))
        let runQueue = unsafe eventLoop.runQueue
        let ended = watches
        watches = []
        for watch in ended where watch.isActive {
            guard let handler = watch.end() else { continue }
            runQueue.perform(for: .descriptor(fileDescriptor)) { handler(.failure(error)) }
        }
    }

    /// Makes room for another open file of the number at once. The watches fail before the next
    /// poll, since this may happen within a call that must not call back.
    func retire() {
        guard isOpen else { return }
        closeHandle()
        unsafe eventLoop.addRetired(self)
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

    private var union: DescriptorEvents {
        watches.reduce(into: []) { $0.formUnion($1.interest) }
    }

    /// What the descriptor itself is ready for now: of what is polled for, `.broken` besides.
    private var present: DescriptorEvents {
        DescriptorEvents(rawValue: effect_descriptor_poll(fileDescriptor, polled.rawValue))
    }

    private func poll() {
        polled = union
        // Nothing left to ask for: the kernel would go on reporting hang-ups, so take it out.
        guard !polled.isEmpty else {
            unsafe uv_poll_stop(handle)
            return
        }
        unsafe uv_poll_start(handle, Int32(polled.rawValue)) { handle, status, events in
            guard let context = unsafe handle?.pointee.data else { return }
            let watcher = unsafe Unmanaged<DescriptorWatcher>.fromOpaque(context)
            unsafe watcher.takeUnretainedValue().receive(status, events)
        }
        if !isUnpolled {
            isUnpolled = true
            unsafe eventLoop.unpolledWatchers.append(self)
        }
    }

    /// A batch holds at most one event of a descriptor; it goes to the watches made before it.
    ///
    /// libuv asks for up to 48 batches of 1,024 events before timers get their turn, as long as each
    /// batch is full. A descriptor is served in the first of them that has it, and then again in the
    /// next turn: events are level-triggered, so none is lost.
    private func receive(_ status: Int32, _ events: Int32) {
        guard status == 0 else {
            receiveError(status)
            return
        }
        let turn = unsafe eventLoop.meter.turns
        guard servedTurn != turn else { return }
        servedTurn = turn
        var ready = DescriptorEvents(rawValue: UInt8(truncatingIfNeeded: events))
        if isReused {
            let present = present
            // As libuv does: an error or a hang-up by itself is everything that was polled for.
            ready = present.isDisjoint(with: .broken) ? present : present.union(polled)
        }
        if ready.isSuperset(of: polled), ready.contains(.priority) {
            receiveDoubtfulPriority(ready)
        } else {
            deliver(ready)
        }
    }

    /// All that is polled for: libuv says so, too, of a hang-up or an error by itself, and that is not
    /// urgent. It never goes away again, so who only waits for urgent data would be told for ever.
    private func receiveDoubtfulPriority(_ events: DescriptorEvents) {
        let present = present
        if present.contains(.priority) {
            deliver(events)
        } else if polled != .priority {
            deliver(events.subtracting(.priority))
        } else if !present.isDisjoint(with: .broken) {
            fail(UV_EIO.rawValue)
        }
    }

    /// libuv stops the handle and says EBADF whenever the kernel reports an error condition. The
    /// descriptor is as good as before, though, and may hold data; so the watches are told to look.
    private func receiveError(_ status: Int32) {
        guard status == UV_EBADF.rawValue, isCurrent else {
            fail(status)
            return
        }
        let present = isReused ? present : .broken
        polled = []
        guard !present.isDisjoint(with: .broken) else {
            // Not its own error; and stopped, it loses its own events of the batch.
            deliver(present)
            return
        }
        guard !union.isDisjoint(with: [.readable, .writable, .disconnect]) else {
            // Who only waits for urgent data has nothing to look at: going on would spin.
            fail(UV_EIO.rawValue)
            return
        }
        deliver([.readable, .writable], orElse: .disconnect)
    }

    private func deliver(_ events: DescriptorEvents, orElse other: DescriptorEvents = []) {
        let runQueue = unsafe eventLoop.runQueue
        for watch in watches where watch.isActive {
            var ready = events.intersection(watch.interest)
            if ready.isEmpty { ready = other.intersection(watch.interest) }
            guard !ready.isEmpty else { continue }
            // Absent from the union below, it is not asked for again.
            watch.interest.subtract(ready.intersection(.disconnect))
            watch.deliver(ready, of: fileDescriptor, on: runQueue)
        }
        if isOpen, union != polled { poll() }
    }

    private func closeHandle() {
        guard isOpen else { return }
        isOpen = false
        unsafe eventLoop.forget(self)
        unsafe uv_poll_stop(handle)
        unsafe closeAndFree(handle)
        if let blockingMode {
            BlockingModes.shared.end(blockingMode) { identities.remove(fileDescriptor) }
        } else {
            identities.remove(fileDescriptor)
        }
    }
}
