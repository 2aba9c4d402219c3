/// The lines that have been read from the socket and that no task has taken.
struct UnreadLines {
    private struct Line {
        var event: GestureClientEvent
        /// The end of its bytes, including the line feed.
        let end: Int
    }

    /// The bytes of all lines, each with its line feed.
    private var bytes: [UInt8] = []
    private var lines: [Line] = []
    /// The index of the next line; those before have been taken.
    private var first = 0
    private var firstByte = 0

    /// Whether there is no line.
    var isEmpty: Bool { first == lines.count }

    /// The number of lines.
    var count: Int { lines.count - first }

    /// The bytes of the lines, without line feeds.
    var byteCount: Int { bytes.count - firstByte - count }

    /// Adds a line.
    mutating func append(_ line: UnsafeRawBufferPointer, _ event: GestureClientEvent) {
        append(bytes: line)
        lines.append(Line(event: event, end: bytes.count))
    }

    /// Adds only the bytes of a line, for `takeBytes`.
    mutating func append(bytes line: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: line)
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Removes the next line. Returns its event, and the result of `read` for both.
    mutating func popFirst<Value>(
        _ read: (UnsafeRawBufferPointer, GestureClientEvent) -> Value
    ) -> (event: GestureClientEvent, value: Value)? {
        guard first < lines.count else { return nil }
        let end = lines[first].end
        // Moved out: a copy would count the references of each text in it.
        var event = GestureClientEvent.overflow(dropped: 0)
        swap(&event, &lines[first].event)
        let value = bytes.withUnsafeBytes {
            read(UnsafeRawBufferPointer(rebasing: $0[firstByte..<(end - 1)]), event)
        }
        first += 1
        firstByte = end
        if first == lines.count { removeAll() }
        return (event, value)
    }

    /// Exchanges the bytes of all lines for `empty`, whose storage is used from now on.
    mutating func takeBytes(for empty: inout [UInt8]) {
        swap(&bytes, &empty)
    }

    private mutating func removeAll() {
        lines.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: true)
        first = 0
        firstByte = 0
    }
}
