import ArgumentParser
import GestureClient
import GestureSettings
import Glibc
import LinuxIO
import SystemPackage
import TouchCore

/// `gesturectl train`
struct TrainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration.subcommand(
        "train",
        abstract: "Record how a shape is drawn, for gestures of the kind stroke.",
        discussion: """
            Asks for a shape to be drawn three to five times with one finger, and adds the \
            drawings to a file of shapes, which gestured.yaml names: stroke: { templates: \
            shapes.json }. A drawing that is too short, straight, or unlike the others is refused. \
            The daemon has to send contacts: privacy: { contacts: true } in its configuration. \
            A shape of several lines is drawn in parts: --parts 2 takes two touches for one \
            drawing, each begun within 1 s of the lift before. \
            --from takes the drawings from recordings instead: each touch of one finger is one \
            drawing, or a part of one.
            """)

    @Argument(help: ArgumentHelp("What the shape is called: 1 to 24 of A-Z a-z 0-9 _ . -"))
    var name: String

    @Option(
        help: ArgumentHelp(
            "The file of shapes to which the drawings are added. It is created if it does not exist.",
            valueName: "file"),
        completion: .file())
    var templates: String

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Take the drawings from these recordings instead of asking for them.",
            valueName: "files"),
        completion: .file())
    var from: [String] = []

    @Option(help: ArgumentHelp("How many times it is drawn, 3 to 5.", valueName: "number"))
    var times = 5

    @Option(
        help: ArgumentHelp(
            "The number of parts of a drawing, 1 to 3: the finger lifts between them.",
            valueName: "number"))
    var parts = 1

    @Flag(help: "Remove the drawings of the shape that the file already has.")
    var replace = false

    @OptionGroup var socket: SocketOption

    @Flag(help: "Wait for a daemon that does not run yet.")
    var wait = false

    func validate() throws {
        guard (3...5).contains(times) else {
            throw ValidationError("--times takes a number from 3 to 5.")
        }
        guard (1...StrokeTemplate.partLimit).contains(parts) else {
            throw ValidationError("--parts takes a number from 1 to \(StrokeTemplate.partLimit).")
        }
        guard StrokeName(name) != nil else {
            throw ValidationError("A name has 1 to 24 of A-Z a-z 0-9 _ . -")
        }
        guard !templates.isEmpty else { throw ValidationError("--templates is empty.") }
    }

    func run() async throws {
        guard let shape = StrokeName(name) else { return }
        try await CommandProcess.run {
            CommandProcess.endQuietlyOnInterrupt()
            // Errors in the file are reported before the user draws.
            var file = try ShapeFile(templates)
            let training =
                from.isEmpty
                ? try await draw(shape)
                : try RecordedTouches.train(shape, from, times: times, parts: parts)
            try file.add(shape, training.drawings, replacing: replace)
            file.warnings(of: shape, training).forEach { CommandProcess.report($0) }
            try file.write()
            try OutputFile.standard.write(
                "\(ReadableName.of(templates)): \(shape) has \(file.count(of: shape)) drawings\n")
        }
    }

    /// Asks for the shape until it was drawn the requested number of times.
    private func draw(_ shape: StrokeName) async throws -> Training {
        var subscription = GestureSubscription()
        subscription.events = [.contact]
        let client = socket.client(subscription, waits: wait)
        var session = TrainingSession(shape, times: times, parts: parts)
        do {
            for try await line in client.lines {
                try session.receive(line.event)
                if session.training.isDone { return session.training }
            }
        } catch let error as GestureClientError {
            throw MeasureCommand.failure(error)
        }
        throw CommandError(
            .unavailable,
            """
            the daemon ended after \(session.training.drawings.count) of \(times) drawings
              Nothing was written; a recording is taken with --from
            """)
    }
}

/// A session that asks a person to draw.
private struct TrainingSession {
    private(set) var training: Training
    private let shape: StrokeName
    private var collector = TouchCollector()
    private var isAsked = false
    /// Consecutive drawings that were refused.
    private var refused = 0

    init(_ shape: StrokeName, times: Int, parts: Int) {
        self.shape = shape
        training = Training(times: times, parts: parts)
    }

    /// Processes a line of the daemon.
    ///
    /// - Throws: 65 if five drawings in a row are refused: the one that was accepted first may be
    ///   the bad one.
    mutating func receive(_ event: GestureClientEvent) throws(CommandError) {
        switch event {
        case .snapshotEnd where !isAsked:
            isAsked = true
            let strokes = ["one stroke", "two strokes", "three strokes"][training.parts - 1]
            CommandProcess.report(
                "Draw \(shape) \(training.times) times with one finger, each in \(strokes)")
        case .overflow: collector.reset()
        case .contact(let contact):
            if let touch = collector.receive(contact) { try receive(touch) }
        default: break
        }
    }

    private mutating func receive(_ touch: MeasuredTouch) throws(CommandError) {
        if let refusal = training.receive(touch) {
            CommandProcess.writeError("  refused: \(refusal)\n")
            refused += 1
            guard refused < 5 else {
                throw CommandError(
                    .data,
                    """
                    5 drawings after each other were refused
                      Nothing was written; start again, and draw the first one with care
                    """)
            }
            return
        }
        // The drawing has more parts.
        guard training.drawn.isEmpty else { return }
        refused = 0
        CommandProcess.writeError(
            "  \(shape) \(training.drawings.count) of \(training.times)\n")
    }
}
