import Foundation
import Synchronization

/// Keeps lines that tests have read, to be held against the schema of the protocol afterwards.
///
/// Into the file that `WIRE_LINES` names in the environment; without it nothing is kept. Of lines
/// that differ in numbers alone the first is, and of all of them one of each few.
enum SeenLines {
    private struct Notebook {
        var shapes: Set<[UInt8]> = []
        var count = 0
    }

    /// Of so many lines one is kept, whatever it looks like.
    private static let sample = 50

    private static let notebook = Mutex(Notebook())
    private static let file: Int32? = ProcessInfo.processInfo.environment["WIRE_LINES"].map {
        open($0, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    }

    /// Takes note of a line.
    static func note(_ text: String) {
        // gesturectl tells the end of what a lost daemon left, without a number.
        guard let file, text.hasPrefix(#"{"type":"#), !text.contains("connection_lost") else {
            return
        }
        // What a command prints may have its end.
        let bytes = Array(text.utf8.filter { $0 != UInt8(ascii: "\n") })
        let isKept = notebook.withLock { notebook in
            notebook.count += 1
            return notebook.shapes.insert(shape(of: bytes)).inserted
                || notebook.count % sample == 0
        }
        guard isKept else { return }
        let line = bytes + [UInt8(ascii: "\n")]
        // One write, so that lines stay whole.
        precondition(write(file, line, line.count) == line.count, "WIRE_LINES cannot be written")
    }

    /// The line with one digit for each number.
    private static func shape(of bytes: [UInt8]) -> [UInt8] {
        var shape: [UInt8] = []
        var isNumber = false
        for byte in bytes {
            let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            if !isDigit {
                shape.append(byte)
            } else if !isNumber {
                shape.append(UInt8(ascii: "0"))
            }
            isNumber = isDigit
        }
        return shape
    }
}
