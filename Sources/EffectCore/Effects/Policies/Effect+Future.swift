extension Effect {
    /// Runs a one-shot callback: the effect sends one action and ends. SwiftRex's word.
    ///
    /// ```swift
    /// return .future { completer in
    ///     let request = sensor.read { value in completer(.sample(value)) }
    ///     completer.onCancel { request.abort() }
    /// }
    /// ```
    ///
    /// A completer that is dropped without being called ends the effect without an action, which debug
    /// builds report as ``Report/Kind/completerDropped``. Called twice, the second action is ignored,
    /// and reported as ``Report/Kind/completedTwice``.
    public static func future(
        name: StaticString? = nil, priority: EffectPriority = .normal,
        fileID: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping (_ completer: Completer<Action>) -> Void
    ) -> Effect {
        run(name: name, priority: priority, fileID: fileID, line: line) { send in
            body(Completer(send))
        }
    }
}
