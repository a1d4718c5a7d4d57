internal import CEffectShims

/// Whole files. Blocks.
enum FileContents {
    /// All bytes of a file, or nil where there is none.
    static func read(_ path: String) throws(SystemError) -> [UInt8]? {
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        let code = unsafe effect_file_read(path, &bytes, &count)
        if code == noSuchFile { return nil }
        guard code == 0 else { throw error(code, "read", path) }
        defer { unsafe effect_file_free(bytes) }
        return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    /// Puts other bytes in place of what a file holds, all or nothing.
    static func replace(_ path: String, with bytes: [UInt8]) throws(SystemError) {
        var operation: UnsafePointer<CChar>?
        let code = unsafe effect_file_replace(path, bytes, bytes.count, &operation)
        guard code != 0 else { return }
        throw error(code, unsafe operation.map { unsafe String(cString: $0) } ?? "write", path)
    }

    private static var noSuchFile: Int32 { 2 }

    private static func error(_ code: Int32, _ operation: String, _ path: String) -> SystemError {
        let reason = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
            guard let start = buffer.baseAddress else { return "" }
            unsafe effect_error_reason(code, start, buffer.count)
            return unsafe String(cString: start)
        }
        // As libuv prints it elsewhere: in the middle of a sentence.
        let words = reason.prefix(1).lowercased() + reason.dropFirst()
        return SystemError(code: code, operation: operation, subject: path, reason: words)
    }
}
