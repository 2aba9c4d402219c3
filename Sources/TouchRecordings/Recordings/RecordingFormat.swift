/// The formats of recordings, told apart by their content.
enum RecordingFormat {
    case evemu

    /// The format of the first line that belongs to one; `nil` where none does.
    init?(of bytes: [UInt8]) {
        for line in TextLines(bytes) {
            guard let format = RecordingFormat(line.bytes) else { continue }
            self = format
            return
        }
        return nil
    }

    private init?(_ line: ArraySlice<UInt8>) {
        if EvemuLine.Kind(line) != nil || line.hasPrefix("# EVEMU")
            || line.hasPrefix("# Input device name:")
        {
            self = .evemu
        } else {
            return nil
        }
    }

    /// The error for a file that is of no format.
    static func unknownFormat(_ bytes: [UInt8], named name: String) -> RecordingError {
        let line = TextLines(bytes).first { !$0.isBlank }
        let found = line.map { EscapedText.quoted($0.bytes) } ?? "an empty file"
        return RecordingError(
            file: name, line: line?.number ?? 1,
            problem: "expected a recording by evemu, libinput record or evtest, found \(found)",
            advice: "make one with: gestured --record FILE, or libinput record")
    }
}
