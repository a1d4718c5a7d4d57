/// What a driver's callback is about: what a report about it names.
public enum CallbackSubject: Sendable {
    /// Nothing that has a name.
    case unnamed
    /// An event of a descriptor.
    case descriptor(Int32)
    /// A signal of the process.
    case signal(Int32)
    /// Something of the driver's own.
    case named(StaticString)

    var text: String {
        switch self {
        case .unnamed: "a callback"
        case .descriptor(let number): "descriptor " + String(number)
        case .signal(let number): "signal " + String(number)
        case .named(let name): StaticText(name).string
        }
    }
}
