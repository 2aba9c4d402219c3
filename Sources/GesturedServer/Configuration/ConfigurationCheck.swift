package import GestureSettings
package import LinuxIO

extension ConfigurationCheck {
    /// Checks the file at `path`, or the default one, and prints what there is to say of it
    /// (`--check`).
    ///
    /// - Throws: what `ConfigurationFile.read` does; 74 where standard output cannot be written.
    package static func print(_ path: String?) throws(DaemonError) {
        ProcessSetup.prepare()
        let check = try ConfigurationCheck(path)
        for warning in check.warnings {
            writeToStandardError(LogLineStyle.ofStandardError.problems(warning))
        }
        try writeToStandardOutput(check.conclusion + "\n")
    }
}
