/// What a loop tells about itself, at the cost of the reads of the clock that it makes anyway.
extension RunQueue {
    /// How long a callback may take before it is reported, in nanoseconds; `.max` for never.
    ///
    /// Where callbacks are measured, each costs one read of the clock: its end is the beginning of
    /// the next one.
    package var slowCallbackLimit: Int64 {
        get { slowLimit }
        set {
            slowLimit = max(0, newValue)
            isMeasuring = newValue != .max
            if isMeasuring { callbackStart = readClock() }
        }
    }

    /// The driver is about to wait: what runs next notes when it began.
    package func willWait() { wakeTime = -1 }

    /// When the wait ended: the beginning of the first callback or of the turn. Reads the clock if
    /// nothing has run since.
    package func timeOfWaking() -> Int64 {
        if wakeTime < 0 { wakeTime = readClock() }
        return wakeTime
    }

    /// Notes that a callback of the driver begins; the first one after a wait reads the clock.
    func noteCallback() {
        callbackCount &+= 1
        if wakeTime < 0 {
            wakeTime = readClock()
            callbackStart = wakeTime
            turnTime = wakeTime
            isTurnTimeStale = false
        }
        if isMeasuring {
            lastSender = .unknown
            deliveryStart = callbackStart
            longestDelivery = -1
        }
    }

    /// Notes whose effect sends, so that a slow callback can be told by it.
    @usableFromInline
    func noteSender(_ handle: EffectHandle) { lastSender = handle.label }

    /// Notes that an action is dealt with which came from outside, one of many in a callback: a slow
    /// callback is told by the line that sent the one that took longest.
    package func noteDelivery(fileID: StaticString, line: UInt) {
        guard isMeasuring else { return }
        let now = readClock()
        let took = now.subtractingSaturated(deliveryStart)
        deliveryStart = now
        if took > longestDelivery {
            longestDelivery = took
            longestSender = RunLabel(
                name: nil, priority: .normal, source: ActionSource(fileID: fileID, line: line))
        }
        lastSender = longestSender
    }

    func endMeasurement(of subject: CallbackSubject) {
        guard let took = timeSinceCallback() else { return }
        reportSlow(subject.text, lastSender, took)
    }

    func endMeasurement(ofTimer label: RunLabel) {
        guard let took = timeSinceCallback() else { return }
        reportSlow("a timer's callback", label, took)
    }

    func endMeasurement(ofTurn label: RunLabel) {
        guard let took = timeSinceCallback() else { return }
        reportSlow("the rest of a drain", label, took)
    }

    /// How long the callback took that has just ended, if that was too long.
    private func timeSinceCallback() -> Int64? {
        let now = readClock()
        let took = now.subtractingSaturated(callbackStart)
        callbackStart = now
        return took > slowLimit ? took : nil
    }

    private func reportSlow(_ what: String, _ label: RunLabel, _ nanoseconds: Int64) {
        let effect = label.name.isEmpty ? "" : " of effect " + label.name.string
        let tenths = nanoseconds / 100_000
        let time = String(tenths / 10) + "." + String(tenths % 10) + " ms"
        reporter(
            Report(
                kind: .slowCallback, message: what + effect + " took " + time,
                source: label.source))
    }
}
