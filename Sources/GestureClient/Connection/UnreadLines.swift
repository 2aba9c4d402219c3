/// The lines that were read from the socket, and that no task has received yet.
struct UnreadLines {
    /// The position of a line in `bytes`.
    struct Line {
        /// The index of its first byte.
        var start: Int
        /// The end of its bytes, without the line feed.
        var end: Int
        /// Whether `events` has its event. Other lines are decoded when they are removed.
        let isDecoded: Bool
    }

    /// The number of bytes of removed lines that may remain stored.
    static let maximumPoppedBytes = 1 << 16

    /// The bytes of all lines, each with its line feed.
    private var bytes: [UInt8] = []
    private var lines: [Line] = []
    private var events: [GestureClientEvent] = []
    /// The index in `lines` of the next line; those before it were removed.
    private var first = 0
    /// The index in `bytes` of the first byte of the next line.
    private var firstByte = 0
    /// The index in `events` of the next event.
    private var firstEvent = 0

    /// Whether there is no line.
    var isEmpty: Bool { first == lines.count }

    /// The number of lines.
    var count: Int { lines.count - first }

    /// The number of bytes of the lines, without line feeds.
    var byteCount: Int { bytes.count - firstByte - count }

    /// The number of stored bytes, including those of removed lines.
    var storedBytes: Int { bytes.count }

    /// Adds a line that is decoded when it is removed.
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

    /// Adds the bytes of a line without an entry in `lines`, for `exchangeBytes`.
    mutating func append(bytes line: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: line)
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Removes the next line; its bytes remain until `compact`.
    mutating func popFirst() -> Line? {
        guard first < lines.count else { return nil }
        let line = lines[first]
        first += 1
        firstByte = line.end + 1
        return line
    }

    /// Removes the event of the decoded line that was removed last.
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

    /// Exchanges the bytes of all lines for an empty array, whose storage is used from now on.
    mutating func exchangeBytes(for empty: inout [UInt8]) {
        swap(&bytes, &empty)
    }

    /// Removes all lines.
    mutating func removeAll() {
        first = lines.count
        compact()
    }

    /// Discards removed lines and their bytes, if no line is left or they exceed
    /// `maximumPoppedBytes`.
    mutating func compact() {
        if isEmpty {
            lines.removeAll(keepingCapacity: true)
            bytes.removeAll(keepingCapacity: true)
            events.removeAll(keepingCapacity: true)
        } else if firstByte > Self.maximumPoppedBytes, firstByte > bytes.count / 2 {
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
