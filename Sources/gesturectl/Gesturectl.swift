import ArgumentParser
import LinuxIO

/// The client command: the lines of `gestured`, for people and for shell scripts.
@main
struct Gesturectl: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gesturectl",
        abstract: "See what gestured recognises, and ask it how it does.",
        discussion: """
            Exit status: 0; 64 wrong usage; 65 what the socket sends is not the protocol; 66 a \
            file cannot be opened; 69 there is no daemon; 70 a bug; 73 a file cannot be made; 74 \
            reading or writing failed; 77 no permission; 78 a file that was checked is wrong.

            Manual: gesturectl(1), and of each subcommand, as gesturectl-watch(1).
            """,
        version: "gesturectl \(gesturedVersionText)",
        subcommands: [
            WatchCommand.self, DevicesCommand.self, StatusCommand.self, RecordCommand.self,
            RunCommand.self, FeedbackCommand.self, MeasureCommand.self, TrainCommand.self,
            DescribeCommand.self,
            CheckCommand.self,
        ])
}
