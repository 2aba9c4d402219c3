import LinuxIO
import YAMLDocument

/// The formats of recordings, detected from the content.
enum RecordingFormat {
    case evemu
    case libinputRecord
    case evtest

    /// The length of the beginning of a file that is examined, in bytes.
    private static let beginningLength = 256 * 1024

    /// The format of the first line that identifies one; `nil` if none does in the beginning.
    init?(of source: ByteSource) {
        guard Self.isText(source) else { return nil }
        for line in Self.lines(of: source) {
            guard let format = RecordingFormat(line.bytes) else { continue }
            self = format
            return
        }
        return nil
    }

    /// Whether the first 4 KiB contain no NUL, which no recorder writes: binary data may
    /// accidentally contain a line of some format.
    private static func isText(_ source: ByteSource) -> Bool {
        !source.piece(at: 0, upTo: 4096).contains(0)
    }

    /// The lines that may identify a format.
    private static func lines(of source: ByteSource) -> TextLines {
        TextLines(ByteSource(source.piece(at: 0, upTo: beginningLength)))
    }

    private init?(_ line: ArraySlice<UInt8>) {
        if EvemuLine.Kind(line) != nil || Self.evemuComments.contains(where: line.hasPrefix) {
            self = .evemu
        } else if Self.libinputKeys.contains(where: line.hasPrefix) {
            self = .libinputRecord
        } else if Self.evtestLines.contains(where: { line.range(of: $0) != nil }) {
            self = .evtest
        } else {
            return nil
        }
    }

    private static let evemuComments: [StaticString] = [
        "# EVEMU", "# Input device name:", "# Input device ID:",
    ]

    private static let libinputKeys: [StaticString] = [
        "# libinput record", "version:", "ndevices:", "libinput:", "system:", "devices:",
    ]

    /// Searched for in the whole line, as a prompt of evtest may precede the first.
    private static let evtestLines: [StaticString] = [
        "Input driver version is", "Input device ID:", "Input device name:", "Event: time ",
    ]

    /// The error for a file of unknown format.
    static func unknownFormat(_ source: ByteSource, named name: String) -> RecordingError {
        let advice = "make one with evemu-record, libinput record or evtest"
        guard isText(source) else {
            return RecordingError(
                file: name, line: 1,
                problem:
                    "expected a recording by evemu, libinput record or evtest, found no text",
                advice: advice)
        }
        for line in lines(of: source) {
            do throws(LineProblem) {
                try line.refuseIfTooLong()
            } catch {
                return RecordingError(
                    file: name, line: line.number, problem: error.text, advice: advice)
            }
        }
        let line = lines(of: source).first { !$0.isBlank }
        let found = line.map { EscapedText.quoted($0.bytes) } ?? "an empty file"
        return RecordingError(
            file: name, line: line?.number ?? 1,
            problem: "expected a recording by evemu, libinput record or evtest, found \(found)",
            advice: advice)
    }
}

/// The first error in a recording, with what was expected.
public struct RecordingError: Error, Sendable, Hashable {
    /// The name of the file, as the caller gave it.
    public var file: String
    /// The line, from 1.
    public var line: Int
    /// The column, from 1, if the format provides one.
    public var column: Int?
    /// The expected and the actual text: text from the file is escaped and truncated to 128
    /// bytes.
    public var problem: String
    /// The advice.
    public var advice: String

    public init(file: String, line: Int, column: Int? = nil, problem: String, advice: String) {
        self.file = file
        self.line = line
        self.column = column
        self.problem = problem
        self.advice = advice
    }
}

extension RecordingError {
    /// An error at a location.
    ///
    /// - Parameter afterEvents: whether there are events before it, which are used.
    init(
        file: String, line: Int, column: Int? = nil, problem: String, afterEvents: Bool
    ) {
        let advice =
            afterEvents
            ? "the events before it are used; record again, or mend the line"
            : "no event comes before it; record again, or mend the line"
        self.init(file: file, line: line, column: column, problem: problem, advice: advice)
    }
}

extension RecordingError: CustomStringConvertible {
    /// `file:line: problem`, and the advice on the next line.
    public var description: String {
        let location = "\(EscapedText.escaped(file)):\(line)" + (column.map { ":\($0)" } ?? "")
        return "\(location): \(problem)\n  \(advice)"
    }
}

/// An error in a line: what was expected and what was found.
///
/// The reader of the file makes it a ``RecordingError`` with a location.
struct LineProblem: Error, Hashable {
    var text: String

    /// - Parameter found: the text that was found; `nil` at the end of the line.
    init(expected: String, found: ArraySlice<UInt8>?) {
        text =
            "expected \(expected), found \(found.map(EscapedText.quoted) ?? "nothing")"
    }

    /// - Parameter description: a description of what was found.
    init(expected: String, foundInstead description: String) {
        text = "expected \(expected), found \(description)"
    }
}
