import Glibc
import SensordCore

/// The built program as a child process, with its output on a pipe or a terminal.
///
/// Every wait is for output or for an end, and has an end of its own: then the child is killed and
/// the test fails with what was printed.
final class Program {
    /// What the child's standard input is.
    enum Input {
        /// A pipe, written by `type(_:)` and ended by `endInput()`.
        case pipe
        case null
        /// A regular file.
        case file
        case closed
    }

    /// Generous: machines that run tests are busy.
    private static let patience = Duration.seconds(30)

    private let process: pid_t
    private var output: Int32
    private var input: Int32
    private let sharedInput: Int32
    private let life: Int32
    private(set) var printed = ""
    private var unseen = ""
    private var hasEnded = false

    /// - Parameter isTerminal: Whether input and output are a terminal in place of pipes.
    init(_ arguments: [String], input: Input = .null, isTerminal: Bool = false) throws {
        let ends = isTerminal ? try Ends(terminal: ()) : try Ends(input: input)
        output = ends.output
        self.input = ends.input
        sharedInput = ends.sharedInput
        life = ends.life
        process = try ends.spawn([Self.path] + arguments, closesInput: input == .closed)
    }

    deinit {
        if !hasEnded {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
        }
        if output >= 0 { close(output) }
        close(life)
        if sharedInput >= 0 { close(sharedInput) }
        endInput()
    }

    /// The program is built next to the tests.
    private static var path: String {
        var buffer = [CChar](repeating: 0, count: 4_096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let own = String(
            decoding: buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
        return own.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/sensord"
    }

    // MARK: What the test does

    func send(_ signal: Int32) { kill(process, signal) }

    func type(_ text: String) {
        var text = text
        text.withUTF8 { _ = write(input, $0.baseAddress, $0.count) }
    }

    func endInput() {
        if input >= 0, input != output { close(input) }
        input = -1
    }

    func closeOutput() {
        close(output)
        output = -1
    }

    /// Whether reading the pipe that is the program's input waits.
    var isInputBlocking: Bool { fcntl(sharedInput, F_GETFL) & O_NONBLOCK == 0 }

    /// How much memory the program has.
    func residentKilobytes() throws -> Int {
        let status = try SmallFile("/proc/\(process)/status").read()
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        guard let count = line?.split(whereSeparator: \.isWhitespace).dropFirst().first,
            let kilobytes = Int(count)
        else { throw Unexpected("no VmRSS in:\n\(status)") }
        return kilobytes
    }

    // MARK: What the test waits for

    /// Waits until the text was printed, after what was waited for before.
    func waitFor(_ text: String) throws {
        let deadline = ContinuousClock.now + Self.patience
        while true {
            if let range = unseen.firstRange(of: text) {
                unseen = String(unseen[range.upperBound...])
                return
            }
            guard try readSome(until: deadline) else {
                throw Unexpected("'\(text)' was not printed, but this:\n\(printed)")
            }
        }
    }

    /// Waits until the program has ended. Returns its exit code, or the negative signal number.
    func waitForEnd() throws -> Int32 {
        let deadline = ContinuousClock.now + Self.patience
        if output >= 0 { while try readSome(until: deadline) {} }
        var status: Int32 = 0
        try wait(for: life, until: deadline)
        waitpid(process, &status, 0)
        hasEnded = true
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : -signal
    }

    /// Returns false at the end of the output. A terminal without a program fails with EIO.
    private func readSome(
        until deadline: ContinuousClock.Instant
    ) throws -> Bool {
        try wait(for: output, until: deadline)
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = read(output, &chunk, chunk.count)
        guard count > 0 else { return false }
        let text = String(decoding: chunk[..<count], as: UTF8.self)
        printed += text
        unseen += text
        return true
    }

    private func wait(for descriptor: Int32, until deadline: ContinuousClock.Instant) throws {
        let left = (deadline - ContinuousClock.now).components.seconds
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard left >= 0, poll(&request, 1, Int32(left * 1_000 + 1_000)) > 0 else {
            kill(process, SIGKILL)
            throw Unexpected("nothing happened any more after this:\n\(printed)")
        }
    }
}

struct Unexpected: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
