import EffectCore
import Glibc
import SensordCore
import Testing

@Suite struct PrinterTests {
    @Test func aReaderThatStallsLosesLinesAndIsToldHowMany() throws {
        let pipe = try PipeEnds()
        defer { close(pipe.read) }
        defer { close(pipe.write) }
        let printer = Printer.plain(Writer(fileDescriptor: pipe.write, name: "pipe"))
        let line = String(repeating: "x", count: 1_023)
        // More than any pipe holds: a printer that waited would never come back.
        for _ in 0..<2_000 { try printer.event(line) }
        let taken = pipe.readAll().split(separator: "\n").count
        #expect(taken > 0 && taken < 2_000)
        try printer.status("again")
        #expect(pipe.readAll() == "(lines dropped: \(2_000 - taken))\nagain\n")
    }

    @Test func aReaderThatHasGoneIsAnError() throws {
        let pipe = try PipeEnds()
        close(pipe.read)
        defer { close(pipe.write) }
        let previous = signal(SIGPIPE, SIG_IGN)
        defer { signal(SIGPIPE, previous) }
        let printer = Printer.plain(Writer(fileDescriptor: pipe.write, name: "pipe"))
        let error = #expect(throws: SystemError.self) { try printer.event("x") }
        #expect(error?.description == "write pipe: broken pipe (32)")
    }

    @Test func aLiveLineIsDrawnAgainBelowAnEvent() throws {
        let pipe = try PipeEnds()
        defer { close(pipe.read) }
        defer { close(pipe.write) }
        let printer = Printer.live(Writer(fileDescriptor: pipe.write, name: "pipe"))
        try printer.status("20 °C")
        try printer.event("hot")
        try printer.finish("over")
        #expect(
            pipe.readAll()
                == "\r\u{1B}[?7l20 °C\u{1B}[?7h\u{1B}[K"
                + "\r\u{1B}[Khot\n\u{1B}[?7l20 °C\u{1B}[?7h" + "\r\u{1B}[Kover\n")
    }
}
