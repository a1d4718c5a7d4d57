import EffectLoop
import Glibc

extension Printer {
    /// One live line where standard output is a terminal that can rewrite it, plain lines elsewhere.
    static var standardOutput: Printer {
        let isDumb = unsafe getenv("TERM").map { unsafe String(cString: $0) } == "dumb"
        let writer = Writer(fileDescriptor: STDOUT_FILENO, name: "standard output")
        return isatty(STDOUT_FILENO) == 1 && !isDumb ? .live(writer) : .plain(writer)
    }

    /// A line for each word. What a slow reader does not take is counted, and said when it reads on.
    package static func plain(_ writer: Writer) -> Printer {
        var dropped = 0
        let line = { (text: String) throws(SystemError) in
            if dropped > 0 {
                guard try writer.write("(lines dropped: \(dropped))\n") else {
                    dropped += 1
                    return
                }
                dropped = 0
            }
            if try !writer.write(text + "\n") { dropped += 1 }
        }
        return Printer(status: line, event: line, finish: line)
    }

    /// One line that is rewritten in place; events go by above it.
    package static func live(_ writer: Writer) -> Printer {
        var status = ""
        // Without wrapping, so that a long line in a narrow window still is one line.
        let drawn = { "\u{1B}[?7l\(status)\u{1B}[?7h" }
        return Printer(
            status: { (text) throws(SystemError) in
                status = text
                _ = try writer.write("\r\(drawn())\u{1B}[K")
            },
            event: { (text) throws(SystemError) in
                _ = try writer.write("\r\u{1B}[K\(text)\n\(drawn())")
            },
            finish: { (text) throws(SystemError) in
                status = ""
                _ = try writer.write("\r\u{1B}[K\(text)\n")
            })
    }
}
