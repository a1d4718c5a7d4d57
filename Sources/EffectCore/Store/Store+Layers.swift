/// What layers above do with a whole store.
extension Store {
    /// Does what the first turn does, if it has not come yet: the initial effect, then the channels that
    /// the state wants.
    package func begin() { core.begin() }

    /// Cancels every effect and closes every channel, as a stop does, and goes on.
    ///
    /// A channel that the state wants stays closed until it does not want it any more, or with another
    /// reset key: as one that was cancelled by its id.
    package func cancelEverything() { core.stopAndStart() }
}

extension StoreCore {
    func begin() {
        checkThread()
        if awaitsStart, !isDraining { startInitialEffect() }
    }

    func stopAndStart() {
        guard !isStopped else { return }
        let entries = supervised?.entries ?? []
        stop()
        supervised?.entries = entries
        start()
    }
}
