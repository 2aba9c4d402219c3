import ArgumentParser
import GestureSettings
import LinuxIO

/// `gesturectl check`
struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check a configuration, say what is wrong with it and where.",
        discussion: """
            A gestured.yaml is checked as gestured --check does, bindings for gesturectl run as \
            that does before it runs any.
            """)

    @Argument(help: ArgumentHelp("The file to check.", valueName: "file"))
    var file: String

    func run() async throws {
        try await CommandProcess.run {
            if BindingsFile.holdsBindings(at: file) {
                _ = try BindingsFile.read(reporting: file)
                return try OutputFile.standard.write(
                    "\(ReadableName.of(file)): no problem found\n")
            }
            try checkConfiguration()
        }
    }

    private func checkConfiguration() throws {
        let check: ConfigurationCheck
        do throws(DaemonError) {
            check = try ConfigurationCheck(file)
        } catch {
            guard error.status == .configuration else {
                throw CommandFailure(error.status, error.description)
            }
            // As editors understand it, with its place first.
            CommandProcess.writeError(error.description + "\n")
            throw CommandFailure(reported: error.status)
        }
        check.warnings.forEach { CommandProcess.writeError($0 + "\n") }
        try OutputFile.standard.write(check.conclusion + "\n")
    }
}
