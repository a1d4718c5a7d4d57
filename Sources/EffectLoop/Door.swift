internal import CLibUV

/// The way into a loop from other threads: one wake-up handle for all stops, inboxes and lanes.
///
/// Who has something for the loop announces the key of its receiver here; the loop takes all keys
/// at once when it is woken. It outlives its loop: once closed, it does nothing.
final class Door: Sendable {
    @safe
    private struct State {
        var wakeUp: UnsafeMutablePointer<uv_async_t>?
        var isStopRequested = false
        /// Keys of receivers, in the order in which they got something.
        var mail: [Int] = []
    }

    private let state: Monitor<State>

    init(wakeUp: UnsafeMutablePointer<uv_async_t>) {
        state = unsafe Monitor(State(wakeUp: wakeUp))
    }

    /// Wakes the loop and leaves it word to stop.
    func requestStop() {
        state.withLock { state in
            guard let wakeUp = unsafe state.wakeUp else { return }
            state.isStopRequested = true
            unsafe uv_async_send(wakeUp)
        }
    }

    /// Whether a stop was asked for since the last call.
    func takeStopRequest() -> Bool {
        state.withLock { state in
            defer { state.isStopRequested = false }
            return state.isStopRequested
        }
    }

    /// Wakes the loop, unless it is about to look anyway, and leaves it word to ask a receiver.
    func announce(_ key: Int) {
        state.withLock { state in
            guard let wakeUp = unsafe state.wakeUp else { return }
            state.mail.append(key)
            if state.mail.count == 1 { unsafe uv_async_send(wakeUp) }
        }
    }

    /// Whether a receiver was announced that the loop has not asked yet.
    var hasMail: Bool { state.withLock { !$0.mail.isEmpty } }

    /// Exchanges what was announced for an empty list, which keeps its memory.
    func takeMail(_ keys: inout [Int]) {
        state.withLock { swap(&$0.mail, &keys) }
    }

    /// Lets go of the loop for good, before it closes its handles.
    func close() {
        state.withLock { state in
            unsafe state.wakeUp = nil
            state.isStopRequested = false
            state.mail = []
        }
    }
}
