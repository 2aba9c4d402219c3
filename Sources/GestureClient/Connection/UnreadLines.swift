/// The lines that have been read from the socket and that no task has taken.
struct UnreadLines {
    struct Line {
        /// The index of its first byte.
        var start: Int
        /// The end of its bytes, without the line feed.
        var end: Int
        /// Whether its event is the next of `events`; the other lines are decoded when they are
        /// taken.
        let isDecoded: Bool
    }

    /// The number of bytes of taken lines that may be stored.
    static let takenBytes = 1 << 16

    /// The bytes of all lines, each with its line feed.
    private var bytes: [UInt8] = []
    private var lines: [Line] = []
    private var events: [GestureClientEvent] = []
    /// The indices of the next line, of its first byte and of the next event; those before have
    /// been taken.
    private var first = 0
    private var firstByte = 0
    private var firstEvent = 0

    /// Whether there is no line.
    var isEmpty: Bool { first == lines.count }

    /// The number of lines.
    var count: Int { lines.count - first }

    /// The bytes of the lines, without line feeds.
    var byteCount: Int { bytes.count - firstByte - count }

    /// The bytes in use, those of taken lines included.
    var storedBytes: Int { bytes.count }

    /// Adds a line, which is decoded when it is taken.
    mutating func append(_ line: UnsafeRawBufferPointer) {
        let start = bytes.count
        append(bytes: line)
        lines.append(Line(start: start, end: bytes.count - 1, isDecoded: false))
    }

    /// Adds a line that has been decoded.
    mutating func append(_ line: UnsafeRawBufferPointer, _ event: GestureClientEvent) {
        let start = bytes.count
        append(bytes: line)
        events.append(event)
        lines.append(Line(start: start, end: bytes.count - 1, isDecoded: true))
    }

    /// Adds only the bytes of a line, for `takeBytes`.
    mutating func append(bytes line: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: line)
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Removes the next line; its bytes remain until `removeTaken`.
    mutating func popFirst() -> Line? {
        guard first < lines.count else { return nil }
        let line = lines[first]
        first += 1
        firstByte = line.end + 1
        return line
    }

    /// Removes the event of a line that has been removed.
    mutating func popEvent() -> GestureClientEvent {
        firstEvent += 1
        return events[firstEvent - 1]
    }

    /// Calls `body` with the bytes of a line.
    func withBytes<Failure>(
        of line: Line, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        try bytes.withUnsafeBufferPointer { bytes throws(Failure) in
            try body(
                UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[line.start..<line.end])))
        }
    }

    /// Exchanges the bytes of all lines for `empty`, whose storage is used from now on.
    mutating func takeBytes(for empty: inout [UInt8]) {
        swap(&bytes, &empty)
    }

    /// Removes all lines.
    mutating func removeAll() {
        first = lines.count
        removeTaken()
    }

    /// Discards the bytes of lines that have been removed, once they are many.
    mutating func removeTaken() {
        if isEmpty {
            lines.removeAll(keepingCapacity: true)
            bytes.removeAll(keepingCapacity: true)
            events.removeAll(keepingCapacity: true)
        } else if firstByte > Self.takenBytes, firstByte > bytes.count / 2 {
            lines.removeFirst(first)
            for index in lines.indices {
                lines[index].start -= firstByte
                lines[index].end -= firstByte
            }
            bytes.removeFirst(firstByte)
            events.removeFirst(firstEvent)
        } else {
            return
        }
        (first, firstByte, firstEvent) = (0, 0, 0)
    }
}
