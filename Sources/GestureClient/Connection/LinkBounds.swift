/// What a client takes from who says that it is a daemon; no daemon reaches any of it.
///
/// A socket may be served by anybody. With these bounds, time and memory have an end whatever comes.
enum LinkBounds {
    /// Bytes of a line, without its end: more than a daemon keeps for a client (`queue_kib`).
    static let line = 1 << 18
    /// Bytes of lines that are kept while a reply is awaited and nobody takes events.
    static let unreadBytes = 1 << 20
    /// How many such lines: a short one takes as much memory as a long one when it has been read.
    static let unreadLines = 1 << 14
    /// Bytes of lines before something that is awaited: the end of what a connection begins with, or
    /// a reply. With the usual `queue_kib` a daemon holds back far less.
    static let bytesBeforeAnswer = 1 << 24
    /// What a line counts for beside its bytes there: to read a short one takes as long.
    static let lineCost = 1 << 8
    /// Touchscreens at the same time.
    static let touchscreens = 256
    /// Bytes of the lines that told of them.
    static let touchscreenBytes = 1 << 20
    /// Bytes of the lines of gestures that are alive at the same time.
    static let aliveBytes = 1 << 20
}
