import ArgumentParser
import LinuxIO
import SystemPackage
import TouchPerformance
import TouchRecordings

/// `gesturectl perform`
struct PerformCommand: ParsableCommand {
    static let configuration = CommandConfiguration.subcommand(
        "perform",
        abstract: "Make a recording of touches that a sentence describes.",
        discussion: """
            Needs no daemon and no touchscreen. The recording goes to standard output, for gestured \
            --replay -, or into a file. With --uinput the touches are played at once, as \
            gesturectl play does.

            A sentence names a gesture, and says how it is made: tap, double tap, triple tap, long \
            press or hold, drag, scroll, swipe or flick, pinch in or out, zoom in or out, rotate, \
            deep press; left, right, up, down; 3 fingers; 90 mm or 9 cm; 300 mm/s, slowly, quickly; \
            2 s or 250 ms; 45 degrees clockwise; 150 %; at 100,80 (mm from the top left), in the \
            top right corner, anywhere, otherwise in the middle of the panel; from the left edge; \
            hard, softly; 5 times. 60..90 mm, left or right, and in any direction choose a value \
            at random for each touch. slow: tap is made by the person slow (--person). drag right \
            while tap at 60,60 begins both at once; while after 1 s tap begins the second one 1 s \
            later; tap then swipe up makes one after the other. A file has one sentence a line; a \
            line may also be pause 2 s.

                gesturectl perform "swipe left 3 fingers" | gestured --dump --replay -
                gesturectl perform "pinch out at the center" --panel ir-30hz -o pinch.evemu
                sudo gesturectl perform "tap at 100,80" --uinput --yes
            """)

    @Argument(
        help: ArgumentHelp(
            "The touches, in words, in quotes; each argument is a line.", valueName: "sentence")
    )
    var sentences: [String] = []

    @Option(
        help: ArgumentHelp("Perform the lines of this file.", valueName: "file"),
        completion: .file())
    var script: String?

    @Option(
        help: ArgumentHelp(
            "Where fingers land, in mm from the top left, if a sentence does not say it.",
            valueName: "x,y"))
    var at: String?

    @Option(
        help: ArgumentHelp(
            "How fast fingers move, in mm/s, if a sentence does not say it.", valueName: "speed"))
    var speed: Double?

    @Option(
        help: ArgumentHelp(
            """
            Whose hands: \(Person.names.joined(separator: ", ")), and figures that differ, for \
            example "slow, stagger 0..80 ms".
            """, valueName: "person"),
        completion: .list(Person.names))
    var person = "adult"

    @Option(
        help: ArgumentHelp(
            """
            On which panel: \(PanelModel.names.joined(separator: ", ")), and figures that differ, for \
            example "good, 30 Hz, noise 0.5 mm"; left out: the one of a line panel:, or good.
            """, valueName: "panel"),
        completion: .list(PanelModel.names))
    var panel: String?

    @Option(help: ArgumentHelp("The same seed gives the same bytes.", valueName: "number"))
    var seed: UInt64 = 1

    @Option(
        name: [.customShort("o"), .long],
        help: ArgumentHelp("The file to make; left out: standard output.", valueName: "file"),
        completion: .file())
    var output: String?

    @OptionGroup var kernel: KernelOptions

    func validate() throws {
        guard output == nil || !kernel.uinput else {
            throw ValidationError("--output and --uinput exclude each other: choose one.")
        }
        guard sentences.isEmpty != (script == nil) else {
            throw ValidationError("Name either a sentence or --script.")
        }
        try Self.check("--person", person, Person.self)
        if let panel { try Self.check("--panel", panel, PanelModel.self) }
        if let speed, !(1...10_000).contains(speed) {
            throw ValidationError("--speed takes a number from 1 to 10000, in mm/s.")
        }
        if let at, TouchScript.place(at) == nil {
            throw ValidationError("--at takes X,Y in mm, for example 100,80.")
        }
    }

    func run() throws {
        try CommandProcess.runAlone {
            let text = try recording()
            if kernel.uinput { return try play(text) }
            guard let output else { return try OutputFile.standard.write(text) }
            let file = try OutputFile.make(output, mode: 0o644)
            // A file that holds a part of the recording would look like a whole one.
            file.setRemovedOnSignal(true)
            do { try file.write(text) } catch {
                file.remove()
                throw error
            }
            file.setRemovedOnSignal(false)
        }
    }

    private func play(_ text: String) throws {
        let name = "the performance"
        try kernel.play(RecordingStream(ByteSource(Array(text.utf8)), named: name), named: name)
    }

    private func recording() throws(CommandError) -> String {
        let text = try text()
        do throws(SentenceProblem) {
            var touches = try TouchScript(text)
            let person = try Person(person)
            var surface = try PanelModel(panel ?? "good")
            if panel == nil, let named = touches.panel { surface = named }
            touches.setDefaults(place: at.flatMap(TouchScript.place), speed: speed)
            do throws(PlacementProblem) {
                return try PerformedRecording(touches, by: person, on: surface, seed: seed).text
            } catch {
                throw SentenceProblem(
                    line: error.line, column: error.column, sentence: error.problem,
                    advice: error.advice)
            }
        } catch {
            throw CommandError(script == nil ? .usage : .configuration, message(error))
        }
    }
}

extension PerformCommand {
    /// The size of a file of sentences, in bytes.
    private static let largestScript = 1 << 20

    /// The sentences, one a line.
    ///
    /// - Throws: an error whose exit status is 66 or 77 if the file cannot be read, 78 if it is too
    ///   large.
    private func text() throws(CommandError) -> String {
        guard let script else { return sentences.joined(separator: "\n") }
        let name = ReadableName.of(script)
        let bytes: [UInt8]
        do throws(RegularFile.Failure) {
            bytes = try RegularFile.read(script, upTo: Self.largestScript)
        } catch {
            switch error {
            case .system(let errno): throw CommandError(.noInput, "cannot read \(name)", errno)
            case .irregular(let kind): throw CommandError(.noInput, "\(name) is \(kind)")
            }
        }
        guard bytes.count <= Self.largestScript else {
            throw CommandError(.configuration, "\(name) is larger than 1 MiB")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func message(_ problem: SentenceProblem) -> String {
        let place =
            script.map { "\(ReadableName.of($0)):\(problem.line):\(problem.column)" }
            ?? "sentence \(problem.line), column \(problem.column)"
        let isUnquoted = sentences.count > 1 && !sentences.contains { $0.contains(" ") }
        let advice = isUnquoted ? "Write the whole sentence in quotes" : problem.advice
        return "\(place): \(ReadableName.of(problem.sentence))"
            + (advice.map { "\n  \($0)" } ?? "")
    }

    /// Checks the value of an option.
    ///
    /// - Throws: what is wrong with the value, and at which column.
    private static func check<Name>(
        _ option: String, _ text: String, _ type: Figures<Name>.Type
    ) throws {
        do throws(SentenceProblem) { _ = try type.init(text) } catch {
            let advice = error.advice.map { $0.hasSuffix("?") ? $0 : $0 + "." } ?? ""
            throw ValidationError(
                "\(option), column \(error.column): \(ReadableName.of(error.sentence)). \(advice)")
        }
    }
}
