internal import CEffectShims
internal import CLibUV

extension EventLoop {
    /// Watches a descriptor, level-triggered, until the token is cancelled or released.
    ///
    /// Events arrive in a later turn, never before this call returns. Several watches of one
    /// descriptor may exist at a time; they are called in the order in which they were made. The
    /// descriptor is non-blocking while it is watched, and blocking again after its last watch in the
    /// process if it was before; where the system does not tell whether another watched number is of
    /// the same open file, it stays non-blocking. An active watch keeps the loop alive. A turn serves
    /// each ready descriptor once, so that a flood of input delays timers and ``stop()`` by no more.
    ///
    /// An error of the device or the connection (`POLLERR`) is reported as readable and writable,
    /// as far as the watch asks for them: the next read or write fetches it. A watch that asks for
    /// neither gets `.disconnect`. A hang-up is reported as `.disconnect` once a watch, because it
    /// never goes away again and a loop that kept on reporting it would not rest; a watch for nothing
    /// else is then spent and holds the loop no longer. Where `.priority` is all that is left to wait
    /// for, an error or a hang-up ends the watches with EIO.
    ///
    /// Cancel the watches of a descriptor before closing it. Where that is missed, the watches of
    /// the number fail with EBADF when the loop finds out: as it hands the number to the kernel, or
    /// as the number is watched for another open file. Until then they stay silent. A new watch on
    /// the reused number works, and a late cancel of the old one does not touch it. The kernel keeps
    /// open files, though, not numbers: where that of a closed number lives on, by a duplicate or in
    /// a child process, it goes on reporting it to the loop, which may then find no rest, and
    /// nothing takes it out any more.
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
    /// - Complexity: O(1) and a few system calls; one more for each watched number of the same inode
    ///   that was blocking, such as the descriptors of `eventfd`.
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
        return WatchToken(onCancel: { watch.cancel() }, onRelease: { watch.release() })
    }

    private func descriptorWatcher(
        for fileDescriptor: Int32
    ) throws(SystemError) -> DescriptorWatcher {
        let index = Int(fileDescriptor)
        if descriptorWatchers.indices.contains(index), let watcher = descriptorWatchers[index] {
            if watcher.isCurrent { return watcher }
            watcher.retire()
        }
        let watcher = try DescriptorWatcher(
            fileDescriptor: fileDescriptor, isReused: reusedNumbers.contains(fileDescriptor),
            eventLoop: self)
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

    /// Takes note that the number of a descriptor which the loop itself has opened is not that of
    /// any watch.
    func retireWatcher(of fileDescriptor: Int32) {
        let index = Int(fileDescriptor)
        guard descriptorWatchers.indices.contains(index) else { return }
        descriptorWatchers[index]?.retire()
    }

    /// Takes over a watcher whose handle is closed; it holds the loop until its watches have failed.
    func addRetired(_ watcher: DescriptorWatcher) {
        reusedNumbers.insert(watcher.fileDescriptor)
        retiredWatchers.append(watcher)
        hold()
    }

    /// libuv aborts the process when the kernel refuses a descriptor at the poll, so a number that
    /// was closed or reused since it was watched is taken out before.
    ///
    /// All of them again after a failure: who is told may close others.
    func failLostWatchers() {
        var mayHaveLost = true
        while mayHaveLost {
            mayHaveLost = failRetiredWatchers()
            var next = 0
            while next < unpolledWatchers.count {
                let watcher = unpolledWatchers[next]
                next += 1
                guard watcher.isOpen, !watcher.isCurrent else { continue }
                mayHaveLost = true
                watcher.fail(UV_EBADF.rawValue)
            }
        }
        for watcher in unpolledWatchers { watcher.isUnpolled = false }
        unpolledWatchers.removeAll(keepingCapacity: true)
    }

    /// Whether there were any.
    private func failRetiredWatchers() -> Bool {
        guard !retiredWatchers.isEmpty else { return false }
        while !retiredWatchers.isEmpty {
            let watchers = retiredWatchers
            retiredWatchers = []
            for watcher in watchers {
                letGo()
                watcher.fail(UV_EBADF.rawValue)
            }
        }
        return true
    }

    func closeDescriptorWatchers() {
        let watchers = descriptorWatchers
        let retired = retiredWatchers
        for _ in retired { letGo() }
        descriptorWatchers = []
        unpolledWatchers = []
        retiredWatchers = []
        for watcher in watchers { watcher?.close() }
        for watcher in retired { watcher.close() }
        identities.close()
    }
}

extension DescriptorEvents {
    static var all: DescriptorEvents { [.readable, .writable, .disconnect, .priority] }
    /// An error or a hang-up, which nobody asks for.
    static var broken: DescriptorEvents { DescriptorEvents(rawValue: 16 | 32) }
}
