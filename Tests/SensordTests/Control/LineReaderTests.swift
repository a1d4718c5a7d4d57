import SensordCore
import Testing

@Suite struct LineReaderTests {
    private func lines(_ text: String, inPiecesOf size: Int) -> [LineReader.Line] {
        var reader = LineReader(limit: 4)
        var lines: [LineReader.Line] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            reader.append(Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
            while let line = reader.next() { lines.append(line) }
        }
        reader.end()
        while let line = reader.next() { lines.append(line) }
        return lines
    }

    /// However the stream is cut, the lines are the same.
    @Test(arguments: 1...12) func piecesDoNotMatter(_ size: Int) {
        #expect(lines("ab\n\ncdef\r\n", inPiecesOf: size) == [.of("ab"), .of(""), .of("cdef")])
        #expect(lines("abcde\nf\n", inPiecesOf: size) == [.tooLong, .of("f")])
        #expect(lines("abcdefghijkl\nf", inPiecesOf: size) == [.tooLong, .of("f")])
        #expect(lines("abcdefghijkl", inPiecesOf: size) == [.tooLong])
        #expect(lines("a\rb\n\r\n", inPiecesOf: size) == [.of("a\rb"), .of("")])
        #expect(lines("", inPiecesOf: size) == [])
    }

    @Test func readersAreEqualWhenTheyGoOnInTheSameWay() {
        var fresh = LineReader(limit: 4)
        var used = LineReader(limit: 4)
        used.append(Array("ab\ncd".utf8))
        #expect(used.next() == .of("ab"))
        #expect(fresh != used)
        fresh.append(Array("cd".utf8))
        #expect(fresh == used)
        used.append(Array("\n".utf8))
        #expect(used.next() == .of("cd"))
        #expect(used.next() == nil)
        #expect(used == LineReader(limit: 4))
    }

    /// The time is that of the bytes: where each line moves the rest, this takes minutes.
    @Test(.timeLimit(.minutes(10))) func manyLinesAtOnceAreTakenOneByOne() {
        var reader = LineReader(limit: 4)
        reader.append(Array(repeating: 0x0A, count: 200_000))
        var count = 0
        while reader.next() != nil { count += 1 }
        #expect(count == 200_000)
    }
}

extension LineReader.Line {
    fileprivate static func of(_ text: String) -> LineReader.Line { .line(Array(text.utf8)) }
}
