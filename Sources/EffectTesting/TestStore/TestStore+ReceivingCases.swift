public import EffectCore

extension TestStore {
    /// Claims that an effect has sent an action of a case, whatever it carries.
    public func receive<Value>(
        _ path: CasePath<Action, Value>, timeout: Duration? = nil,
        assert: ((inout State) throws -> Void)? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        receive(
            .oneCase(path.extract, of: Value.self), timeout, site,
            claim(assert))
    }

    /// Claims that an effect has sent an action of a case. The claim gets what the action carries.
    public func receive<Value>(
        _ path: CasePath<Action, Value>, timeout: Duration? = nil,
        assert: @escaping (inout State, Value) throws -> Void,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        receive(.oneCase(path.extract, of: Value.self), timeout, site) { state, action in
            if let value = path.extract(action) { try assert(&state, value) }
        }
    }

    /// Claims that an effect has sent an action of a case that carries a value.
    public func receive<Value: Equatable>(
        _ path: CasePath<Action, Value>, _ value: Value, timeout: Duration? = nil,
        assert: ((inout State) throws -> Void)? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let whole = path.embed(value)
        receive(
            Expectation(
                describe: { StateDump.line(whole) }, matches: { path.extract($0) == value },
                whole: whole),
            timeout, site, claim(assert))
    }

    /// Claims that an element has sent an action: `receive(Bus.device, ("a", .started))`.
    public func receive<ID: Equatable, Child: Equatable>(
        _ path: CasePath<Action, (id: ID, action: Child)>, _ value: (id: ID, action: Child),
        timeout: Duration? = nil, assert: ((inout State) throws -> Void)? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let whole = path.embed(value)
        receive(
            Expectation(
                describe: { StateDump.line(whole) },
                matches: { path.extract($0).map { $0 == value } ?? false }, whole: whole),
            timeout, site, claim(assert))
    }

    /// Claims that an effect has sent an action of a case, named by a property of the action that is
    /// nil for other cases: `receive(\.loaded)`.
    public func receive<Value>(
        _ path: KeyPath<Action, Value?>, timeout: Duration? = nil,
        assert: ((inout State) throws -> Void)? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        receive(.oneCase(path), timeout, site, claim(assert))
    }

    /// As the form without a value for the claim, which gets what the action carries.
    public func receive<Value>(
        _ path: KeyPath<Action, Value?>, timeout: Duration? = nil,
        assert: @escaping (inout State, Value) throws -> Void,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        receive(.oneCase(path), timeout, site) { state, action in
            if let value = action[keyPath: path] { try assert(&state, value) }
        }
    }

    /// Claims that an effect has sent an action whose property has a value: `receive(\.loaded, 5)`.
    public func receive<Value: Equatable>(
        _ path: KeyPath<Action, Value?>, _ value: Value, timeout: Duration? = nil,
        assert: ((inout State) throws -> Void)? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        receive(
            Expectation(
                describe: { "an action that carries \(StateDump.line(value))" },
                matches: { $0[keyPath: path] == value }),
            timeout, site, claim(assert))
    }
}

extension Expectation {
    // A path prints as an address where its property is computed, so the failure names the type.

    static func oneCase<Value>(
        _ extract: @escaping (Action) -> Value?, of type: Value.Type
    ) -> Expectation {
        Expectation(describe: { "an action that carries \(type)" }, matches: { extract($0) != nil })
    }

    static func oneCase<Value>(_ path: KeyPath<Action, Value?>) -> Expectation {
        oneCase({ $0[keyPath: path] }, of: Value.self)
    }
}
