/// What can be set in a configuration file, on the command line, and while the program runs.
package struct Settings: Equatable {
    /// The time from one sample to the next.
    package var period: Duration = .milliseconds(500)
    /// The value from which on there is an alarm; nil for what is usual for the source.
    package var threshold: Double?
    /// How long a value must be over the threshold, or below it again, before that counts.
    package var hold: Duration = .seconds(2)
    /// How long the contact must be quiet before its edges count, as one.
    package var debounce: Duration = .milliseconds(50)
    /// The least time from one status to the next.
    package var status: Duration = .seconds(1)

    package init() {}
}
