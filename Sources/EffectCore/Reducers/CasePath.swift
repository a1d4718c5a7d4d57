/// A way into one case of an enum: makes the whole from the part, and finds the part in the whole.
///
/// ```swift
/// CasePath(Action.child) { if case .child(let action) = $0 { action } else { nil } }
/// ```
///
/// Keep one as `static var child: CasePath<Action, Child.Action> { … }`: its closures are not
/// `Sendable`, so it cannot be a stored constant of a type.
public struct CasePath<Root, Value> {
    /// Makes a whole from a part.
    public let embed: (Value) -> Root
    /// Finds the part, or nil where the whole is another case.
    public let extract: (Root) -> Value?

    /// Creates a path from its two directions.
    @inlinable
    public init(_ embed: @escaping (Value) -> Root, _ extract: @escaping (Root) -> Value?) {
        self.embed = embed
        self.extract = extract
    }

    /// Creates a path from its two directions.
    @inlinable
    public init(
        embed: @escaping (Value) -> Root, extract: @escaping (Root) -> Value?
    ) {
        self.init(embed, extract)
    }

    /// The path to a part of the part.
    @inlinable
    public func appending<Part>(_ path: CasePath<Value, Part>) -> CasePath<Root, Part> {
        CasePath<Root, Part>(
            { embed(path.embed($0)) },
            { extract($0).flatMap(path.extract) })
    }
}
