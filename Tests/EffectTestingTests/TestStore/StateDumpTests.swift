import EffectDependencies
@testable import EffectTesting
import Testing

@Suite struct StateDumpTests {
    private struct Item: Equatable {
        var id: Int
        var name: String?
    }

    private enum Phase {
        case idle
        case loading(Int, isFirst: Bool)
        case failed(Item)
    }

    private struct Whole {
        var phase: Phase
        var items: [Item] = []
        var table: [String: Int] = [:]
        var set: Set<Int> = []
        var wait = Duration.milliseconds(1500)
    }

    private final class Ring {
        var next: Ring?
        var name = "ring"
    }

    @Test func aValueIsWrittenALineAProperty() {
        let whole = Whole(
            phase: .failed(Item(id: 1, name: "a")), items: [Item(id: 2, name: nil)],
            table: ["b": 2, "a": 1], set: [3, 1, 2])
        #expect(
            StateDump(whole).lines == [
                "Whole(",
                "  phase: .failed(",
                "    Item(",
                "      id: 1,",
                "      name: \"a\"",
                "    )",
                "  ),",
                "  items: [",
                "    [0]: Item(",
                "      id: 2,",
                "      name: nil",
                "    )",
                "  ],",
                "  table: [",
                "    \"a\": 1,",
                "    \"b\": 2",
                "  ],",
                "  set: {",
                "    1,",
                "    2,",
                "    3",
                "  },",
                "  wait: 1.5 seconds",
                ")",
            ])
    }

    @Test func casesAreShort() {
        #expect(StateDump.line(Phase.idle) == ".idle")
        #expect(StateDump.line(Phase.loading(3, isFirst: true)) == ".loading(3, isFirst: true)")
        #expect(StateDump.line(Optional(Phase.idle) as Any) == ".idle")
        #expect(StateDump.line([Int]()) == "[]")
        #expect(StateDump.line([String: Int]()) == "[:]")
        #expect(StateDump.line(()) == "()")
    }

    @Test func aLineIsCutWhereItIsLong() {
        let text = StateDump.line(Array(repeating: "abcdefgh", count: 100), limit: 40)
        #expect(text.count == 41 && text.last == "…")
    }

    @Test func anObjectThatContainsItselfIsNotFollowed() {
        let ring = Ring()
        ring.next = ring
        #expect(
            StateDump(ring).lines == ["Ring(", "  next: Ring(…),", "  name: \"ring\"", ")"])
        ring.next = nil
    }

    @Test func anIdentifiedArrayShowsItsElements() {
        let items = IdentifiedArray([Item(id: 7, name: nil)], id: \.id)
        #expect(
            StateDump(items).lines == [
                "[", "  [0]: Item(", "    id: 7,", "    name: nil", "  )", "]",
            ])
    }

    @Test func whatIsKeptElsewhereShowsItsValue() {
        #expect(StateDump(Shared(5)).lines == ["Shared<Int>(", "  value: 5", ")"])
        #expect(StateDump(UniqueID(5)).lines == ["\(UniqueID(5))"])
    }

    @Test func aDiffShowsWhatIsNearADifference() {
        let old = Array(0..<20)
        var new = old
        new[10] = 99
        #expect(
            "\(LineDiff(expected: old, actual: new))" == """
                    [
                      … 8 equal
                      [8]: 8,
                      [9]: 9,
                  -   [10]: 10,
                  +   [10]: 99,
                      [11]: 11,
                      [12]: 12,
                      … 7 equal
                    ]

                  (- expected, + actual)
                """)
    }

    @Test func aDiffWithoutADifferenceSaysSo() {
        let diff = LineDiff(expected: 1, actual: 1)
        #expect(diff.isEmpty)
        #expect("\(diff)".contains("only == tells them apart"))
    }

    @Test func addedAndRemovedLinesHaveTheirPlace() {
        #expect(
            "\(LineDiff(expected: [1, 2, 3], actual: [1, 3]))".split(separator: "\n").prefix(6)
                .map { String($0) } == [
                    "    [", "      [0]: 1,", "  -   [1]: 2,", "  -   [2]: 3", "  +   [1]: 3",
                    "    ]",
                ])
    }
}
