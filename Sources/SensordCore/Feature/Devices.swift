import EffectLoop

/// All of the outside that the program uses: the machine's, or a test's.
package struct Devices {
    package var sampler: Sampler
    package var printer: Printer
    package var line: ContactLine
    /// Nil when the program is not controlled by a socket.
    package var control: ControlSocket?
    /// Reads the settings anew; nil when there is no file to read.
    package var reload: (() -> Result<Settings, ConfigurationError>)?
    /// What runs at present, for the report.
    package var effects: () -> [RunningEffect]
    /// How the loop and the store are doing.
    package var vitals: () -> Vitals
    package var now: () -> Instant
    package var descriptors: any DescriptorSource
    package var signals: any SignalSource

    package init(
        sampler: Sampler, printer: Printer, line: ContactLine,
        control: ControlSocket?, reload: (() -> Result<Settings, ConfigurationError>)?,
        effects: @escaping () -> [RunningEffect], vitals: @escaping () -> Vitals,
        now: @escaping () -> Instant, descriptors: any DescriptorSource, signals: any SignalSource
    ) {
        self.sampler = sampler
        self.printer = printer
        self.line = line
        self.control = control
        self.reload = reload
        self.effects = effects
        self.vitals = vitals
        self.now = now
        self.descriptors = descriptors
        self.signals = signals
    }
}
