import ArgumentParser
import Glibc

/// `gesturectl check`
struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check a configuration, say what is wrong with it and where.",
        discussion: """
            A gestured.yaml is checked by gestured itself, which is looked for beside gesturectl \
            and then on PATH; bindings for gesturectl run are checked here.
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
            try DaemonProgram.find().replaceThisProcess(["--check", "--config", file])
        }
    }
}
