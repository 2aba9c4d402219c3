import Glibc

/// Limits on what a client accepts from its peer; no daemon reaches any of them.
///
/// Any program may serve a socket. These limits bound time and memory whatever it sends.
enum LinkLimits {
    /// Bytes of a line without its line feed: more than a daemon queues for a client (`queue_kib`).
    static let line = 1 << 18
    /// Bytes of lines that are buffered while a reply is awaited and no task reads events.
    static let unreadBytes = 1 << 20
    /// The number of such lines: once parsed, a short line needs as much memory as a long one.
    static let unreadLines = 1 << 14
    /// Bytes of lines before an awaited end of the snapshot or reply. With the usual `queue_kib` a
    /// daemon queues far less.
    static let bytesBeforeAnswer = 1 << 24
    /// Added to the bytes of each of these lines: parsing a short line takes as long.
    static let lineCost = 1 << 8
    /// Touchscreens at one time.
    static let touchscreens = 256
    /// Bytes of the lines that described them.
    static let touchscreenBytes = 1 << 20
    /// Bytes of the lines of gestures that are live at one time.
    static let openGestureBytes = 1 << 20
}

/// The touchscreens that a connection reported, by id, with the bytes of the line of each.
struct ReportedTouchscreens {
    private var touchscreens: [Int: Int] = [:]
    private var bytes = 0

    /// Records a line. Returns whether it fits: no daemon has more touchscreens.
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

    /// The index of the first line feed.
    var firstNewline: Int? {
        guard let baseAddress, let found = memchr(baseAddress, 0x0A, count) else { return nil }
        return UnsafeRawPointer(found) - baseAddress
    }
}
