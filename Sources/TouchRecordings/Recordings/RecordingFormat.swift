import LinuxIO
internal import YAMLDocument

/// The formats of recordings, detected from the content.
enum RecordingFormat {
    case evemu
    case libinputRecord
    case evtest

    /// The format of the first line that identifies one; `nil` if none does.
    init?(of bytes: [UInt8]) {
        for line in TextLines(bytes) {
            guard let format = RecordingFormat(line.bytes) else { continue }
            self = format
            return
        }
        return nil
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

    /// A prompt of evtest may precede the first of these on the same line.
    private static let evtestLines: [StaticString] = [
        "Input driver version is", "Input device ID:", "Input device name:", "Event: time ",
    ]

    /// The error for a file of unknown format.
    static func unknownFormat(_ bytes: [UInt8], named name: String) -> RecordingError {
        let line = TextLines(bytes).first { !$0.isBlank }
        let found = line.map { EscapedText.quoted($0.bytes) } ?? "an empty file"
        return RecordingError(
            file: name, line: line?.number ?? 1,
            problem: "expected a recording by evemu, libinput record or evtest, found \(found)",
            advice: "make one with evemu-record, libinput record or evtest")
    }
}
