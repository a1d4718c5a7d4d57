import Glibc

/// Runs a closure on a thread of its own with a small stack, and waits for it.
///
/// A test records its issues after the call: the thread belongs to no test.
func onSmallStack(kibibytes: Int = 256, _ body: @escaping () -> Void) {
    let work = Unmanaged.passRetained(StackWork(body)).toOpaque()
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, kibibytes * 1024)
    var thread = pthread_t()
    let code = pthread_create(
        &thread, &attributes,
        { pointer in
            guard let pointer else { return nil }
            Unmanaged<StackWork>.fromOpaque(pointer).takeRetainedValue().body()
            return nil
        }, work)
    precondition(code == 0, "onSmallStack: the thread could not be made")
    pthread_join(thread, nil)
    pthread_attr_destroy(&attributes)
}

private final class StackWork {
    let body: () -> Void

    init(_ body: @escaping () -> Void) { self.body = body }
}
