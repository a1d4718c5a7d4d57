/// The loop's end of something that other threads fill: an inbox, a lane.
///
/// It lives on the loop's thread, in the loop's table under its key; other threads know the key.
class Receiver {
    /// Unowned: the loop closes its receivers before it goes, and a closed one does not call it.
    unowned(unsafe) final let eventLoop: EventLoop
    final let key: Int

    /// Takes a place in the loop's table; ``EventLoop/add(_:)`` puts it there.
    init(eventLoop: EventLoop) {
        unsafe self.eventLoop = eventLoop
        key = eventLoop.freeReceiverKey()
    }

    /// It was announced at the door. May be called once too often.
    func receive() {}

    /// The loop closes.
    func close() {}
}
