internal import CEffectShims

private enum EnvironmentKey: DependencyKey {
    static var liveValue: (String) -> String? {
        { name in
            guard let value = unsafe effect_environment_value(name) else { return nil }
            return unsafe String(cString: value)
        }
    }
    static var placeholder: ((String) -> String?)? { { _ in nil } }
}

extension DependencyValues {
    /// Reads a variable of the environment of the process; nil where there is none. To be overridden
    /// in tests: `$0.environment = { ["HOME": "/root"][$0] }`.
    ///
    /// What is no UTF-8 is repaired. Reading is safe as long as nobody changes the environment
    /// meanwhile (POSIX).
    public var environment: (String) -> String? {
        get { self[EnvironmentKey.self] }
        set { self[EnvironmentKey.self] = newValue }
    }
}
