public import ArgumentParser
import GestureSettings
import GesturedServer
import Glibc
import LinuxIO
public import Logging

/// The entry point of the program.
@main
enum Program {
    static func main() {
        // Before any output: without it, SIGPIPE would end a program whose log has lost its reader.
        ProcessSetup.prepare()
        // Without arguments, as in the service, nothing is parsed: that would take longer than the
        // rest of the daemon's start.
        let words = ProgramArguments.words
        guard !words.isEmpty else {
            exit(Invocation().run().rawValue)
        }
        do {
            var command = try Gestured.parseAsRoot(words)
            try command.run()
        } catch {
            Gestured.exit(withError: Gestured.advising(error, words))
        }
    }
}

/// The command: parses its options and runs the requested action.
struct Gestured: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gestured",
        abstract: "Recognise touch gestures and publish them on a Unix socket.",
        discussion: """
            Without options, gestured reads every touchscreen, including those that are plugged in \
            later, and serves the socket. With --dump or --json gestures go to standard output \
            instead, and with --replay they come from a recording: evemu, libinput record or evtest.

            The socket is --socket, else $GESTURED_SOCKET, else one that systemd passes, else \
            \(defaultSocketPath) for root, else $XDG_RUNTIME_DIR/gestured.sock.

            Manual: gestured(1), gestured.yaml(5), gestured-protocol(7).
            """,
        version: "gestured \(gesturedVersionText)")

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Read this device only. Repeat for several.",
            discussion: """
                Defaults to every touchscreen that udev knows. A named device may also be a \
                touchpad.
                """,
            valueName: "path"),
        completion: .file())
    var device: [String] = []

    @Flag(help: "Print the touch devices of this machine, and exit.")
    var listDevices = false

    @Option(
        help: ArgumentHelp(
            "Read a recording; - is standard input.",
            discussion: """
                As fast as possible. With a socket it starts when the first client has connected, \
                and gestured ends when every client has read its last line.
                """,
            valueName: "file"),
        completion: .file())
    var replay: String?

    @Flag(help: "Replay at the recording's own pace.")
    var realtime = false

    @Flag(
        help: """
            With --replay: begin again a second after the end, with later times, until Ctrl-C or \
            a closed pipe. Mostly with --realtime; without, as fast as lines are read.
            """)
    var loop = false

    @Flag(
        help: """
            With --replay into a socket: start when the first client has subscribed, so that it \
            misses nothing that it asks for.
            """)
    var awaitSubscription = false

    @Flag(
        help: """
            Print devices, frames and gestures as text to standard output. Opens no socket.
            """)
    var dump = false

    @Flag(
        help: """
            With --dump: print after each touch why gestures did not begin, with the measured \
            value and the threshold.
            """)
    var explain = false

    @Flag(
        help: """
            With --dump: print every frame. Without it frames in which fingers only move are one \
            line, four a second.
            """)
    var verbose = false

    @Flag(help: "Print the lines of the protocol to standard output. Opens no socket.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "Write the events that are read to a new file, in the format of libinput record.",
            discussion: "The file contains every touch, including those of a PIN.",
            valueName: "file"),
        completion: .file())
    var record: String?

    @Option(
        help: ArgumentHelp(
            "Draw a recording's touches and gestures as SVG; - is standard output.",
            discussion: """
                Needs --replay. Replaces an existing SVG file. Prints nothing else unless --dump \
                or --json is given, too. Opens no socket.
                """,
            valueName: "file"),
        completion: .file())
    var plot: String?

    @Option(
        help: ArgumentHelp(
            "With --plot: draw the recording from this time on, such as 1.2s.",
            discussion: "Counted from its first frame, as --dump does.", valueName: "time"))
    var from: String?

    @Option(
        help: ArgumentHelp(
            "With --plot: draw the recording up to this time, such as 800ms.",
            discussion: "Counted from its first frame, as --dump does.", valueName: "time"))
    var to: String?

    @Option(help: ArgumentHelp("Serve this socket.", valueName: "path"), completion: .file())
    var socket: String?

    @Option(
        help: ArgumentHelp(
            "Read this configuration.",
            discussion: """
                Defaults to \(ConfigurationFile.defaultPath), or to the built-in configuration if \
                there is no such file.
                """,
            valueName: "file"),
        completion: .file())
    var config: String?

    @Flag(help: "Check the configuration, report what is wrong and where, and exit.")
    var check = false

    @Option(
        help: ArgumentHelp(
            "Log messages of at least this level: trace, debug, info, notice, warning, error, critical.",
            discussion: "Defaults to the log_level of the configuration, which is notice.",
            valueName: "level"))
    var logLevel: Logger.Level?

    @Option(
        help: ArgumentHelp(
            "Log each change of state of the gestures on these devices, one line each.",
            discussion: """
                A name as in the configuration, with the wildcards * and ?. Lines show times and \
                gestures, but no positions.
                """,
            valueName: "name"))
    var traceDevice: String?

    func validate() throws {
        guard !(dump && json) else {
            throw ValidationError("--dump and --json exclude each other: choose one.")
        }
        guard dump || !explain else {
            throw ValidationError("--explain goes with --dump: name both.")
        }
        guard dump || !verbose else {
            throw ValidationError("--verbose goes with --dump: name both.")
        }
        guard socket == nil || !(dump || json || plot != nil) else {
            throw ValidationError("--dump, --json and --plot open no socket: leave --socket out.")
        }
        guard plot != "-" || !(dump || json) else {
            throw ValidationError(
                "--dump and --json print to standard output: name a file with --plot.")
        }
        guard record != "-" else {
            throw ValidationError(
                "Several devices are recorded in parts beside the file: name a file with --record.")
        }
        guard plot != nil || from == nil && to == nil else {
            throw ValidationError("--from and --to cut a picture: name its file with --plot.")
        }
        _ = try window()
    }

    /// The part of a recording to draw, in microseconds from its first frame.
    private func window() throws -> ClosedRange<Int64> {
        let start = try time(from, "--from") ?? 0
        let end = try time(to, "--to") ?? .max
        guard start < end else {
            throw ValidationError("--from \(from ?? "0s") is not before --to \(to ?? "").")
        }
        return start...end
    }

    private func time(_ text: String?, _ option: String) throws -> Int64? {
        guard let text else { return nil }
        guard let us = WrittenTime.microseconds(text) else {
            throw ValidationError(
                "\(option) takes a time with its unit, such as 1.2s or 800ms, not \(escapedText(text))."
            )
        }
        return us
    }

    func run() throws {
        // Not in `validate`, which runs before an unknown option is reported.
        try checkSource()
        let status = invocation.run()
        guard status == .success else { throw ExitCode(status.rawValue) }
    }

    private func checkSource() throws {
        guard replay == nil || device.isEmpty else {
            throw ValidationError("--replay and --device exclude each other: choose one.")
        }
        guard replay != nil || !realtime else {
            throw ValidationError(
                "--realtime is the pace of a recording: name one with --replay FILE.")
        }
        guard replay != nil || !loop else {
            throw ValidationError("--loop repeats a recording: name one with --replay FILE.")
        }
        guard !loop || record == nil && plot == nil else {
            throw ValidationError(
                "--loop has no end, and --record and --plot need one: leave --loop out.")
        }
        guard !awaitSubscription || replay != nil && !dump && !json && plot == nil else {
            throw ValidationError(
                "--await-subscription is for a recording that clients get: name one with "
                    + "--replay FILE, and leave --dump, --json and --plot out.")
        }
        guard replay != nil || plot == nil || listDevices || check else {
            throw ValidationError("--plot draws a recording: name one with --replay FILE.")
        }
        let isBare =
            replay == nil && plot == nil && device.isEmpty && record == nil && !dump && !json
            && traceDevice == nil
        guard !listDevices || (isBare && !check && config == nil) else {
            throw ValidationError("--list-devices takes no other option: leave it out.")
        }
        guard !check || (isBare && socket == nil) else {
            throw ValidationError(
                "--check goes with --config alone: leave the other options out.")
        }
    }

    private var invocation: Invocation {
        var invocation = Invocation()
        invocation.action = listDevices ? .listDevices : check ? .check : .serve
        invocation.destination = dump ? .dump : json ? .json : .socket(path: socket)
        invocation.devices = device
        invocation.recording = replay
        invocation.isRealtime = realtime
        invocation.loops = loop
        invocation.awaitsSubscription = awaitSubscription
        invocation.explains = explain
        invocation.isVerbose = verbose
        invocation.recordPath = record
        invocation.tracedDevice = traceDevice.map { NamePattern($0) }
        invocation.plotPath = plot
        // Checked by `validate`.
        invocation.plotWindow = (try? window()) ?? invocation.plotWindow
        invocation.configurationPath = config
        invocation.logLevel = logLevel
        return invocation
    }
}

extension Gestured {
    /// `error`, or for a file that no option precedes, an error that suggests the option.
    fileprivate static func advising(_ error: any Error, _ words: [String]) -> any Error {
        let message = message(for: error)
        guard let word = words.first(where: { message == "Unexpected argument '\($0)'" }) else {
            return error
        }
        let isConfiguration = words.contains("--check") || word.hasSuffix(".yaml")
        let option = isConfiguration ? "--config" : "--replay"
        return ValidationError("\(message). Did you mean \(option) \(word)?")
    }
}

/// `--log-level` accepts the names of swift-log's levels.
extension Logger.Level: @retroactive ExpressibleByArgument {}
