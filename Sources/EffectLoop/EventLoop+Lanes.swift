internal import CLibUV

extension EventLoop {
    /// The lane of that name: a place for work that blocks. The same name gives the same lane.
    ///
    /// - Precondition: The loop is not closed.
    /// - Parameters:
    ///   - name: The lane's name, which its threads bear as well, in as far as 15 bytes hold it.
    ///   - width: How many pieces of work may run at a time, at least 1. The first call for a name
    ///     decides.
    /// - Complexity: O(n) for n inboxes and lanes of the loop. Starts no thread.
    public func lane(_ name: StaticString, width: Int = 1) -> Lane {
        var bytes: [UInt8] = []
        name.withUTF8Buffer { buffer in unsafe bytes.append(contentsOf: buffer) }
        return lane(named: bytes, width: width)
    }

    /// The lane of a name that is made when the program runs: one for each disk, each host.
    ///
    /// As the form for a literal; the two know the same lanes. A lane lives as long as its loop, so
    /// names should be few.
    ///
    /// - Precondition: The loop is not closed.
    /// - Complexity: O(n) for n inboxes and lanes of the loop. Starts no thread.
    @_disfavoredOverload
    public func lane(_ name: String, width: Int = 1) -> Lane {
        lane(named: Array(name.utf8), width: width)
    }

    private func lane(named bytes: [UInt8], width: Int) -> Lane {
        checkThread()
        require(!isClosed, "EventLoop.lane: the loop is closed")
        binding.checkProcess()
        require(width > 0, "EventLoop.lane: a width is at least 1")
        if let lane = lanes.first(where: { $0.name == bytes }) { return lane }
        let receiver = LaneReceiver(eventLoop: self)
        let lane = Lane(name: bytes, width: width, key: receiver.key, eventLoop: self)
        receiver.open(lane)
        add(receiver)
        lanes.append(lane)
        return lane
    }

    /// Ends the lanes. One grace is for all of them: a worker that hangs does not hold up the rest.
    func closeLanes() {
        let open = lanes
        lanes = []
        guard !open.isEmpty else { return }
        for lane in open { lane.beginClosing() }
        let deadline = now.advanced(by: configuration.laneGrace)
        for lane in open {
            lane.finishClosing(within: now.duration(to: deadline).roundedNanoseconds)
        }
    }
}
