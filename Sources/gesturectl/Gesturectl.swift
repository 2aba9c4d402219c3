import ArgumentParser

/// The client command: what `gestured` says, for people and for shell scripts.
@main
struct Gesturectl: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gesturectl",
        abstract: "See what gestured recognises, and ask it how it does.",
        version: "gesturectl 0.1.0")
}
