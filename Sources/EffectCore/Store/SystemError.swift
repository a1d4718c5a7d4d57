/// A refusal or failure of the operating system, as a value.
///
/// Prints as `bind /run/x.sock: address in use (98)`.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The error number, positive (`errno`).
    public var code: Int32
    /// The call that failed, in the system's own word.
    public var operation: String
    /// What the call was about: a path, a descriptor, a signal. May be empty.
    public var subject: String
    /// The system's words for the number.
    public var reason: String

    /// Creates an error.
    public init(code: Int32, operation: String, subject: String, reason: String) {
        self.code = code
        self.operation = operation
        self.subject = subject
        self.reason = reason
    }

    /// Operation, subject, reason and number in one line.
    public var description: String {
        let head = subject.isEmpty ? operation : operation + " " + subject
        return head + ": " + reason + " (" + String(code) + ")"
    }
}
