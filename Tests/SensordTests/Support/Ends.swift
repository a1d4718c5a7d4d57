import Glibc

/// Both sides of what connects a test with the program that it runs.
struct Ends {
    /// What the test reads.
    let output: Int32
    /// What the test writes; negative for nothing.
    let input: Int32
    /// The pipe that the program reads, in common with it; negative where there is none.
    let sharedInput: Int32
    /// Comes to its end when the program has ended.
    let life: Int32
    private let childLife: Int32
    private let childOutput: Int32
    private let childInput: Int32

    /// Pipes.
    init(input kind: Program.Input) throws {
        let out = try PipeEnds()
        output = out.read
        childOutput = out.write
        switch kind {
        case .pipe:
            let pair = try PipeEnds()
            childInput = pair.read
            sharedInput = fcntl(pair.read, F_DUPFD_CLOEXEC, 0)
            input = pair.write
        case .null, .closed, .file:
            childInput = open(
                kind == .file ? "/proc/self/exe" : "/dev/null", O_RDONLY | O_CLOEXEC)
            input = -1
            sharedInput = -1
        }
        let alive = try PipeEnds()
        life = alive.read
        childLife = alive.write
    }

    /// A terminal, for both directions.
    init(terminal: Void) throws {
        output = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        input = output
        var isLocked: Int32 = 0
        var number: UInt32 = 0
        guard output >= 0, ioctl(output, Self.setTerminalLock, &isLocked) == 0,
            ioctl(output, Self.getTerminalNumber, &number) == 0
        else { throw Unexpected("no terminal") }
        childOutput = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
        childInput = childOutput
        sharedInput = -1
        let alive = try PipeEnds()
        life = alive.read
        childLife = alive.write
    }

    /// `TIOCSPTLCK` and `TIOCGPTN`, which Swift does not import.
    private static var setTerminalLock: UInt { 0x4004_5431 }
    private static var getTerminalNumber: UInt { 0x8004_5430 }

    /// A number in the child that nothing else has.
    private static var childLifeNumber: Int32 { 200 }

    /// Starts the program and closes the child's sides here.
    func spawn(_ arguments: [String], closesInput: Bool) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if closesInput {
            posix_spawn_file_actions_addclose(&actions, STDIN_FILENO)
        } else {
            posix_spawn_file_actions_adddup2(&actions, childInput, STDIN_FILENO)
        }
        posix_spawn_file_actions_adddup2(&actions, childOutput, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, childOutput, STDERR_FILENO)
        posix_spawn_file_actions_adddup2(&actions, childLife, Self.childLifeNumber)
        // The threads of a test block signals, and a child inherits that.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var noSignals = sigset_t()
        sigemptyset(&noSignals)
        posix_spawnattr_setsigmask(&attributes, &noSignals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        var environment: [UnsafeMutablePointer<CChar>?] = [strdup("TERM=xterm"), nil]
        defer { for word in words + environment { free(word) } }
        var process: pid_t = 0
        let status = posix_spawn(
            &process, arguments[0], &actions, &attributes, &words, &environment)
        close(childOutput)
        close(childLife)
        if childInput != childOutput { close(childInput) }
        guard status == 0 else { throw Unexpected("cannot run \(arguments[0]): \(status)") }
        return process
    }
}
