import ArgumentParser
import GestureSettings
import GestureWire
import LinuxIO
import TouchCore
import YAMLDocument

/// `gesturectl on`
struct OnCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration.subcommand(
        "on",
        abstract: "Run one command at a gesture, without a file.",
        discussion: """
            gesturectl on swipe --direction left -- wtype -M alt -k Left -m alt

            All given conditions must hold. The command runs as the user who starts gesturectl, \
            with the values of the gesture in its environment (docs/bindings.md); no shell reads \
            it. A daemon of another user is refused. Ends with Ctrl-C; a running command continues.
            """)

    @OptionGroup var socket: SocketOption
    @OptionGroup var reconnection: ReconnectOptions
    @OptionGroup var trust: TrustOptions

    @Argument(
        help: "The kind of gesture, such as swipe; may be left out with --name.",
        completion: .words(of: GestureKind.self))
    var gesture: String?

    @OptionGroup(title: "Which gestures") var conditions: ConditionOptions

    @Option(
        name: .customLong("at-most"),
        help: ArgumentHelp(
            "How many commands may run at the same time, 1 to 16; by default 1.",
            valueName: "number"))
    var atMost: String?

    @Option(
        help: ArgumentHelp(
            "The time after a start in which no other command starts: 500ms, 2s.",
            valueName: "time"))
    var cooldown: String?

    @Argument(
        parsing: .postTerminator, help: "The program and its arguments, after --.",
        completion: .shellCommand("compgen -c"))
    var command: [String] = []

    func validate() throws {
        guard gesture != nil || conditions.name != nil else {
            throw ValidationError("Name a gesture, such as swipe, or give --name.")
        }
        guard !command.isEmpty else {
            throw ValidationError("Write the command after --, as in: gesturectl on tap -- date")
        }
    }

    func run() async throws {
        try await CommandProcess.run {
            CommandProcess.endQuietlyOnInterrupt()
            try await BindingsFile(path: nil, bindings: [binding()]).run(
                reconnection, socket, trusting: try trust.userIDs())
        }
    }

    /// The binding, read as one of a file is.
    ///
    /// - Throws: 64 with every error, each with the option that it is about.
    func binding() throws(CommandError) -> Binding {
        let options =
            [("gesture", gesture)] + conditions.members + [
                ("at_most", atMost), ("cooldown", cooldown),
            ]
        var members = options.compactMap { name, text in
            text.map { Self.member(name, Self.scalar($0, at: Self.mark(of: name))) }
        }
        let mark = Self.mark(of: "command")
        members.append(
            Self.member(
                "run", YAMLNode(.sequence(command.map { Self.scalar($0, at: mark) }), at: mark)))
        var reader = BindingReader(.commandLine)
        let binding = reader.readBinding(YAMLNode(.mapping(members), at: mark))
        guard let binding, !reader.problems.hasErrors else {
            let texts = reader.problems.sorted.map {
                "\($0.mark): \($0.message)\n  \($0.advice.text)"
            }
            throw CommandError(.usage, texts.joined(separator: "\n"))
        }
        return binding
    }
}

extension OnCommand {
    /// The argument that sets a member.
    private static func mark(of member: String) -> YAMLMark {
        let isPositional = ["gesture", "command"].contains(member)
        let argument = isPositional ? "<\(member)>" : "--\(member.replacing("_", with: "-"))"
        return YAMLMark(line: 1, column: 1, in: .request(path: argument))
    }

    private static func member(_ name: String, _ value: YAMLNode) -> YAMLMember {
        YAMLMember(key: YAMLScalar(text: name, isPlain: true, mark: value.mark), value: value)
    }

    /// An argument, which is never null: `null` is a name here.
    private static func scalar(_ text: String, at mark: YAMLMark) -> YAMLNode {
        var scalar = YAMLScalar(text: text, isPlain: true, mark: mark)
        scalar.isPlain = !scalar.isNull
        return YAMLNode(.scalar(scalar), at: mark)
    }
}

/// The conditions of a binding, as options.
struct ConditionOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The gesture's name in gestured.yaml.", valueName: "name"))
    var name: String?

    @Option(
        help: ArgumentHelp(
            "The direction of a swipe: left, right, up, down, up_left, …", valueName: "word"),
        completion: .words(of: SwipeDirection.self))
    var direction: String?

    @Option(
        help: ArgumentHelp(
            "The edge from which a swipe or a drag came: left, right, top, bottom.",
            valueName: "edge"),
        completion: .words(of: SurfaceEdge.self))
    var edge: String?

    @Option(
        help: ArgumentHelp("The number of fingers, or a range as in 2-5.", valueName: "fingers"))
    var fingers: String?

    @Option(
        help: ArgumentHelp(
            "The number of taps, or of ticks of a press, or a range as in 2-3.",
            valueName: "count"))
    var count: String?

    @Option(help: ArgumentHelp("The name of the zone.", valueName: "zone"))
    var zone: String?

    @Option(
        help: ArgumentHelp(
            "The phase: began, changed, ended, cancelled; by default ended.", valueName: "phase"),
        completion: .words(of: GesturePhase.self))
    var phase: String?

    @Option(help: ArgumentHelp("The shape of a stroke.", valueName: "shape"))
    var stroke: String?

    @Option(
        help: ArgumentHelp(
            "Which of the screen readers' gestures: swipe_right_and_down, 2_finger_double_tap, …",
            valueName: "word"),
        completion: .words(of: ScreenReaderGesture.self))
    var screenReader: String?

    @Flag(help: "Run at each line with new steps, instead of at a phase.")
    var steps = false

    @Option(
        help: ArgumentHelp(
            "The touchscreen: its name (with * and ?), or its output.", valueName: "device"))
    var device: String?

    /// The members of a binding and their texts.
    var members: [(String, String?)] {
        [
            ("name", name), ("zone", zone), ("phase", phase), ("direction", direction),
            ("edge", edge), ("stroke", stroke), ("screen_reader", screenReader),
            ("steps", steps ? "true" : nil), ("device", device), ("count", count),
            ("fingers", fingers),
        ]
    }
}
