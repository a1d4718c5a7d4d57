internal import CEffectShims
internal import CLibUV

extension EventLoop {
    /// Watches a descriptor, level-triggered, until the token is cancelled or released.
    ///
    /// Events arrive in a later turn, never before this call returns. Several watches of one
    /// descriptor may exist at a time; they are called in the order in which they were made. The
    /// descriptor is non-blocking while it is watched. An active watch keeps the loop alive. A turn
    /// serves each ready descriptor once, so that a flood of input delays timers and ``stop()`` by no
    /// more.
    ///
    /// An error of the device or the connection (`POLLERR`) is reported as readable and writable,
    /// as far as the watch asks for them: the next read or write fetches it. A watch that asks for
    /// neither gets `.disconnect`, or ends with EIO. A hang-up is reported as `.disconnect` once a
    /// watch, because it never goes away again and a loop that kept on reporting it would not
    /// rest; a watch for nothing else is then spent and holds the loop no longer.
    ///
    /// Cancel the watches of a descriptor before closing it. Where that is missed, the watches of
    /// the number fail with EBADF if it was not polled yet, and stay silent otherwise; a new watch
    /// on the reused number works, and a late cancel of the old one does not touch it.
    ///
    /// - Parameters:
    ///   - fileDescriptor: The descriptor. It stays the caller's, who closes it.
    ///   - interest: What to watch for; not empty.
    ///   - onEvent: Receives the part of `interest` that is ready. A failure that ends the watch
    ///     arrives as `.failure`, last.
    /// - Returns: The watch. Cancelling is immediate, also within a callback of the same turn.
    /// - Throws: `SystemError` where the descriptor cannot be watched: EPERM for a regular file or
    ///   `/dev/null`, EBADF for a closed one, EINVAL for an empty interest, ECANCELED once the
    ///   loop is closed.
    /// - Complexity: O(1) and a few system calls.
    public func watch(
        _ fileDescriptor: Int32, for interest: DescriptorEvents,
        onEvent: @escaping (Result<DescriptorEvents, SystemError>) -> Void
    ) throws(SystemError) -> WatchToken {
        checkThread()
        guard !isClosed else { throw .loopIsClosed("watch", String(fileDescriptor)) }
        binding.checkProcess()
        let interest = interest.intersection(.all)
        guard !interest.isEmpty else {
            throw SystemError(
                code: UV_EINVAL.rawValue, operation: "watch", subject: String(fileDescriptor))
        }
        let watcher = try descriptorWatcher(for: fileDescriptor)
        let watch = DescriptorWatch(interest: interest, watcher: watcher, onEvent: onEvent)
        watcher.add(watch)
        return WatchToken { watch.cancel() }
    }

    private func descriptorWatcher(
        for fileDescriptor: Int32
    ) throws(SystemError) -> DescriptorWatcher {
        let index = Int(fileDescriptor)
        if descriptorWatchers.indices.contains(index), let watcher = descriptorWatchers[index] {
            return watcher
        }
        let watcher = try DescriptorWatcher(fileDescriptor: fileDescriptor, eventLoop: self)
        // libuv has accepted it, so the number is a small one.
        while descriptorWatchers.count <= index { descriptorWatchers.append(nil) }
        descriptorWatchers[index] = watcher
        return watcher
    }

    /// Takes a watcher out of the table, if the number is still its own.
    func forget(_ watcher: DescriptorWatcher) {
        let index = Int(watcher.fileDescriptor)
        guard descriptorWatchers.indices.contains(index), descriptorWatchers[index] === watcher
        else { return }
        descriptorWatchers[index] = nil
    }

    /// libuv aborts the process when the kernel refuses a descriptor at the poll, so one that was
    /// closed since it was watched is taken out before.
    func failClosedWatchers() {
        var next = 0
        while next < unpolledWatchers.count {
            let watcher = unpolledWatchers[next]
            next += 1
            watcher.isUnpolled = false
            if watcher.isOpen, !effect_descriptor_is_open(watcher.fileDescriptor) {
                watcher.fail(UV_EBADF.rawValue)
            }
        }
        unpolledWatchers.removeAll(keepingCapacity: true)
    }

    func closeDescriptorWatchers() {
        let watchers = descriptorWatchers
        descriptorWatchers = []
        unpolledWatchers = []
        for watcher in watchers { watcher?.close() }
    }
}

extension DescriptorEvents {
    static var all: DescriptorEvents { [.readable, .writable, .disconnect, .priority] }
}
