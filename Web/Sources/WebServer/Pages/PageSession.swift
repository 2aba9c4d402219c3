import GestureWire
import LinuxIO
import NIOCore

/// The destination of a page's bytes.
protocol PageChannel: AnyObject {
    /// Writes bytes of WebSocket, and completes when the kernel has accepted them.
    func write(_ bytes: ByteBuffer, _ completion: @escaping () -> Void)
    /// Sends a close frame and ends the connection soon.
    func close(_ code: UInt16, _ sentence: String)
    /// Ends the connection at once, whatever is queued.
    func cut()
    /// Stops or resumes reading from the page.
    func setReading(_ reads: Bool)
    /// An empty buffer to write into.
    func makeBuffer(capacity: Int) -> ByteBuffer
}

/// A page and its connection: its lines, its requests in order, and its end.
final class PageSession {
    /// The maximum number of bytes written at once: written lines can no longer be replaced.
    private static let writeBytes = 16 * 1024

    /// How long a held line waits for others after it is due, in microseconds.
    private static let heldSlackUs: Int64 = 10_000

    /// Identifies it; never reused.
    let id: Int
    /// The destination of its bytes; `nil` if it is closed.
    weak var channel: (any PageChannel)?
    /// Its lines.
    var lines: PageLines
    /// Its requests.
    var requests = PageRequests()
    /// Whether it has received the initial lines.
    var isJoined = false
    /// Whether it is ending: nothing more is queued, and it is closed once it has read its queue.
    private(set) var isEnding = false
    private var closing: (code: UInt16, sentence: String)?
    /// Since when the kernel has not accepted bytes, in microseconds; `nil` if it has accepted all.
    private(set) var writingSinceUs: Int64?
    private var hasTimer = false
    private var lastStampUs: Int64 = 0
    private let loop: any EventLoop
    private let counted: (Int) -> Void

    /// - Parameter counted: receives the number of written lines.
    init(
        id: Int, channel: any PageChannel, loop: any EventLoop, queueBytes: Int,
        counted: @escaping (Int) -> Void
    ) {
        self.id = id
        self.channel = channel
        self.loop = loop
        self.counted = counted
        lines = PageLines(queueBytes: queueBytes)
    }

    /// Queues a line of the daemon, if the page subscribes to it.
    func deliver(_ line: DaemonLine) {
        guard isJoined, !isEnding else { return }
        if let us = line.timeUs { lastStampUs = max(lastStampUs, us) }
        lines.deliver(line)
        if lines.isAboveSoftLimit { flush() }
    }

    /// Answers the page's request.
    func reply(_ write: (inout LineBuffer) -> Void) {
        var text = LineBuffer(capacity: 1024)
        write(&text)
        reply(text.withUnsafeBytes { Array($0.dropLast()) })
    }

    /// Answers the page's request with a whole line without its line feed.
    func reply(_ line: [UInt8]) {
        guard !isEnding else { return }
        lines.send(unnumbered: line, isReply: true)
        flush()
    }

    /// Writes queued lines, as far as the kernel accepts them.
    func flush() {
        guard writingSinceUs == nil, let channel else { return }
        if lines.queue.isEmpty {
            if let closing {
                channel.close(closing.code, closing.sentence)
                self.closing = nil
            }
            return
        }
        var buffer = channel.makeBuffer(capacity: min(lines.queue.byteCount, 20_480))
        var count = 0
        lines.queue.drain(limit: Self.writeBytes) { entry, seq in
            count += 1
            WebSocketText.append(entry.head, seq, entry.body, to: &buffer)
        }
        counted(count)
        writingSinceUs = SystemClock.monotonicUs
        channel.write(buffer) { [weak self] in
            guard let self else { return }
            self.writingSinceUs = nil
            self.flush()
            self.resumeRequests()
        }
        scheduleHeld()
    }

    /// Ends it: gestures are cancelled, `bye` is its last line, and a close frame contains the
    /// reason.
    ///
    /// - Parameters:
    ///   - reason: the reason of the cancelled gestures.
    ///   - bye: the reason in the daemon's `bye`. If `nil`, none is sent.
    ///   - drops: whether queued lines are dropped first, for a page that does not read.
    func end(
        reason: String, bye: String?, _ code: UInt16, _ sentence: String, drops: Bool = false
    ) {
        guard !isEnding else { return }
        if drops { lines.clear() }
        lines.cancelAll(reason: reason)
        if let bye, isJoined {
            lines.send(unnumbered: Array(#"{"type":"bye","reason":"\#(bye)"}"#.utf8))
        }
        isEnding = true
        closing = (code, sentence)
        requests = PageRequests()
        flush()
    }

    /// Resumes answering its requests that waited for the page to read.
    var resumeRequests: () -> Void = {}

    /// Schedules held lines, which are due even if no other line arrives.
    private func scheduleHeld() {
        guard !hasTimer, let due = lines.nextHeldUs else { return }
        hasTimer = true
        // A line in transit may be due first, and has a later timestamp.
        let wait = min(max(due.subtractingClamped(lastStampUs), 0), 1_000_000) + Self.heldSlackUs
        loop.assumeIsolated().scheduleTask(in: .microseconds(wait)) { [weak self] in
            guard let self else { return }
            self.hasTimer = false
            guard !self.isEnding else { return }
            self.lines.sendHeld(upTo: due)
            self.flush()
            self.scheduleHeld()
        }
    }

    /// Called when all available lines of the daemon have been read.
    func didRead() {
        flush()
        scheduleHeld()
    }
}

/// Text frames of WebSocket (RFC 6455, 5.2) in the form of a server: unmasked and whole.
enum WebSocketText {
    /// Appends one frame that contains `head`, the number and `body`.
    static func append(
        _ head: [UInt8], _ seq: UInt64?, _ body: [UInt8], to buffer: inout ByteBuffer
    ) {
        let digits = seq.map { Array(String($0).utf8) } ?? []
        let length = head.count + digits.count + body.count
        buffer.writeInteger(UInt8(0x81))
        switch length {
        case ..<126: buffer.writeInteger(UInt8(length))
        case ..<65_536:
            buffer.writeInteger(UInt8(126))
            buffer.writeInteger(UInt16(length))
        default:
            buffer.writeInteger(UInt8(127))
            buffer.writeInteger(UInt64(length))
        }
        buffer.writeBytes(head)
        buffer.writeBytes(digits)
        buffer.writeBytes(body)
    }
}

/// The unanswered requests of a page, and their rate.
struct PageRequests {
    /// The maximum number of waiting requests; reading stops above it.
    static let limit = 32
    /// The maximum number of requests of a page in a second, as in the daemon; ten moves of zones
    /// count as one.
    static let perSecond = 50

    /// The waiting requests, in order.
    var waiting: [[UInt8]] = []
    /// Whether one is being answered.
    var isAnswering = false
    private var windowUs = Int64.min
    /// In tenths of a request.
    private var tenths = 0

    /// Counts a request. Returns whether the page may make it.
    mutating func count(isMove: Bool, nowUs: Int64) -> Bool {
        if windowUs == .min || nowUs - windowUs >= 1_000_000 {
            windowUs = nowUs
            tenths = 0
        }
        tenths += isMove ? 1 : 10
        return tenths <= 10 * Self.perSecond
    }
}
