import EffectLoop
import Glibc

extension SystemError {
    /// The error of the call that has just failed, in the system's words.
    static func last(_ operation: String, _ subject: String) -> SystemError {
        SystemError(code: errno, operation: operation, subject: subject)
    }
}
