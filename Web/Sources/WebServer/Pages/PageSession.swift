import GestureWire
import LinuxIO
import NIOCore

/// Where a page's bytes go.
protocol PageChannel: AnyObject {
    /// Writes bytes of WebSocket, and completes once the kernel has them.
    func write(_ bytes: ByteBuffer, _ completion: @escaping () -> Void)
    /// Sends a close frame and ends the connection soon.
    func close(_ code: UInt16, _ sentence: String)
    /// Ends the connection at once, whatever waits.
    func cut()
    /// Stops or resumes reading what the page sends.
    func setReading(_ reads: Bool)
    /// An empty buffer to write into.
    func makeBuffer(capacity: Int) -> ByteBuffer
}

/// A page and its connection: its lines, its requests in their order, and its end.
final class PageSession {
    /// Written at once, in bytes: what is written can no longer be replaced.
    private static let writeBytes = 16 * 1024

    /// How long a held line waits for others after its time, in microseconds.
    private static let heldSlackUs: Int64 = 10_000

    /// Names it; never used again.
    let id: Int
    /// Where its bytes go; `nil` once it has gone.
    weak var channel: (any PageChannel)?
    /// Its lines.
    var lines: PageLines
    /// Its requests.
    var requests = PageRequests()
    /// It has what everybody gets at first.
    var isJoined = false
    /// Nothing more is queued; it is closed once it has read what waits.
    private(set) var isEnding = false
    private var closing: (code: UInt16, sentence: String)?
    /// Since when bytes wait for the kernel, in microseconds; `nil`: none do.
    private(set) var writingSinceUs: Int64?
    private var hasTimer = false
    private var lastStampUs: Int64 = 0
    private let loop: any EventLoop
    private let counted: (Int) -> Void

    /// - Parameter counted: takes how many lines were written.
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

    /// Queues a line of the daemon, where the page asks for it.
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

    /// Answers the page's request with a whole line, its line feed left out.
    func reply(_ line: [UInt8]) {
        guard !isEnding else { return }
        lines.send(unnumbered: line, isReply: true)
        flush()
    }

    /// Sends what waits, as far as the kernel takes it.
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

    /// Ends it: gestures are cancelled, `bye` is its last line, and a close frame says why.
    ///
    /// - Parameters:
    ///   - reason: of the cancelled gestures.
    ///   - bye: the word of the daemon's `bye`; `nil`: none is sent.
    ///   - drops: whether what waits is dropped first, for a page that does not read.
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

    /// Has its requests answered again, where they waited for the page to read.
    var resumeRequests: () -> Void = {}

    /// Sends held lines in time, also where no other line comes.
    private func scheduleHeld() {
        guard !hasTimer, let due = lines.nextHeldUs else { return }
        hasTimer = true
        // A line that is on its way may be due first, and has a later stamp.
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

    /// The read of the daemon's lines is over.
    func didRead() {
        flush()
        scheduleHeld()
    }
}

/// Text frames of WebSocket (RFC 6455, 5.2), as a server writes them: unmasked and whole.
enum WebSocketText {
    /// Appends one frame that holds `head`, the number and `body`.
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

/// What a page has asked for and nobody has answered yet, and how often it asks.
struct PageRequests {
    /// Requests that wait; reading stops above.
    static let limit = 32
    /// Requests of a page in a second, as the daemon has it; ten moves of zones are one.
    static let perSecond = 50

    /// Those that wait, in their order.
    var waiting: [[UInt8]] = []
    /// One is being answered.
    var isAnswering = false
    private var windowUs = Int64.min
    /// In tenths of a request.
    private var tenths = 0

    /// Counts a request; whether the page may make it.
    mutating func count(isMove: Bool, nowUs: Int64) -> Bool {
        if windowUs == .min || nowUs - windowUs >= 1_000_000 {
            windowUs = nowUs
            tenths = 0
        }
        tenths += isMove ? 1 : 10
        return tenths <= 10 * Self.perSecond
    }
}
