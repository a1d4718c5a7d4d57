import EffectLoop
import Glibc

extension SystemError {
    /// The error of the call that has just failed, in the system's words.
    static func last(_ operation: String, _ subject: String) -> SystemError {
        let code = errno
        let reason = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "unknown error"
        // The sentence that it becomes part of does not begin with it.
        let words = reason.prefix(1).lowercased() + reason.dropFirst()
        return SystemError(code: code, operation: operation, subject: subject, reason: words)
    }
}
