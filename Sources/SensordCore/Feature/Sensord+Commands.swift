import EffectLoop

/// The commands of a client and their answers: `error: …`, or lines that `ok` ends.
extension Sensord {
    /// Every answer is an action of its own, so that answers come in the order of their lines.
    func answer(
        _ line: LineReader.Line, of index: Int, _ state: inout State
    ) -> Effect<Action> {
        let number = state.control.clients[index].number
        let command: ControlCommand
        do throws(ControlCommand.Refusal) {
            command = try ControlCommand(line)
        } catch {
            return answer(number, ["error: " + error.message])
        }
        switch command {
        case .status:
            let lines = statusLines(of: state)
            return .run(name: "status") { [devices] send in
                send(.control(.answered(number, lines + devices.vitals().lines + ["ok"])))
            }
        case .set(let key, let value):
            return set(key, to: value, for: number, &state)
        case .watch:
            state.control.clients[index].followsStatus =
                state.control.clients[index].intake != .ended
            return answer(number, ["ok", statusLine(of: state)])
        case .quit:
            return .concatenate(answer(number, ["ok"]), .send(.stop))
        case .help:
            return answer(number, ControlCommand.helpLines + ["ok"])
        }
    }

    private func answer(_ number: Int, _ lines: [String]) -> Effect<Action> {
        .send(.control(.answered(number, lines)))
    }

    private func set(
        _ key: SettingKey, to value: String, for number: Int, _ state: inout State
    ) -> Effect<Action> {
        var settings = state.settings
        do throws(InvalidValue) {
            try settings.set(key, to: value)
        } catch {
            return answer(number, ["error: " + error.message])
        }
        guard settings != state.settings else { return answer(number, ["ok"]) }
        return .merge(adopt(settings, &state), answer(number, ["ok"]))
    }
}

extension ControlCommand {
    static var rows: [(String, String)] { Name.allCases.map { ($0.usage, $0.help) } }

    static var helpLines: [String] { rows.map { $0.0.padded(to: 16) + $0.1 } }
}
