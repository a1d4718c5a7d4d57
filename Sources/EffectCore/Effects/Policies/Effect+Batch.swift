extension Effect {
    /// Sends the values of a source together: when there are enough, or some time after the first.
    ///
    /// ```swift
    /// return .batch(count: 100, within: .seconds(1)) { .measured($0) } source: { batch in
    ///     let subscription = sensor.subscribe { value in batch.add(value) }
    ///     batch.onTermination { subscription.cancel() }
    /// }
    /// ```
    ///
    /// The time counts from the first value of each batch, so that no value waits longer; while there
    /// is none, nothing is armed. A cancel drops what has not been sent.
    ///
    /// - Parameters:
    ///   - count: How many values make a batch. Less than 1 counts as 1.
    ///   - limit: How long the first value of a batch waits at most; nil for as long as it takes. Zero
    ///     and less mean the next turn.
    ///   - rest: What becomes of the values that are left when the source ends.
    ///   - action: Makes the action of a batch, which is never empty.
    ///   - source: Adds values to the batch, now or later.
    /// - Complexity: amortised O(1) per value.
    public static func batch<Value>(
        count: Int, within limit: Duration? = nil, rest: BatchRest = .flush,
        _ action: @escaping ([Value]) -> Action,
        fileID: StaticString = #fileID, line: UInt = #line,
        source: @escaping (Batch<Value>) -> Void
    ) -> Effect {
        collecting(
            .count(max(1, count), within: limit.map { $0.roundedNanoseconds }), rest, action,
            fileID, line, source)
    }

    /// Sends the values of a source together, at the end of each interval.
    ///
    /// Intervals follow each other from the start of the effect.
    ///
    /// - Parameters:
    ///   - interval: Its length. Zero and less mean one turn.
    ///   - sendsEmpty: Whether an interval without values is an empty batch.
    ///   - rest: What becomes of the values that are left when the source ends.
    ///   - action: Makes the action of a batch.
    ///   - source: Adds values to the batch, now or later.
    /// - Complexity: amortised O(1) per value.
    public static func batch<Value>(
        every interval: Duration, sendsEmpty: Bool = false, rest: BatchRest = .flush,
        _ action: @escaping ([Value]) -> Action,
        fileID: StaticString = #fileID, line: UInt = #line,
        source: @escaping (Batch<Value>) -> Void
    ) -> Effect {
        collecting(
            .grid(interval.roundedNanoseconds, sendsEmpty: sendsEmpty), rest, action, fileID, line,
            source)
    }

    private static func collecting<Value>(
        _ bound: Collector<Value>.Bound, _ rest: BatchRest,
        _ action: @escaping ([Value]) -> Action, _ fileID: StaticString, _ line: UInt,
        _ source: @escaping (Batch<Value>) -> Void
    ) -> Effect {
        run(name: "batch", fileID: fileID, line: line) { send in
            let collector = Collector<Value>(send, bound, rest) { values in
                send(send.inContext { action(values) }, fileID: fileID, line: line)
            }
            collector.begin()
            source(Batch(collector))
        }
    }
}
