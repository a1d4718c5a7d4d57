/// The windows of throttled ids and the quiet times of debounced ones.
extension Engine {
    func isWindowOpen(_ id: Int32, at now: Int64, for interval: Int64) -> Bool {
        ids[id].windowStart != .min && now < ids[id].windowEnd
            && now < ids[id].windowStart.addingSaturated(interval)
    }

    func openWindow(_ id: Int32, from now: Int64, for interval: Int64) {
        ids[id].windowStart = now
        ids[id].windowEnd = now.addingSaturated(interval)
        keepWindow(id, until: ids[id].windowEnd)
    }

    /// Keeps the record of an id until the window is over.
    func keepWindow(_ id: Int32, until end: Int64) {
        if ids[id].window < 0 {
            ids[id].window = windows.reserve(token: id)
            ids[id].references += 1
        } else {
            windows.disarm(ids[id].window)
        }
        windows.arm(
            ids[id].window, deadline: max(end, ids[id].windowEnd, ids[id].quietUntil), sequence: 0)
    }

    /// Forgets the windows that are over. Amortised O(log n) per window.
    func pruneWindows(at now: Int64) {
        while let window = windows.popDue(at: now, registeredBefore: .max) {
            forgetWindow(windows.token(of: window))
        }
    }

    func forgetWindow(_ id: Int32) {
        windows.release(ids[id].window)
        ids[id].window = -1
        ids[id].windowStart = .min
        ids[id].windowEnd = .min
        ids[id].quietUntil = .min
        ids[id].burstStart = .min
        releaseID(id)
    }

    func dropWindows() { pruneWindows(at: .max) }
}
