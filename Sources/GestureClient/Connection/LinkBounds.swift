/// Limits on what a client accepts from its peer; no daemon reaches any of them.
///
/// Any program may serve a socket. These limits bound time and memory whatever it sends.
enum LinkBounds {
    /// Bytes of a line without its line feed: more than a daemon queues for a client (`queue_kib`).
    static let line = 1 << 18
    /// Bytes of lines that are buffered while a reply is awaited and no task reads events.
    static let unreadBytes = 1 << 20
    /// The number of such lines: once parsed, a short line needs as much memory as a long one.
    static let unreadLines = 1 << 14
    /// Bytes of lines before an awaited end of the snapshot or reply. With the usual `queue_kib` a
    /// daemon queues far less.
    static let bytesBeforeAnswer = 1 << 24
    /// Added to the bytes of each line there: parsing a short line takes as long.
    static let lineCost = 1 << 8
    /// Touchscreens at one time.
    static let touchscreens = 256
    /// Bytes of the lines that described them.
    static let touchscreenBytes = 1 << 20
    /// Bytes of the lines of gestures that are live at one time.
    static let aliveBytes = 1 << 20
}
