import GestureWire

@testable import GestureClient

extension ReceivedLine {
    /// Parses a line without its line feed.
    init(_ bytes: UnsafeRawBufferPointer) throws(LineError) {
        var tokens = JSONTokens()
        var received: ReceivedLine?
        try tokens.read(bytes) { line throws(LineError) in received = try ReceivedLine(line) }
        guard let received else { throw LineError("nothing was read") }
        self = received
    }
}
