import ArgumentParser
import GestureSettings
import LinuxIO

/// `gesturectl init`
struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration.subcommand(
        "init",
        abstract: "Write a short configuration to begin with.",
        discussion: """
            Writes a gestured.yaml with the touchscreens of this machine, how far each is turned, \
            and the default gestures, and checks it like gestured --check. Overwrites no file. \
            Needs no daemon and no touchscreen.
            """)

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The file to make.", valueName: "file"), completion: .file())
    var output = "gestured.yaml"

    func run() throws {
        try CommandProcess.runAlone {
            let start = StartConfiguration(InputNode.all())
            let file = try OutputFile.make(output, mode: 0o644)
            file.setRemovedOnSignal(true)
            do {
                try file.write(start.text)
                try CheckCommand.check(output)
            } catch {
                file.remove()
                throw error
            }
            file.setRemovedOnSignal(false)
            CommandProcess.report(
                """
                \(file.name) is made, with \(NumberText.count(start.panels.count, "touchscreen"))
                  Change it, then: gesturectl check \(file.name) && \
                sudo cp \(file.name) \(ConfigurationFile.defaultPath) && \
                sudo systemctl reload gestured
                """)
        }
    }
}
