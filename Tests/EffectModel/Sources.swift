import EffectCore
import EffectTesting

/// What happens outside of a store: descriptors, signals and lanes, by number.
final class Sources {
    private let descriptors = TestDescriptors()
    private let signals = TestSignals()
    private var lanes: [Int: TestLane] = [:]

    func lane(_ number: Int) -> TestLane {
        if let lane = lanes[number] { return lane }
        let lane = TestLane()
        lanes[number] = lane
        return lane
    }

    /// Even sources are descriptors, odd ones signals.
    func watch(_ source: Int, _ action: Int) -> Effect<Int> {
        source.isMultiple(of: 2)
            ? .readable(Int32(source), on: descriptors) { action }
            : .signal(Self.signal(source), on: signals) { action }
    }

    func deliver(_ source: Int) {
        if source.isMultiple(of: 2) {
            descriptors.becomeReadable(Int32(source))
        } else {
            signals.raise(Self.signal(source))
        }
    }

    /// Beyond those that cannot be caught.
    private static func signal(_ source: Int) -> Int32 { Int32(64 + source) }
}
