import CEffectShims
import Synchronization

/// Runs code on a thread of its own, and waits for the thread's end.
func onAnotherThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Value {
    let result = Answer<Value>()
    let context = Unmanaged.passRetained(Step { result.put(body()) }).toOpaque()
    var thread: UInt = 0
    _ = effect_thread_start(
        &thread, [UInt8]("test".utf8), 4,
        { context in
            guard let context else { return }
            Unmanaged<Step>.fromOpaque(context).takeRetainedValue().body()
        }, context)
    effect_thread_join(thread)
    return result.value!
}

private final class Step: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

private final class Answer<Value: Sendable>: Sendable {
    private let storage = Mutex<Value?>(nil)

    var value: Value? { storage.withLock { $0 } }

    func put(_ value: Value) { storage.withLock { $0 = value } }
}
