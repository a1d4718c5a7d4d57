extension Options {
    /// All that the program can be told, made from the same tables that it is read by.
    package static var help: String {
        """
        Usage: sensord [OPTION...]

        Samples the machine's temperature, or its load and memory where it has no thermometer;
        alarms when a value stays over a threshold; watches a contact that pauses and resumes it.

        Options:
        \(rows(options))

        Settings, as options or as lines 'key = value' of the --config file (# begins a comment;
        options win):
        \(rows(settings))

        Durations are whole numbers with a unit: 250us, 500ms, 2s, 1m, 1h.

        Contact line: whatever arrives on standard input (press Enter), or on the FIFO given by
        --line, is an edge. Once it is quiet again, sampling pauses, or goes on.

        Control socket: one command a line, \(ControlLimits.lineBytes) bytes at most; \(ControlLimits.clients) clients at a time:
        \(rows(ControlCommand.rows))
        An answer is lines that 'ok' ends, or one that begins with 'error:'. Who reads too slowly
        loses lines of watch, and is told how many.

        Signals:
        \(rows(signals))

        Exit codes:
        \(rows(ExitCode.allCases.map { (String($0.rawValue), $0.help) }))

        """
    }

    private static var options: [(String, String)] {
        OptionName.allCases.map { option in
            ("--" + option.rawValue + (option.placeholder.map { " " + $0 } ?? ""), option.help)
        }
    }

    private static var settings: [(String, String)] {
        SettingKey.allCases.map { ("--\($0.rawValue) \($0.placeholder)", $0.help) }
    }

    private static var signals: [(String, String)] {
        [
            ("SIGHUP", "read the --config file again; a wrong one is reported, the old one kept"),
            ("SIGUSR1", "print what runs, how late the samples are, and what the loop has done"),
            ("SIGTERM, SIGINT", "say what is still to be said, and end"),
        ]
    }

    private static func rows(_ rows: [(String, String)]) -> String {
        rows.map { "  " + $0.0.padded(to: 22) + $0.1 }.joined(separator: "\n")
    }
}
