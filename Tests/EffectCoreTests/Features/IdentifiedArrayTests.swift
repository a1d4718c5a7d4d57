import EffectCore
import EffectModel
import Testing

@Suite struct IdentifiedArrayTests {
    private struct Port: Identifiable, Hashable {
        var id: Int
        var bytes: [UInt8] = []
    }

    private typealias Ports = IdentifiedArray<Int, Port>

    /// Everything that must hold of a collection, against a plain array.
    private static func expect(
        _ ports: Ports, _ expected: [Port], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(ports.elements == expected, sourceLocation: sourceLocation)
        #expect(ports.ids == expected.map(\.id), sourceLocation: sourceLocation)
        for (index, port) in expected.enumerated() {
            #expect(ports.index(id: port.id) == index, sourceLocation: sourceLocation)
            #expect(ports[id: port.id] == port, sourceLocation: sourceLocation)
        }
        #expect(Array(ports) == expected, sourceLocation: sourceLocation)
    }

    @Test func ofEqualIDsTheFirstIsTaken() {
        var ports: Ports = [Port(id: 1, bytes: [1]), Port(id: 2), Port(id: 1, bytes: [9])]
        Self.expect(ports, [Port(id: 1, bytes: [1]), Port(id: 2)])
        #expect(ports.append(Port(id: 2, bytes: [9])) == (false, 1))
        #expect(ports.insert(Port(id: 3), at: 0) == (true, 0))
        Self.expect(ports, [Port(id: 3), Port(id: 1, bytes: [1]), Port(id: 2)])
        #expect(ports.updateOrAppend(Port(id: 1)) == Port(id: 1, bytes: [1]))
        #expect(ports.updateOrAppend(Port(id: 4)) == nil)
        Self.expect(ports, [Port(id: 3), Port(id: 1), Port(id: 2), Port(id: 4)])
    }

    @Test func aThousandRandomChangesAgreeWithAnArray() {
        for seed in 0..<50 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            var ports = Ports()
            var expected: [Port] = []
            for step in 0..<200 {
                let id = Int.random(in: 0..<12, using: &random)
                let port = Port(id: id, bytes: [UInt8(step)])
                let index = expected.firstIndex { $0.id == id }
                switch Int.random(in: 0..<9, using: &random) {
                case 0, 1:
                    ports.append(port)
                    if index == nil { expected.append(port) }
                case 2:
                    let place = Int.random(in: 0...expected.count, using: &random)
                    ports.insert(port, at: place)
                    if index == nil { expected.insert(port, at: place) }
                case 3:
                    #expect(ports.remove(id: id) == index.map { expected.remove(at: $0) })
                case 4:
                    ports[id: id] = nil
                    if let index { expected.remove(at: index) }
                case 5:
                    ports[id: id] = port
                    if let index { expected[index] = port } else { expected.append(port) }
                case 6:
                    ports[id: id]?.bytes.append(7)
                    if let index { expected[index].bytes.append(7) }
                case 7:
                    ports.removeAll { $0.id % 5 == id % 5 }
                    expected.removeAll { $0.id % 5 == id % 5 }
                default:
                    ports.sort { $0.bytes.count > $1.bytes.count }
                    expected.sort { $0.bytes.count > $1.bytes.count }
                    if expected.count > 2 {
                        ports.swapAt(0, 2)
                        expected.swapAt(0, 2)
                    }
                }
                Self.expect(ports, expected)
            }
        }
    }

    @Test func anElementIsChangedInPlace() {
        var ports: Ports = [Port(id: 1, bytes: Array(repeating: 0, count: 64)), Port(id: 2)]
        func address() -> UInt {
            ports.elements[0].bytes.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
        }
        let before = address()
        ports[id: 1]?.bytes[3] = 1
        #expect(address() == before)
        #expect(ports[id: 1]?.bytes[3] == 1)
    }

    @Test func copiesAreValues() {
        var ports: Ports = [Port(id: 1), Port(id: 2)]
        let copy = ports
        ports[id: 1]?.bytes = [1]
        ports.remove(id: 2)
        Self.expect(copy, [Port(id: 1), Port(id: 2)])
        #expect(copy != ports)
        #expect(Set([copy, ports]).count == 2)
    }

    @Test func anyClosureCanTellElementsApart() {
        var names = IdentifiedArray(["eth0", "wlan0"]) { $0.first! }
        #expect(names[id: "w"] == "wlan0")
        names.remove(id: "e")
        #expect(names.ids == ["w"])
        #expect("\(names)" == "[\"wlan0\"]")
    }

    @Test func anElementThatChangesItsIDTraps() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            var ports: IdentifiedArray<Int, Port> = [Port(id: 1)]
            ports[id: 1]?.id = 2
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("an element has changed its id in place"))
    }

    @Test func anElementIsChangedByPosition() {
        var ports: Ports = [Port(id: 1), Port(id: 2), Port(id: 3)]
        ports[1].bytes.append(7)
        #expect(ports[id: 2]?.bytes == [7])
        #expect(ports.removeLast().id == 3)
        Self.expect(ports, [Port(id: 1), Port(id: 2, bytes: [7])])
    }
}
