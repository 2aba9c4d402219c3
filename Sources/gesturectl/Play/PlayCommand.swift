import ArgumentParser
import TouchRecordings

/// `gesturectl play`
struct PlayCommand: ParsableCommand {
    static let configuration = CommandConfiguration.subcommand(
        "play",
        abstract: "Play a recording on a touchscreen that the kernel makes.",
        discussion: """
            Every program of this machine receives the touches, at the pace of the recording: they \
            press what is on the screen. Needs root, and --yes. The touchscreen is like the \
            recorded one, and is unplugged at the end; Ctrl-C lifts all fingers first. Only \
            touches are played: keys of a recording are left out, so that it cannot type. gestured \
            ignores the touchscreen, unless --for-daemon is given. Prints its node.

            Reads what gestured --replay reads: evemu, libinput record or evtest; - is standard \
            input. gestured --replay plays a recording for gestured alone, and presses nothing.

                sudo gesturectl play touches.yml --uinput --yes
            """)

    @OptionGroup var kernel: KernelOptions

    @Argument(
        help: ArgumentHelp("The recording; - is standard input.", valueName: "recording"),
        completion: .file())
    var recording: String

    func validate() throws {
        guard kernel.uinput else {
            throw ValidationError(
                "Give --uinput: the recording is played on a touchscreen that the kernel makes.")
        }
    }

    func run() throws {
        try CommandProcess.runAlone {
            let stream = try RecordingFile.open(recording)
            try kernel.play(
                stream,
                named: recording == RecordingFile.standardInput ? "standard input" : recording)
        }
    }
}
