import Glibc
import Testing

extension ProgramRuns {
    /// What standard input and the contact line can be.
    @Suite struct ProgramInputTests {
        private static let cannotBeWatched =
            "contact line: standard input cannot be watched (operation not permitted); "
            + "going on without it\n"

        @Test(arguments: [Program.Input.null, .closed])
        func anInputThatIsNotConnectedIsNoNews(_ input: Program.Input) throws {
            let program = try Program(
                ["--duration", "500ms", "--period", "50ms", "--status", "0s"], input: input)
            #expect(try program.waitForEnd() == 0)
            #expect(!program.printed.contains("contact line"))
            #expect(program.printed.split(separator: "\n").count > 5)
        }

        @Test func anInputThatCannotBeWatchedIsSaidOnce() throws {
            let program = try Program(
                ["--duration", "500ms", "--period", "50ms", "--status", "0s"], input: .file)
            #expect(try program.waitForEnd() == 0)
            #expect(program.printed.split(separator: Self.cannotBeWatched).count == 2)
            #expect(program.printed.split(separator: "\n").count > 5)
        }

        @Test func edgesOnAPipePauseAndResume() throws {
            let program = try Program(["--debounce", "1ms"], input: .pipe)
            try program.waitFor("sampling  ")
            program.type("x")
            try program.waitFor("contact: paused\n")
            program.type("x")
            try program.waitFor("contact: resumed\n")
        }

        @Test func theEndOfInputEndsTheWatch() throws {
            let program = try Program([], input: .pipe)
            try program.waitFor("sampling  ")
            program.endInput()
            try program.waitFor("contact line: standard input has ended; going on without it\n")
            program.send(SIGUSR1)
            try program.waitFor("  timer     -           sampling  ")
            program.send(SIGTERM)
            #expect(try program.waitForEnd() == 0)
            #expect(!program.printed.contains("descriptor"))
        }

        @Test func theInputIsAsItWasWhenItEnds() throws {
            let program = try Program([], input: .pipe)
            try program.waitFor("sampling  ")
            #expect(!program.isInputBlocking)
            program.send(SIGINT)
            #expect(try program.waitForEnd() == 0)
            #expect(program.isInputBlocking)
        }

        @Test func theEndOfInputEndsAPause() throws {
            let program = try Program(["--debounce", "1ms"], input: .pipe)
            try program.waitFor("sampling  ")
            program.type("x")
            try program.waitFor("contact: paused\n")
            program.endInput()
            try program.waitFor("contact: resumed\n")
            try program.waitFor("sampling  ")
        }

        @Test func aFIFONeverEnds() throws {
            let directory = try ScratchDirectory()
            let path = directory.path + "/contact"
            #expect(mkfifo(path, 0o600) == 0)
            let program = try Program(["--line", path, "--debounce", "1ms"])
            try program.waitFor("sampling  ")
            for word in ["contact: paused\n", "contact: resumed\n", "contact: paused\n"] {
                let writer = open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK)
                #expect(writer >= 0)
                #expect(write(writer, "x", 1) == 1)
                close(writer)
                try program.waitFor(word)
            }
            program.send(SIGTERM)
            #expect(try program.waitForEnd() == 0)
            #expect(!program.printed.contains("going on without it"))
        }

        @Test func aTerminalShowsOneLiveLine() throws {
            let program = try Program(
                ["--period", "20ms", "--status", "50ms", "--debounce", "1ms"], isTerminal: true)
            try program.waitFor("\r\u{1B}[?7lsampling  ")
            try program.waitFor("\u{1B}[?7h\u{1B}[K\r\u{1B}[?7lsampling  ")
            program.type("\n")
            try program.waitFor("\r\u{1B}[Kcontact: paused\r\n\u{1B}[?7lsampling  ")
            try program.waitFor("\r\u{1B}[?7lpaused  ")
            program.send(SIGINT)
            try program.waitFor("\r\u{1B}[Kended: ")
            #expect(try program.waitForEnd() == 0)
            #expect(program.printed.hasSuffix("\r\n"))
        }
    }
}
