/// When the effects of a ``TestStore`` start.
public enum TestStoreMode: Hashable, Sendable {
    /// At once, as in a program. TCA's way.
    case eager
    /// When the test calls ``TestStore/runEffects(fileID:filePath:line:column:)``. SwiftRex's way.
    ///
    /// The clock then stands still between an action and its effects, and what one effect sends at
    /// once is reduced before the effects of the first of it start. Channels that the state wants follow
    /// it at once all the same.
    case manual
}
