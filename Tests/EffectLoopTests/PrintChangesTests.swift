import EffectLoop
import EffectTesting
import Glibc
import Testing

/// The text of one action that turns one state into another.
private func change<State>(
    _ old: State, sourceLocation: SourceLocation = #_sourceLocation,
    _ change: @escaping (inout State) -> Void
) -> [String] {
    var texts: [String] = []
    let store = Store<State, Bool>(initialState: old, on: TestClock()) {
        Reduce<State, Bool> { state, _ in
            change(&state)
            return .none
        }
        .printChanges(to: { texts.append($0) })
    }
    store.send(true)
    let lines = texts.joined(separator: "\n--\n").split(separator: "\n").map(String.init)
    #expect(lines.first == "received true", sourceLocation: sourceLocation)
    return Array(lines.dropFirst())
}

@Suite struct PrintChangesTests {
    struct Port: Identifiable {
        var id: String
        var isOpen = false
    }

    enum Mode {
        case idle
        case manual(Double)
        case program(name: String, step: Int)
    }

    struct Device {
        var count = 1
        var name = "a"
        var pair = (1, two: 2)
        var mode = Mode.idle
        var label: String?
        var port: Port?
        var samples = [1, 2, 3]
        var limits = ["high": 9, "low": 1]
        var tags: Set<String> = ["x", "y"]
        var ports: IdentifiedArray<String, Port> = [Port(id: "tty0"), Port(id: "tty1")]
    }

    @Test func theActionAndOnlyWhatChangedIsTold() {
        enum Action {
            case tick
            case set(Int, on: Mode)
        }
        var texts: [String] = []
        let store = Store<Device, Action>(initialState: Device(), on: TestClock()) {
            Reduce<Device, Action> { state, action in
                if case .set(let value, let mode) = action {
                    state.count = value
                    state.mode = mode
                    return .send(.tick)
                }
                return .none
            }
            .printChanges(to: { texts.append($0) })
        }
        store.send(.set(2, on: .program(name: "p\n", step: 3)))
        #expect(
            texts == [
                """
                received set(2, on: program(name: "p\\n", step: 3))
                - count: 1
                + count: 2
                - mode: idle
                + mode: program(name: "p\\n", step: 3)
                """,
                """
                received tick
                  no change
                """,
            ])
    }

    @Test func aStateWithoutPartsHasNoPath() {
        #expect(change(1) { $0 += 1 } == ["- 1", "+ 2"])
        #expect(change(Mode.idle) { $0 = .manual(1) } == ["- idle", "+ manual(1.0)"])
        #expect(change(Duration.seconds(1)) { $0 *= 2 } == ["- 1.0 seconds", "+ 2.0 seconds"])
    }

    @Test func partsOfTuplesAndOfCasesHavePaths() {
        var device = Device()
        device.mode = .program(name: "p", step: 1)
        let lines = change(device) {
            $0.pair = (5, two: 6)
            $0.mode = .program(name: "p", step: 2)
        }
        #expect(
            lines == [
                "- pair.0: 1", "+ pair.0: 5", "- pair.two: 2", "+ pair.two: 6",
                "- mode.program.step: 1", "+ mode.program.step: 2",
            ])
        device.mode = .manual(1)
        #expect(
            change(device) { $0.mode = .manual(2) }
                == ["- mode.manual: 1.0", "+ mode.manual: 2.0"])
    }

    @Test func anOptionalIsLookedInto() {
        #expect(
            change(Device()) {
                $0.label = "l"
                $0.port = Port(id: "p")
            } == [
                "- label: nil", "+ label: \"l\"", "- port: nil",
                "+ port: Port(id: \"p\", isOpen: false)",
            ])
        var device = Device()
        device.port = Port(id: "p")
        #expect(
            change(device) { $0.port?.isOpen = true }
                == ["- port.isOpen: false", "+ port.isOpen: true"])
    }

    @Test func elementsArePlacesKeysAndIDs() {
        let lines = change(Device()) {
            $0.samples = [1, 5]
            $0.limits = ["high": 8, "mid": 4]
            $0.tags = ["y", "z"]
            $0.ports[id: "tty1"]?.isOpen = true
            $0.ports.append(Port(id: "tty2"))
            $0.ports.remove(id: "tty0")
        }
        #expect(
            lines == [
                "- samples[1]: 2", "+ samples[1]: 5", "- samples[2]: 3",
                "- limits[high]: 9", "+ limits[high]: 8", "- limits[low]: 1", "+ limits[mid]: 4",
                "- tags[x]: \"x\"", "+ tags[z]: \"z\"",
                "- ports[tty0]: Port(id: \"tty0\", isOpen: false)",
                "- ports[tty1].isOpen: false", "+ ports[tty1].isOpen: true",
                "+ ports[tty2]: Port(id: \"tty2\", isOpen: false)",
            ])
        #expect(
            change(Device()) { $0.ports.swapAt(0, 1) }
                == ["- ports.ids: [\"tty0\", \"tty1\"]", "+ ports.ids: [\"tty1\", \"tty0\"]"])
    }

    // MARK: Bounds

    private class Base { var depth = 0 }

    private final class Ring: Base {
        var value: Int
        var next: Ring?

        init(_ value: Int) { self.value = value }
    }

    @Test func objectsInACircleAreComparedOnce() {
        func ring(_ value: Int) -> Ring {
            let (first, second) = (Ring(1), Ring(value))
            (first.next, second.next) = (second, first)
            first.depth = value
            return first
        }
        let (old, new) = (ring(2), ring(3))
        #expect(
            change(old) { $0 = new } == [
                "- next.value: 2", "+ next.value: 3", "- depth: 2", "+ depth: 3",
            ])
        #expect(change([old]) { $0[0].value = 7 } == ["  no change"], "the same object")
        #expect(change([old]) { $0.append(new) } == ["+ [1]: Ring"])
        for ring in [old, new] { ring.next?.next = nil }
    }

    private indirect enum Chain {
        case end(Int)
        case link(Chain)
    }

    @Test func aLongChainIsNotFollowedToItsEnd() {
        func chain(_ value: Int, _ length: Int) -> Chain {
            (0..<length).reduce(Chain.end(value)) { chain, _ in .link(chain) }
        }
        let short = change(chain(1, 3)) { $0 = chain(2, 3) }
        #expect(short == ["- link.link.link.end: 1", "+ link.link.link.end: 2"])
        #expect(change(chain(1, 10_000)) { $0 = chain(2, 10_000) } == ["  no change"])
    }

    @Test func largeCollectionsAreCutAndLoopedOver() {
        let many = change(Array(0..<200_000)) { $0 = $0.map { $0 + 1 } }
        #expect(many.count == 102)
        #expect(many.prefix(2) == ["- [0]: 0", "+ [0]: 1"])
        #expect(many.suffix(2) == ["  66566 more lines", "  not everything was compared"])
        #expect(
            change([[Int]]()) { $0.append(Array(0..<100_000)) }
                == ["+ [0]: [0, 1, 2, 3, 4, 5, 6, 7, 99992 more]"])
        let table = Dictionary(uniqueKeysWithValues: (0..<100).map { ($0, $0) })
        #expect(change([table]) { $0 = [] } == ["- [0]: [100 elements]"])
    }

    @Test func aLongTextIsCutAndStillCompared() {
        let text = String(repeating: "a", count: 300)
        let cut = "\"" + String(repeating: "a", count: 199) + "…"
        #expect(change(text) { $0 += "b" } == ["- \(cut)", "+ \(cut)"])
    }

    @Test func byDefaultTheTextGoesToStandardError() async {
        let result = await #expect(
            processExitsWith: .exitCode(7),
            observing: [\.standardErrorContent, \.standardOutputContent]
        ) {
            let store = Store<Int, String>(initialState: 1, on: TestClock()) {
                Reduce<Int, String> { state, _ in
                    state += 1
                    return .none
                }
                .printChanges()
            }
            store.send("go")
            exit(7)
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("received \"go\"\n- 1\n+ 2\n"))
        let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
        #expect(!output.contains("received"))
    }
}
