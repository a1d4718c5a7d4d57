import SensordCore
import Testing

@Suite struct ControlOutputTests {
    private func text(_ output: ControlOutput) -> String {
        String(decoding: output.bytes, as: UTF8.self)
    }

    @Test func whatFitsIsKeptAndTheRestIsCountedAndSaid() {
        var output = ControlOutput(limit: 40)
        for _ in 0..<10 { output.offer("123456789") }
        #expect(text(output) == String(repeating: "123456789\n", count: 4))
        #expect(output.dropped == 6)
        output.remove(40)
        output.offer("again")
        #expect(text(output) == "(lines dropped: 6)\nagain\n")
        #expect(output.dropped == 0)
    }

    @Test func anAnswerComesWhole() {
        var output = ControlOutput(limit: 4)
        output.answer(["12345", "ok"])
        #expect(text(output) == "12345\nok\n")
        #expect(output.isFull)
    }
}
