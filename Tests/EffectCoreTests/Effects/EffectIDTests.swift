import EffectCore
import EffectTesting
import Testing

@Suite struct EffectIDTests {
    private struct Path: Hashable {
        var device: Int
        var channel: String
    }

    private enum Request: Hashable {
        case load
        case page(Int)
        case named(String, Double)
    }

    private enum Load: Hashable { case it }
    private enum Save: Hashable { case it }
    private struct Unit: Hashable {}
    private struct OtherUnit: Hashable {}

    /// Equal only in its number, whatever its note says.
    private struct Annotated: Hashable {
        var number: Int
        var note: String

        static func == (left: Annotated, right: Annotated) -> Bool { left.number == right.number }

        func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    private static let long = String(repeating: "a long identifier ", count: 10)

    /// One id of each; all differ from each other.
    private static var distinct: [EffectID] {
        [
            EffectID(1), EffectID(1.0), EffectID(true), EffectID(Int8(1)), EffectID(UInt8(1)),
            EffectID(Int16(1)), EffectID(Int32(1)), EffectID(UInt(1)), EffectID(Int64(1)),
            EffectID(Float(1)), EffectID("1"), EffectID(Character("1")), EffectID([1]),
            EffectID(Optional(1)), EffectID(Optional<Int>.none), EffectID(0), EffectID(-1),
            EffectID(Int.max), EffectID(Int.min), EffectID(256), EffectID(1 << 40),
            EffectID(""), EffectID("a"), EffectID("\0"), EffectID("a\0"), EffectID("\0a"),
            EffectID("aa"), EffectID("123456789012345"), EffectID("1234567890123456"),
            EffectID("1234567890123457"), EffectID("é"), EffectID("e"), EffectID(long),
            EffectID(long + "b"), EffectID(Substring("a")), EffectID(Load.it), EffectID(Save.it),
            EffectID(Unit()), EffectID(OtherUnit()), EffectID(false), EffectID(Request.load),
            EffectID(Request.page(1)), EffectID(Request.page(2)),
            EffectID(Request.named("a", 1)), EffectID(Path(device: 1, channel: "a")),
            EffectID(Path(device: 1, channel: "b")), EffectID(Path(device: 2, channel: "a")),
            EffectID(Annotated(number: 1, note: "")), EffectID(Annotated(number: 2, note: "")),
        ]
    }

    // CAN-24
    @Test func differentValuesAndTypesAreDifferentIDs() {
        let ids = Self.distinct
        for (index, id) in ids.enumerated() {
            for (other, otherID) in ids.enumerated() where other != index {
                #expect(id != otherID, "\(index) and \(other)")
            }
        }
        #expect(Set(ids).count == ids.count)
    }

    // CAN-24
    @Test func equalValuesAreEqualIDs() {
        for (first, second) in zip(Self.distinct, Self.distinct) {
            #expect(first == second)
            #expect(first.hashValue == second.hashValue)
        }
        #expect(EffectID(0.0) == EffectID(-0.0))
        #expect(
            EffectID(Annotated(number: 1, note: "a")) == EffectID(Annotated(number: 1, note: "b")))
        #expect(EffectID(["a", "b"]) == EffectID(["a"] + ["b"]))
    }

    // CAN-24
    @Test(arguments: [
        ("caf\u{e9}", "cafe\u{301}"), ("\u{1E69}", "s\u{323}\u{307}"), ("\u{212B}", "\u{C5}"),
        ("\u{212A}", "K"), ("1 \u{212A} is cold", "1 K is cold"), ("\u{37E}", ";"),
        ("\u{1FEF}", "`"), ("\u{AC00}", "\u{1100}\u{1161}"),
        ("a kelvin is a \u{212A}, always", "a kelvin is a K, always"),
        ("\u{212A}\u{301}", "\u{1E30}"),
    ])
    func canonicallyEquivalentStringsAreOneID(first: String, second: String) {
        #expect(first == second)
        #expect(EffectID(first) == EffectID(second))
        #expect(EffectID(first).hashValue == EffectID(second).hashValue)
        let harness = Harness([
            "X": Effect.after(milliseconds(1), "a").cancellable(id: first),
            "stop": .cancel(id: second),
        ])
        harness.send("X")
        harness.send("stop")
        #expect(harness.inFlight == 0)
    }

    // CAN-24
    @Test func aCancelReachesOnlyItsOwnType() {
        let log = Log()
        let harness = Harness([
            "X": .merge(
                .probe("Int", log).cancellable(id: 1), .probe("Double", log).cancellable(id: 1.0),
                .probe("Bool", log).cancellable(id: true),
                .probe("Int8", log).cancellable(id: Int8(1))),
            "Double": .cancel(id: 1.0), "Bool": .cancel(id: true), "Int8": .cancel(id: Int8(1)),
            "Int": .cancel(id: 1),
        ])
        harness.send("X")
        for (left, name) in ["Double", "Bool", "Int8", "Int"].enumerated() {
            harness.send(name)
            #expect(log.entries.last == "\(name).cancel")
            #expect(harness.inFlight == 3 - left)
        }
    }

    // CAN-24
    @Test func enumsWithPayloadsAndStructsAreIDs() {
        let harness = Harness([
            "X": .merge(
                Effect.after(milliseconds(1), "load").cancellable(id: Request.load),
                Effect.after(milliseconds(2), "page 1").cancellable(id: Request.page(1)),
                Effect.after(milliseconds(3), "page 2").cancellable(id: Request.page(2)),
                Effect.after(milliseconds(4), "path")
                    .cancellable(id: Path(device: 1, channel: "a"))),
            "stop": .merge(
                .cancel(id: Request.page(1)), .cancel(id: Path(device: 1, channel: "a")),
                .cancel(id: Path(device: 1, channel: "b"))),
        ])
        harness.send("X")
        harness.send("stop")
        harness.clock.run()
        harness.expectActions(["X", "stop", "load", "page 2"])
    }

    // CAN-06
    @Test(arguments: 1...30) func aCancelReachesExactlyItsHolders(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var expected: [(Int, String)] = []
        var pending: [(due: Int, order: Int, id: Int, name: String)] = []
        let harness = Harness<String> { action in
            let parts = action.split(separator: " ")
            switch parts[0] {
            case "start":
                return Effect.after(milliseconds(Int(parts[2]) ?? 0), "done \(parts[3])")
                    .cancellable(id: Int(parts[1]) ?? 0, cancelInFlight: parts[4] == "alone")
            case "cancel": return .cancel(id: Int(parts[1]) ?? 0)
            default: return .none
            }
        }
        for step in 0..<200 {
            let now = step * 10
            let due = pending.filter { $0.due <= now }
                .sorted { ($0.due, $0.order) < ($1.due, $1.order) }
            expected += due.map { ($0.due, "done \($0.name)") }
            pending.removeAll { $0.due <= now }
            harness.advance(to: now)
            let id = Int.random(in: 0..<5, using: &generator)
            if Int.random(in: 0..<4, using: &generator) == 0 {
                pending.removeAll { $0.id == id }
                expected.append((now, "cancel \(id)"))
            } else {
                let wait = Int.random(in: 1...20, using: &generator) * 10
                let alone = Bool.random(using: &generator)
                if alone { pending.removeAll { $0.id == id } }
                pending.append((now + wait, step, id, "\(step)"))
                expected.append(
                    (now, "start \(id) \(wait) \(step) \(alone ? "alone" : "shared")"))
            }
            harness.send(expected[expected.count - 1].1)
            #expect(harness.inFlight == pending.count, "seed \(seed)")
        }
        harness.expect(expected)
    }
}
