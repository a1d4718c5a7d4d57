/// What a debounce or a throttle makes of a call.
@usableFromInline
enum GatedStart {
    case starts
    case waits(Int32)
    /// The call starts within the node.
    case isAdmitted(Int32)
    /// The call is left out; its place ends.
    case skipped
    /// The place of the call is gone.
    case dropped
}
