/// How much of what happens in a ``TestStore`` a test has to claim. TCA's word.
public enum Exhaustivity: Hashable, Sendable {
    /// Every change of the state, every received action, and the end of every effect.
    case on
    /// Only what the test chooses to claim. The rest passes, and with `showSkippedAssertions` leaves
    /// a warning, which fails nothing.
    case off(showSkippedAssertions: Bool)

    /// Only what the test chooses to claim, without warnings.
    public static var off: Exhaustivity { .off(showSkippedAssertions: false) }

    var showsSkipped: Bool { self == .off(showSkippedAssertions: true) }
}
