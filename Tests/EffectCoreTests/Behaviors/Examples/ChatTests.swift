import EffectCore
import EffectTesting
import Testing

@Suite struct ChatTests {
    /// A server that keeps a log of its side.
    private final class FakeServer {
        let log = Log()
        var onEvent: [String: (ChatEvent) -> Void] = [:]
        var isDown = false

        var environment: Chat.Environment {
            Chat.Environment { [self] room, onEvent in
                log("connect \(room)")
                guard !isDown else {
                    onEvent(.lost)
                    return ChatLine(say: { _ in }, close: {})
                }
                self.onEvent[room] = onEvent
                onEvent(.joined)
                return ChatLine(
                    say: { [log] in log("\(room): \($0)") },
                    close: { [log] in log("close \(room)") })
            }
        }
    }

    private let clock = TestClock()
    private let server = FakeServer()

    private func store() -> Store<Chat.State, Chat.Action> {
        Store(
            initial: Chat.State(), behavior: Chat.behavior, environment: server.environment,
            on: clock)
    }

    @Test func eachRoomIsAConnection() {
        let store = store()
        store.send(.join("tea"))
        store.send(.join("rum"))
        #expect(store.state.rooms.map(\.isJoined) == [true, true])
        store.send(.say("hello", in: "tea"))
        store.send(.say("hello", in: "tea"))
        server.onEvent["rum"]?(.text("ahoy"))
        store.send(.leave("tea"))
        store.send(.say("lost", in: "tea"))
        #expect(
            server.log.take() == [
                "connect tea", "connect rum", "tea: hello", "tea: hello", "close tea",
            ])
        #expect(store.state.rooms.map(\.lines) == [["ahoy"]])
        #expect(store.effectStatistics.droppedBroadcasts == 1)
        #expect(store.openChannels == [EffectID("rum")])
    }

    @Test func aLostRoomIsJoinedAgain() {
        let store = store()
        store.send(.join("tea"))
        server.isDown = true
        server.onEvent["tea"]?(.lost)
        #expect(store.state.rooms.map(\.isJoined) == [false])
        clock.advance(by: .milliseconds(2_500))
        #expect(server.log.take() == ["connect tea", "connect tea", "connect tea"])
        server.isDown = false
        clock.advance(by: .seconds(1))
        #expect(store.state.rooms.map(\.isJoined) == [true])
        store.send(.say("back", in: "tea"))
        store.stop()
        #expect(server.log.take() == ["connect tea", "tea: back", "close tea"])
        #expect(store.tableCounts.nodes == 0)
    }

    @Test func aRoomThatIsLeftIsNotJoinedAgain() {
        let store = store()
        store.send(.join("tea"))
        server.onEvent["tea"]?(.lost)
        store.send(.leave("tea"))
        clock.advance(by: .seconds(5))
        #expect(server.log.take() == ["connect tea"])
        #expect(store.effects.isEmpty)
    }
}
