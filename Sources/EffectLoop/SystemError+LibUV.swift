internal import CLibUV

extension SystemError {
    /// Creates an error from an `errno`, with the reason in the system's words.
    ///
    /// ```swift
    /// guard descriptor >= 0 else {
    ///     throw SystemError(code: errno, operation: "open", subject: path)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - code: The error number; a negative one counts as the positive, since calls that give
    ///     the number back often negate it.
    ///   - operation: The call that failed, in the system's own word.
    ///   - subject: What the call was about: a path, a descriptor.
    public init(code: Int32, operation: String, subject: String = "") {
        let status = code < 0 ? code : -code
        self.init(
            code: -status, operation: operation, subject: subject, reason: Self.reason(of: status))
    }

    /// What is asked of a loop that is closed.
    static func loopIsClosed(_ operation: String, _ subject: String) -> SystemError {
        SystemError(
            code: -UV_ECANCELED.rawValue, operation: operation, subject: subject,
            reason: "the loop is closed")
    }

    /// The words for a code. `uv_strerror` would leak a few bytes for each unknown one.
    private static func reason(of status: Int32) -> String {
        var words: [CChar] = Array(repeating: 0, count: 128)
        unsafe words.withUnsafeMutableBufferPointer { buffer in
            _ = unsafe uv_strerror_r(status, buffer.baseAddress, buffer.count)
        }
        return String(
            decoding: words.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
