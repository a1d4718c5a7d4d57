import EffectModel
import EffectLoop
import Glibc
import Testing

extension RealLoop {
    @Suite struct RandomWatches {
        private final class Watch {
            let id: Int
            let pair: Int
            let interest: DescriptorEvents
            var token: WatchToken?
            var calls: [DescriptorEvents] = []
            var isCancelled = false
            init(id: Int, pair: Int, interest: DescriptorEvents) {
                self.id = id
                self.pair = pair
                self.interest = interest
            }
        }

        @Test(arguments: 1...20 as ClosedRange<UInt64>)
        func everyWatchIsToldExactlyWhatIsReady(seed: UInt64) throws {
            var random = SplitMix64(seed: seed)
            let loop = try EventLoop()
            var pairs = (0..<6).map { _ in Pair.sockets() }
            var bytes = [Int](repeating: 0, count: 6)
            var isClosed = [Bool](repeating: false, count: 6)
            var watches: [Watch] = []
            var nextID = 0
            var isQuiet = false
            let interests: [DescriptorEvents] = [.readable, .writable, [.readable, .writable]]

            func cancel(_ watch: Watch) {
                watch.isCancelled = true
                if Bool.random(using: &random) { watch.token?.cancel() }
                watch.token = nil
                watches.removeAll { $0 === watch }
            }
            func add(_ pair: Int) {
                let watch = Watch(
                    id: nextID, pair: pair, interest: interests.randomElement(using: &random)!)
                nextID += 1
                watch.token = try? loop.watch(pairs[pair].reader, for: watch.interest) {
                    [unowned watch] result in
                    #expect(!watch.isCancelled, "seed \(seed)")
                    guard case .success(let events) = result else {
                        Issue.record("failure, seed \(seed)")
                        return
                    }
                    watch.calls.append(events)
                    guard !isQuiet else { return }
                    if Int.random(in: 0..<3, using: &random) == 0 { change() }
                }
                watches.append(watch)
                lifetimes.append(watch)
            }
            var lifetimes: [Watch] = []
            func change() {
                let pair = Int.random(in: 0..<6, using: &random)
                switch Int.random(in: 0..<10, using: &random) {
                case 0, 1, 2: add(pair)
                case 3, 4: if let watch = watches.randomElement(using: &random) { cancel(watch) }
                case 5, 6:
                    if !isClosed[pair] {
                        pairs[pair].send()
                        bytes[pair] += 1
                    }
                case 7:
                    if bytes[pair] > 0 { bytes[pair] -= max(0, pairs[pair].receive()) }
                case 8:
                    pairs[pair].closeWriter()
                    isClosed[pair] = true
                default:
                    for watch in watches where watch.pair == pair { cancel(watch) }
                    pairs[pair] = Pair.sockets()
                    bytes[pair] = 0
                    isClosed[pair] = false
                    if Bool.random(using: &random) { add(pair) }
                }
            }
            for round in 0..<100 {
                for _ in 0..<Int.random(in: 0..<4, using: &random) { change() }
                isQuiet = false
                try loop.run(.noWait)
                isQuiet = true
                for watch in watches { watch.calls = [] }
                try loop.run(.noWait)
                for watch in watches {
                    var expected: DescriptorEvents = []
                    if bytes[watch.pair] > 0 || isClosed[watch.pair] { expected.insert(.readable) }
                    expected.insert(.writable)
                    expected.formIntersection(watch.interest)
                    #expect(
                        watch.calls == (expected.isEmpty ? [] : [expected]),
                        "seed \(seed), round \(round)")
                }
                if watches.count > 12 { for watch in watches.prefix(8) { cancel(watch) } }
            }
            for watch in watches { cancel(watch) }
            try loop.run()
        }
    }
}
