import Glibc

/// Limits on what a client accepts from its peer, none of which a daemon reaches.
///
/// Any program may serve a socket. The limits bound the time and the memory that its lines cost.
enum LinkLimits {
    /// Bytes of a line without its line feed: more than a daemon queues for a client (`queue_kib`).
    static let line = 1 << 18
    /// Bytes of lines that are buffered while a reply is awaited and no task reads events.
    static let unreadBytes = 1 << 20
    /// The number of these lines: once parsed, a short line needs as much memory as a long one.
    static let unreadLines = 1 << 14
    /// Bytes of the lines that arrive before an awaited `snapshot_end` or reply. With the usual
    /// `queue_kib` a daemon queues far less.
    static let bytesBeforeAnswer = 1 << 24
    /// Added to the bytes of each of these lines, as even a short line takes time to parse.
    static let lineCost = 1 << 8
    /// The number of touchscreens at one time.
    static let touchscreens = 256
    /// Bytes of the lines that describe these touchscreens.
    static let touchscreenBytes = 1 << 20
    /// Bytes of the lines of gestures that are live at one time.
    static let liveGestureBytes = 1 << 20
}

/// The touchscreens that a connection reported.
struct ReportedTouchscreens {
    /// The number of bytes of the last line of each gesture, by its id.
    private var touchscreens: [Int: Int] = [:]
    /// The number of bytes of these lines together.
    private var bytes = 0

    /// Records a line. Returns false if the touchscreens exceed the limits.
    mutating func receive(_ update: DeviceUpdate, _ line: UnsafeRawBufferPointer) -> Bool {
        let id = update.device.id
        bytes -= touchscreens[id] ?? 0
        touchscreens[id] = update.change == .removed ? nil : line.count
        bytes += touchscreens[id] ?? 0
        return touchscreens.count <= LinkLimits.touchscreens
            && bytes <= LinkLimits.touchscreenBytes
    }
}

extension UnsafeRawBufferPointer {
    /// Whether it starts as the daemon starts the line of a gesture.
    var isGestureLine: Bool {
        let start: StaticString = #"{"type":"gesture","#
        return count > start.utf8CodeUnitCount
            && baseAddress.map { memcmp($0, start.utf8Start, start.utf8CodeUnitCount) == 0 }
                ?? false
    }

    /// The index of the first line feed; `nil` if there is none.
    var firstNewline: Int? {
        guard let baseAddress, let found = memchr(baseAddress, 0x0A, count) else { return nil }
        return UnsafeRawPointer(found) - baseAddress
    }
}
