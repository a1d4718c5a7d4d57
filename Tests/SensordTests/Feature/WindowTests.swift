import SensordCore
import Testing

@Suite struct WindowTests {
    @Test func keepsTheLastValuesInOrder() {
        var window = Window<Int>(capacity: 3)
        #expect(window.values == [])
        for value in 1...5 { window.add(value) }
        #expect(window.values == [3, 4, 5])
    }

    @Test func percentilesGoByNearestRank() {
        var window = Window<Int>(capacity: 200)
        #expect(window.percentile(50) == nil)
        window.add(7)
        #expect(window.percentile(1) == 7)
        #expect(window.percentile(99) == 7)
        for value in 1...99 { window.add(value == 7 ? 100 : value) }
        #expect(window.percentile(50) == 50)
        #expect(window.percentile(99) == 99)
        #expect(window.percentile(100) == 100)
    }
}
