/// The last few of a stream of values, in a buffer that is written round and round.
///
/// - Complexity: O(1) to add; no allocation once it is full.
package struct Window<Element: Equatable>: Equatable {
    package let capacity: Int
    private var storage: [Element] = []
    private var oldest = 0

    /// Creates an empty window.
    package init(capacity: Int) {
        precondition(capacity > 0, "Window.init: the capacity is not positive")
        self.capacity = capacity
        storage.reserveCapacity(capacity)
    }

    /// Adds a value, in place of the oldest one when the window is full.
    package mutating func add(_ element: Element) {
        guard storage.count == capacity else { return storage.append(element) }
        storage[oldest] = element
        oldest = (oldest + 1) % capacity
    }

    /// The values, oldest first.
    package var values: [Element] { Array(storage[oldest...] + storage[..<oldest]) }

    package var isEmpty: Bool { storage.isEmpty }
}

extension Window where Element: Comparable {
    /// The smallest value that at least that share of all values does not exceed (nearest rank).
    ///
    /// - Parameter hundredths: The share, from 1 to 100: 50 gives the median.
    /// - Returns: Nil while the window is empty.
    /// - Complexity: O(n log n).
    package func percentile(_ hundredths: Int) -> Element? {
        let sorted = storage.sorted()
        let rank = (sorted.count * hundredths + 99) / 100
        return sorted.isEmpty ? nil : sorted[max(1, min(rank, sorted.count)) - 1]
    }
}
