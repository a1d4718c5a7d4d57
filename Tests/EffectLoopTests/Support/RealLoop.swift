import EffectLoop
import Testing

/// Everything that runs on a real loop. Serialized: a test blocks its thread in `run()`, and bounds
/// on the wall clock should not compete with each other.
@Suite(.serialized) struct RealLoop {}

extension EventLoop {
    /// `run` for the bodies of exit tests, which are asynchronous closures.
    func serve(_ mode: RunMode = .untilIdle) throws(SystemError) { try run(mode) }
}
