import EffectCore
import EffectTesting
import Testing

@Suite struct EffectIDUnwrappingTests {
    private enum CancelID { case load, save }

    private struct Path: Hashable {
        var device: Int
        var channel: String
    }

    /// As large as an id, and none.
    private struct Lookalike: Hashable {
        var first: UInt64 = 1
        var second: UInt64 = 2
        var third: UInt8 = 3
    }

    /// As large as an `AnyHashable`, and none.
    private struct LargeLookalike: Hashable {
        var words: [5 of UInt64] = [1, 2, 3, 4, 5]

        static func == (left: LargeLookalike, right: LargeLookalike) -> Bool {
            left.words.indices.allSatisfy { left.words[$0] == right.words[$0] }
        }

        func hash(into hasher: inout Hasher) { hasher.combine(words[0]) }
    }

    @Test func anIDOfAnIDIsThatID() {
        let long = String(repeating: "long", count: 10)
        let ids = [
            EffectID(1), EffectID("x"), EffectID(long), EffectID(CancelID.load),
            EffectID(Path(device: 1, channel: "a")), EffectID(Lookalike()),
            EffectID(LargeLookalike()),
        ]
        for id in ids {
            #expect(EffectID(id) == id)
            #expect(EffectID(EffectID(id)).hashValue == id.hashValue)
        }
        #expect(Set(ids).count == ids.count)
        #expect(EffectID(Lookalike()) != EffectID(Lookalike(third: 4)))
    }

    @Test func anyHashableStandsForTheValueInIt() {
        let long = String(repeating: "long", count: 10)
        #expect(EffectID(AnyHashable(1)) == EffectID(1))
        #expect(EffectID(AnyHashable(1.0)) == EffectID(1.0))
        #expect(EffectID(AnyHashable(true)) == EffectID(true))
        #expect(EffectID(AnyHashable("x")) == EffectID("x"))
        #expect(EffectID(AnyHashable(long)) == EffectID(long))
        #expect(EffectID(AnyHashable(CancelID.save)) == EffectID(CancelID.save))
        #expect(
            EffectID(AnyHashable(Path(device: 1, channel: "a")))
                == EffectID(Path(device: 1, channel: "a")))
        #expect(EffectID(AnyHashable(AnyHashable(1))) == EffectID(1))
        #expect(EffectID(AnyHashable(EffectID(1))) == EffectID(1))
        #expect(AnyHashable(1) == AnyHashable(1.0), "what makes them differ is the id")
        let ids = [AnyHashable(1), AnyHashable(1.0), AnyHashable(true)].map { EffectID($0) }
        #expect(Set(ids).count == 3)
    }

    @Test func whatAListOfRunningEffectsNamesCanBeCancelled() throws {
        let harness = Harness<String> { action in
            action == "start"
                ? Effect.after(milliseconds(1), "late").cancellable(id: CancelID.load)
                : .none
        }
        harness.send("start")
        let running = try #require(harness.store.effects.first)
        let id = try #require(running.ids.first)
        #expect(running.has(id: id))
        #expect(running.has(id: AnyHashable(CancelID.load)))
        #expect(!running.has(id: AnyHashable(CancelID.save)))
        #expect(harness.store.isInFlight(id: id))
        let stopper = Harness<String> { action in
            action == "stop"
                ? .cancel(id: id)
                : Effect.after(milliseconds(1), "late").cancellable(id: CancelID.load)
        }
        stopper.send("start")
        #expect(stopper.inFlight == 1)
        stopper.send("stop")
        #expect(stopper.inFlight == 0)
    }

    @Test func oneListCancelsIDsOfDifferentTypes() {
        let harness = Harness([
            "start": .merge(
                Effect.after(milliseconds(1), "one").cancellable(id: 1),
                Effect.after(milliseconds(2), "double").cancellable(id: 1.0),
                Effect.after(milliseconds(3), "x").cancellable(id: EffectID("x")),
                Effect.after(milliseconds(4), "save").cancellable(id: AnyHashable(CancelID.save))),
            "stop": .cancel(ids: [EffectID(1), EffectID("x")]),
            "stop more": .cancel(ids: [AnyHashable(CancelID.save), "y"]),
        ])
        harness.send("start")
        harness.send("stop")
        #expect(harness.inFlight == 2)
        harness.send("stop more")
        harness.clock.run()
        harness.expectActions(["start", "stop", "stop more", "double"])
    }

    @Test func aSendCancelsByAnIDAsItIs() {
        let harness = Harness<String> { action in
            guard action == "start" else { return .none }
            return .merge(
                Effect.after(milliseconds(1), "late").cancellable(id: CancelID.load),
                .run { $0.cancel(id: EffectID(CancelID.load)) })
        }
        harness.send("start")
        #expect(harness.inFlight == 0)
    }
}
