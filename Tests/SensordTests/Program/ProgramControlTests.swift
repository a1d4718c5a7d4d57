import Glibc
import SensordCore
import Testing

extension ProgramRuns {
    /// The program and its clients.
    @Suite struct ProgramControlTests {
        private let directory: ScratchDirectory
        private let path: String

        init() throws {
            directory = try ScratchDirectory()
            path = directory.path + "/control"
        }

        private func start(_ arguments: [String] = []) throws -> Program {
            let program = try Program(["--control", path, "--source", "load"] + arguments)
            try program.waitFor("sampling  ")
            return program
        }

        @Test func statusTellsStateAndFigures() throws {
            let program = try start()
            let lines = try ControlConnection(path).ask("status")
            #expect(lines.first?.hasPrefix("sampling  load ") == true)
            for words in ["alarm: ", "settings: ", "samples ", "clients: 1 of 8", "loop: turns "] {
                #expect(lines.contains { $0.hasPrefix(words) }, "\(words)")
            }
            #expect(lines.contains { $0.hasPrefix("store: effects signal 4, descriptor 2") })
            program.send(SIGTERM)
            #expect(try program.waitForEnd() == 0)
        }

        @Test func settingsAreTakenOrRefused() throws {
            let program = try start()
            let client = try ControlConnection(path)
            #expect(try client.ask("set period 70ms") == ["ok"])
            try program.waitFor("configuration: period 70ms, ")
            #expect(
                try client.ask("set period fast")
                    == ["error: period: 'fast' is no duration such as 500ms, 2s or 1m"])
            #expect(try client.ask("\u{7}\u{1B}") == ["error: the line is not text"])
            #expect(try client.ask("set hold 1s") == ["ok"])
        }

        @Test func watchStreams() throws {
            let program = try start(["--period", "20ms", "--status", "0s"])
            let client = try ControlConnection(path)
            #expect(try client.ask("watch") == ["ok"])
            for _ in 0..<5 { #expect(try client.readLine()?.hasPrefix("sampling  load ") == true) }
            program.send(SIGTERM)
            var last: String?
            while let line = try client.readLine() { last = line }
            #expect(last?.hasPrefix("ended: samples ") == true)
            #expect(try program.waitForEnd() == 0)
        }

        @Test func quitEndsItAndTakesTheSocketAway() throws {
            let program = try start()
            let client = try ControlConnection(path)
            #expect(try client.ask("quit") == ["ok"])
            #expect(try client.readLine() == nil)
            #expect(try program.waitForEnd() == 0)
            #expect(program.printed.contains("ended: samples "))
            #expect(access(path, F_OK) != 0)
        }

        @Test func aLineWithoutAnEndIsRefusedInBoundedMemory() throws {
            let program = try start()
            let client = try ControlConnection(path)
            let before = try program.residentKilobytes()
            for _ in 0..<16 { try client.send(String(repeating: "x", count: 1 << 20)) }
            #expect(try client.ask("") == ["error: the line is longer than 256 bytes"])
            #expect(try client.ask("set hold 1s") == ["ok"])
            #expect(try isSanitized || program.residentKilobytes() - before < 4_096)
        }

        @Test func aHundredConnectionsAreServedOrRefused() throws {
            let program = try start()
            var clients: [ControlConnection] = []
            for _ in 0..<100 { clients.append(try ControlConnection(path)) }
            for client in clients.dropFirst(8) {
                #expect(try client.readLine() == "error: there are 8 clients already")
                #expect(try client.readLine() == nil)
            }
            for client in clients.prefix(8) { #expect(try client.ask("set hold 1s") == ["ok"]) }
            #expect(try clients[0].ask("status").contains("clients: 8 of 8"))
            program.send(SIGTERM)
            #expect(try program.waitForEnd() == 0)
        }

        @Test func aClientThatVanishesInMidOutputIsForgotten() throws {
            let program = try start(["--period", "1ms", "--status", "0s"])
            for _ in 0..<20 {
                let client = try ControlConnection(path)
                try client.send(String(repeating: "help\n", count: 5_000) + "watch\n")
                _ = try client.readLine()
            }
            let client = try ControlConnection(path)
            while try !client.ask("status").contains("clients: 1 of 8") {}
            program.send(SIGTERM)
            #expect(try program.waitForEnd() == 0)
        }

        @Test func aSlowReaderIsToldWhatItLost() throws {
            let program = try start(["--period", "1ms", "--status", "0s"])
            let slow = try ControlConnection(path)
            #expect(try slow.ask("watch") == ["ok"])
            // Far more than the kernel and the program hold for it together.
            let other = try ControlConnection(path)
            while try samples(other) < 1_000 {}
            var seen = 0
            while let line = try slow.readLine(), !line.hasPrefix("(lines dropped: ") { seen += 1 }
            #expect(seen < 1_000)
            #expect(try slow.readLine()?.hasPrefix("sampling  ") == true)
            _ = program
        }

        private func samples(_ client: ControlConnection) throws -> Int {
            let line = try client.ask("status").first { $0.hasPrefix("samples ") } ?? ""
            return Int(line.dropFirst(8).prefix { $0 != "," }) ?? 0
        }
    }
}
