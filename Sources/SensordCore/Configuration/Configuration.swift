/// Where the settings come from: the defaults, a file over them, the command line over both.
package struct Configuration {
    /// Settings of the command line, which stay whatever the file says.
    package struct Override: Equatable {
        package let key: SettingKey
        package let value: String
    }

    package var file: String?
    package var overrides: [Override] = []

    package init(file: String? = nil, overrides: [Override] = []) {
        self.file = file
        self.overrides = overrides
    }

    /// Reads the file anew and puts the settings together.
    package func load() throws(ConfigurationError) -> Settings {
        var settings = Settings()
        if let file {
            let contents: String
            do throws(FileError) {
                contents = try SmallFile(file).read()
            } catch {
                throw .unreadable(error)
            }
            try settings.apply(file: contents, path: file)
        }
        for override in overrides {
            do throws(InvalidValue) {
                try settings.set(override.key, to: override.value)
            } catch {
                throw .wrong(path: "command line", line: 1, message: error.message)
            }
        }
        return settings
    }
}
