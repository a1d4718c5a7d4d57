import EffectCore
import EffectTesting
import Testing

/// Numbered calls of an operator, and the values that their effects send.
///
/// Times are milliseconds of virtual time.
final class Calls {
    enum Step: Hashable {
        case call(Int)
        case value(Int)
        case cancel(String)
        case arm(after: Int, call: Int)
        case armCancel(after: Int, id: String)
    }

    typealias Work = Effect<Step>

    let harness: Harness<Step>

    /// - Parameter effect: What a call with a number is answered with.
    init(on clock: TestClock = TestClock(), _ effect: @escaping (Int) -> Work) {
        harness = Harness(on: clock) { step in
            switch step {
            case .call(let number): effect(number)
            case .value: .none
            case .cancel(let id): .cancel(id: id)
            case .arm(let delay, let number): .after(.milliseconds(delay), .call(number))
            case .armCancel(let delay, let id): .after(.milliseconds(delay), .cancel(id))
            }
        }
    }

    var clock: TestClock { harness.clock }
    var store: Store<Int, Step> { harness.store }

    @discardableResult
    func call(_ number: Int, at time: Int? = nil) -> StoreTask {
        if let time { harness.advance(to: time) }
        return harness.send(.call(number))
    }

    func cancel(_ id: String, at time: Int? = nil) {
        if let time { harness.advance(to: time) }
        harness.send(.cancel(id))
    }

    /// Registers a timer now that makes a call later.
    func arm(_ number: Int, after delay: Int) { harness.send(.arm(after: delay, call: number)) }

    /// Registers a timer now that cancels later.
    func armCancel(_ id: String, after delay: Int) {
        harness.send(.armCancel(after: delay, id: id))
    }

    func advance(to time: Int) { harness.advance(to: time) }

    /// Checks times and numbers of all values, in order.
    func expect(_ expected: [(Int, Int)], sourceLocation: SourceLocation = #_sourceLocation) {
        let values = harness.received.compactMap { received in
            if case .value(let number) = received.action { return [received.time, number] }
            return nil
        }
        #expect(values == expected.map { [$0.0, $0.1] }, sourceLocation: sourceLocation)
    }
}

extension Effect<Calls.Step> {
    static func value(_ number: Int) -> Effect { .send(.value(number)) }

    static func value(_ number: Int, after delay: Int) -> Effect {
        .after(.milliseconds(delay), .value(number))
    }
}
