import LinuxIO

/// Says whether a configuration is as it should be (`--check`).
public enum ConfigurationCheck {
    /// Reads the file at `path`, or the default one, and prints what there is to say of it.
    ///
    /// - Throws: what `ConfigurationFile.read` does; 74 where standard output cannot be written.
    public static func print(_ path: String?) throws(DaemonError) {
        ProcessSetup.prepare()
        let file = try ConfigurationFile.read(path)
        for warning in file.warnings {
            writeToStandardError(LogLineStyle.ofStandardError.problems(warning))
        }
        guard let name = file.path else {
            return try writeToStandardOutput(
                "\(ConfigurationFile.defaultPath) is not there: the built-in configuration holds\n")
        }
        let count = file.warnings.count
        let found = count == 0 ? "no problem found" : "no error found, \(count) to think about"
        try writeToStandardOutput("\(escapedText(name)): \(found)\n")
    }
}
