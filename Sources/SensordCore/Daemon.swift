import EffectLoop
import Glibc

/// The program: puts the feature on a loop, with the machine's devices, and runs it to its end.
public enum Daemon {
    /// Runs the program with its arguments, the program's own name left out.
    ///
    /// - Returns: The exit code for the system.
    public static func run(arguments: some Sequence<String>) -> Int32 {
        StandardDescriptors.fillGaps()
        do throws(Failure) {
            try start(arguments)
            return ExitCode.success.rawValue
        } catch {
            Writer(fileDescriptor: STDERR_FILENO, name: "standard error")
                .writeWaiting("sensord: \(error.message)\n")
            return error.code.rawValue
        }
    }

    /// Why the program ends otherwise than it was asked to.
    private struct Failure: Error {
        let code: ExitCode
        let message: String

        init(_ code: ExitCode, _ message: String) {
            self.code = code
            self.message = message
        }
    }

    private static func start(_ arguments: some Sequence<String>) throws(Failure) {
        let options = try options(arguments)
        if options.asksForHelp {
            return Writer(fileDescriptor: STDOUT_FILENO, name: "standard output")
                .writeWaiting(Options.help)
        }
        let settings = try settings(options.configuration)
        let sampler = try sampler(options.source)
        let line = try line(options.line)
        defer { if options.line != nil { _ = close(line.fileDescriptor) } }
        let control = try control(options.control)
        defer { control?.close() }
        do throws(SystemError) {
            let failure = try serve(options, settings, sampler, line, control?.socket)
            if let failure { throw failure }
        } catch {
            throw Failure(error.operation == "write" ? .outputFailed : .systemFailed, "\(error)")
        }
    }

    /// - Returns: Why the output has ended, if it has.
    private static func serve(
        _ options: Options, _ settings: Settings, _ sampler: Sampler, _ line: ContactLine,
        _ control: ControlSocket?
    ) throws(SystemError) -> SystemError? {
        let loop = try EventLoop()
        let configuration = options.configuration
        // The feature reports on the store that runs it; the circle is broken at the end.
        var running: Store<Sensord.State, Sensord.Action>?
        defer { running = nil }
        let devices = Devices(
            sampler: sampler, printer: .standardOutput, line: line,
            control: control,
            reload: configuration.file == nil
                ? nil
                : {
                    Result { () throws(ConfigurationError) in try configuration.load() }
                },
            effects: { running?.effects ?? [] },
            vitals: { running.map { Vitals(loop: loop, store: $0) } ?? Vitals() },
            now: { loop.now }, descriptors: loop, signals: loop)
        let store = Store(initialState: Sensord.State(settings: settings), on: loop) {
            Sensord(devices: devices, duration: options.duration)
        }
        running = store
        store.send(.start)
        try loop.run()
        return store.state.outputFailure
    }

    // MARK: What can go wrong before it starts

    private static func options(_ arguments: some Sequence<String>) throws(Failure) -> Options {
        do throws(UsageError) {
            return try Options(arguments: arguments)
        } catch {
            throw Failure(.usage, "\(error.message); see sensord --help")
        }
    }

    private static func settings(_ configuration: Configuration) throws(Failure) -> Settings {
        do throws(ConfigurationError) {
            return try configuration.load()
        } catch {
            throw Failure(.configuration, "\(error)")
        }
    }

    private static func sampler(_ source: Options.Source) throws(Failure) -> Sampler {
        switch source {
        case .auto: return .temperature() ?? .load()
        case .load: return .load()
        case .temperature:
            if let sampler = Sampler.temperature() { return sampler }
            throw Failure(.sourceUnavailable, "--source: this machine shows no temperature")
        }
    }

    private static func line(_ path: String?) throws(Failure) -> ContactLine {
        guard let path else { return .standardInput }
        do throws(SystemError) {
            return try .open(path: path)
        } catch {
            throw Failure(.lineUnavailable, "--line: \(error)")
        }
    }

    private static func control(_ path: String?) throws(Failure) -> ControlListener? {
        guard let path else { return nil }
        do throws(SystemError) {
            return try ControlListener(path: path)
        } catch {
            throw Failure(.controlUnavailable, "--control: \(error)")
        }
    }
}
