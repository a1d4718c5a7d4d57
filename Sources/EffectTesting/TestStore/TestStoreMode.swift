/// When the effects of a ``TestStore`` start.
public enum TestStoreMode: Hashable, Sendable {
    /// At once, as in a program. TCA's way.
    case eager
    /// When the test calls ``TestStore/runEffects(fileID:filePath:line:column:)``. SwiftRex's way.
    case manual
}
