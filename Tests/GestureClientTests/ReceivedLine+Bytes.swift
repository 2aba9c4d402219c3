import GestureWire

@testable import GestureClient

extension ReceivedLine {
    /// Parses a line without its line feed.
    init(_ bytes: UnsafeRawBufferPointer) throws(LineError) {
        var tokens = JSONTokens()
        self = try tokens.reading(bytes) { line throws(LineError) in try ReceivedLine(line) }
    }
}
