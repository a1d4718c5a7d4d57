import Glibc
import SensordCore
import Testing

extension ProgramRuns {
    /// The control socket's file.
    @Suite struct ProgramSocketTests {
        private let directory: ScratchDirectory
        private let path: String

        init() throws {
            directory = try ScratchDirectory()
            path = directory.path + "/control"
        }

        @Test func isForTheOwnerOnly() throws {
            let program = try Program(["--control", path])
            try program.waitFor("sampling  ")
            #expect(try mode() == S_IFSOCK | 0o600)
        }

        @Test func whatACrashLeftIsReplaced() throws {
            let first = try Program(["--control", path])
            try first.waitFor("sampling  ")
            first.send(SIGKILL)
            #expect(try first.waitForEnd() == -SIGKILL)
            #expect(try mode() & S_IFMT == S_IFSOCK)
            let second = try Program(["--control", path])
            try second.waitFor("sampling  ")
            #expect(try ControlConnection(path).ask("quit") == ["ok"])
            #expect(try second.waitForEnd() == 0)
            #expect(access(path, F_OK) != 0)
        }

        @Test func oneThatIsInUseIsLeftAlone() throws {
            let first = try Program(["--control", path])
            try first.waitFor("sampling  ")
            let second = try Program(["--control", path])
            #expect(try second.waitForEnd() == 73)
            #expect(
                second.printed == "sensord: --control: bind \(path): address already in use (98)\n")
            #expect(try ControlConnection(path).ask("set hold 1s") == ["ok"])
        }

        @Test(arguments: ["file", "link", "directory"])
        func whatIsNoSocketIsNeverRemoved(_ kind: String) throws {
            switch kind {
            case "file": try directory.write("precious", to: "control")
            case "link":
                ControlConnection.leaveStaleSocket(at: directory.path + "/other")
                #expect(symlink(directory.path + "/other", path) == 0)
            default: #expect(mkdir(path, 0o700) == 0)
            }
            let before = try mode()
            let program = try Program(["--control", path])
            #expect(try program.waitForEnd() == 73)
            #expect(
                program.printed == "sensord: --control: bind \(path): "
                    + "a file that is no socket is in the way (17)\n")
            #expect(try mode() == before)
        }

        @Test func anothersSocketIsNotTakenAway() throws {
            let program = try Program(["--control", path])
            try program.waitFor("sampling  ")
            #expect(unlink(path) == 0)
            ControlConnection.leaveStaleSocket(at: path)
            program.send(SIGTERM)
            #expect(try program.waitForEnd() == 0)
            #expect(try mode() & S_IFMT == S_IFSOCK)
        }

        @Test func ofManyStartsAtAStaleSocketOneWins() throws {
            ControlConnection.leaveStaleSocket(at: path)
            let programs = try (0..<4).map { _ in try Program(["--control", path]) }
            for program in programs { try program.waitFor("\n") }
            #expect(programs.count { $0.printed.hasPrefix("sampling ") } == 1)
            #expect(try ControlConnection(path).ask("quit") == ["ok"])
            #expect(try programs.map { try $0.waitForEnd() }.sorted() == [0, 73, 73, 73])
            #expect(access(path, F_OK) != 0)
        }

        @Test func aPathThatIsTooLongIsRefused() throws {
            let long = directory.path + "/" + String(repeating: "x", count: 108)
            let program = try Program(["--control", long])
            #expect(try program.waitForEnd() == 64)
            #expect(
                program.printed
                    == "sensord: --control: the path has \(long.utf8.count) bytes; "
                    + "a socket's has 1 to 107; see sensord --help\n")
        }

        private func mode() throws -> mode_t {
            var status = stat()
            guard lstat(path, &status) == 0 else { throw Unexpected("no file at \(path)") }
            return status.st_mode
        }
    }
}
