import EffectLoop

/// Where the program's words go.
package struct Printer {
    /// Says how things are. A later status may replace it.
    package let status: (String) throws(SystemError) -> Void
    /// Says what happened. It stays.
    package let event: (String) throws(SystemError) -> Void
    /// Says the last word; no status stays behind it.
    package let finish: (String) throws(SystemError) -> Void

    package init(
        status: @escaping (String) throws(SystemError) -> Void,
        event: @escaping (String) throws(SystemError) -> Void,
        finish: @escaping (String) throws(SystemError) -> Void
    ) {
        self.status = status
        self.event = event
        self.finish = finish
    }
}
