internal import CLibUV

/// What came through the door, and what holds the loop besides its handles.
extension EventLoop {
    /// The door's handle has fired: a stop, signals, mail, or all of it.
    ///
    /// Asks each receiver once. What is announced meanwhile waits for the next turn, so that input
    /// and timers get theirs.
    func wasWoken() {
        let isStopped = door.takeStopRequest()
        if isStopped { stop() }
        receiveSignals()
        door.takeMail(&mail)
        isWokenInVain = !isStopped && mail.isEmpty
        var next = 0
        while next < mail.count {
            receivers[mail[next]]?.receive()
            next += 1
        }
        mail.removeAll(keepingCapacity: true)
    }

    /// A place in the table that nobody has.
    func freeReceiverKey() -> Int {
        receivers.firstIndex { $0 == nil } ?? receivers.count
    }

    func add(_ receiver: Receiver) {
        if receiver.key == receivers.count {
            receivers.append(receiver)
        } else {
            receivers[receiver.key] = receiver
        }
    }

    /// Frees the place. A late announcement may reach who takes it next, and finds nothing there.
    func remove(_ receiver: Receiver) {
        guard !isClosed else { return }
        receivers[receiver.key] = nil
    }

    func closeReceivers() {
        let open = receivers
        receivers = []
        for receiver in open { receiver?.close() }
    }

    /// Keeps the loop alive until ``letGo()``: the handle that would wake it then counts.
    func hold() {
        holds += 1
        if holds == 1, !isClosed { unsafe reference(wakeUp) }
    }

    func letGo() {
        holds -= 1
        if holds == 0, !isClosed { unsafe unreference(wakeUp) }
    }
}
