import GestureWire
import LinuxIO
import NIOCore
import TouchCore

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
}

/// A page and its connection to the daemon: passes lines of the daemon to the page as frames, and
/// messages of the page to the daemon as requests.
///
/// The daemon keeps the page's subscription, its queue and its limits. While the page does not read,
/// its connection to the daemon is not read either.
final class PageSession: DaemonConnectionOwner {
    /// The number of pending requests at which reading from the page stops.
    private static let maximumPendingRequests = 32
    /// The number of pending requests at which the page is disconnected: more than one read can
    /// have. Only a page that has shut down its side reaches it, because everything that it sent is
    /// still read.
    private static let disconnectionLimit = 1024

    /// Identifies the page; never reused.
    let id: Int
    /// The destination of the page's bytes; `nil` once it is closed.
    weak var channel: (any PageChannel)?
    /// Whether the page is ending: it is closed once the kernel has accepted all that was written.
    private(set) var isEnding = false
    /// When the kernel last accepted bytes, or the first pending bytes were written, in
    /// microseconds; `nil` if no bytes are pending.
    private(set) var writingSinceUs: Int64?
    private unowned let hub: WebHub
    private var daemon: DaemonConnection?
    private var sent = SentLines()
    /// The frames for the lines of one read.
    private var frames = ByteBuffer()
    private var lineCount: UInt64 = 0
    /// Writes to the page that the kernel has not accepted.
    private var pendingWrites = 0
    /// Requests to the daemon that the kernel has not accepted.
    private var pendingRequests = 0
    private var closing: (code: UInt16, sentence: String)?

    init(id: Int, channel: any PageChannel, hub: WebHub) {
        self.id = id
        self.channel = channel
        self.hub = hub
        daemon = DaemonConnection(hub.options.socket, on: hub.loop, owner: self)
    }

    /// Handles the end of the page's connection.
    func leave() {
        isEnding = true
        daemon?.close()
        daemon = nil
        channel = nil
    }

    // MARK: Lines

    func received(_ line: UnsafeRawBufferPointer) {
        if lineCount == 0 {
            frames = hub.scratch
            hub.scratch = ByteBuffer()
            frames.clear()
        }
        lineCount += 1
        if let lost = sent.record(line) { hub.counters.dropped.addClamped(lost) }
        WebSocketText.append(line, to: &frames)
    }

    func didRead() {
        guard lineCount > 0 else { return }
        hub.counters.lines += lineCount
        lineCount = 0
        let bytes = frames
        frames = ByteBuffer()
        write(bytes)
        hub.scratch = bytes
        if pendingWrites > 0 { daemon?.setReading(false) }
    }

    private func write(_ bytes: ByteBuffer) {
        guard let channel else { return }
        pendingWrites += 1
        if pendingWrites == 1 { writingSinceUs = SystemClock.monotonicUs }
        channel.write(bytes) { [weak self] in self?.finishWrite() }
    }

    private func finishWrite() {
        pendingWrites -= 1
        guard pendingWrites == 0 else { return writingSinceUs = SystemClock.monotonicUs }
        writingSinceUs = nil
        if isEnding { close() } else { daemon?.setReading(true) }
    }

    // MARK: Requests

    /// Passes a message of the page to the daemon.
    func receive(_ message: [UInt8]) {
        guard !isEnding else { return }
        guard message.count < WebLimits.messageBytes else { return refuseLong() }
        guard pendingRequests < Self.disconnectionLimit else { return refuseMany() }
        let request = message.withUnsafeBytes { Request($0) }
        sent.recordRequest(includesEnds: request.includesEnds)
        pendingRequests += 1
        if pendingRequests == Self.maximumPendingRequests { channel?.setReading(false) }
        daemon?.send(RequestText.line(message, request)) { [weak self] in self?.finishRequest() }
    }

    private func finishRequest() {
        pendingRequests -= 1
        if pendingRequests == Self.maximumPendingRequests - 1, !isEnding {
            channel?.setReading(true)
        }
    }

    /// Disconnects the page because it sends requests faster than the daemon reads them.
    private func refuseMany() {
        hub.counters.count(.tooManyRequests)
        hub.log.refusal(.tooManyRequests, "page \(id) is disconnected: too many requests")
        end(1008, "too many requests: send fewer in a second", reason: "overflow")
    }

    /// Disconnects the page because its message is longer than a request may be.
    func refuseLong() {
        guard !isEnding else { return }
        hub.counters.count(.message)
        hub.log.refusal(.message, "page \(id) is disconnected: its message is too long")
        var reply = LineBuffer(capacity: 256)
        reply.appendReply(
            to: nil,
            RequestError(.lineTooLong, "a request has at most \(WebLimits.messageBytes) bytes"))
        end(
            1009, Self.tooLong, reason: "overflow",
            last: reply.withUnsafeBytes { Array($0.dropLast()) })
    }

    private static let tooLong =
        "message too long: a request has at most \(WebLimits.messageBytes - 1) bytes"

    // MARK: The end

    func connectionEnded(_ problem: String) {
        switch (sent.bye, sent.refusal) {
        case ("too_slow", _):
            hub.counters.count(.tooSlow)
            hub.log.refusal(.tooSlow, "page \(id) reads nothing and is disconnected")
            end(
                1008,
                "too slow: this page read nothing for 5 s; connect again, and ask for fewer lines",
                reason: "overflow")
        case (nil, .tooManyRequests): refuseMany()
        case (nil, .lineTooLong):
            hub.counters.count(.message)
            hub.log.refusal(.message, "page \(id) is disconnected: its message is too long")
            end(1009, "message too long: gestured permits less", reason: "overflow")
        case (let bye, _):
            let sentence = Self.sentence(bye, problem)
            hub.counters.count(.daemon)
            hub.log.refusal(.daemon, "pages are disconnected: \(sentence)")
            let isGreeted = sent.seq > 0
            end(1013, sentence, reason: "shutdown", bye: bye == nil && isGreeted ? "shutdown" : nil)
        }
    }

    private static func sentence(_ bye: String?, _ problem: String) -> String {
        switch bye {
        case "restarting": "gestured restarts: connect again soon"
        case "shutdown": "gestured has ended: connect again later"
        case "too_many_clients": "gestured has too many clients: connect again later"
        default: problem
        }
    }

    /// Ends the page: cancels gestures that have not ended, then sends a close frame with `code`
    /// and `sentence`.
    ///
    /// - Parameters:
    ///   - reason: the reason of the cancelled gestures.
    ///   - bye: the reason of a `bye` line; `nil` if none is sent.
    ///   - last: the last line, after those of gestures; `nil` if there is none.
    func end(
        _ code: UInt16, _ sentence: String, reason: String, bye: String? = nil,
        last: [UInt8]? = nil
    ) {
        guard !isEnding else { return }
        didRead()
        isEnding = true
        // The time in which the page may read its last lines starts now.
        if pendingWrites > 0 { writingSinceUs = SystemClock.monotonicUs }
        daemon?.close()
        daemon = nil
        channel?.setReading(true)
        closing = (code, sentence)
        var lines = sent.cancelOpenGestures(reason: reason)
        if let bye { lines.append(Array(#"{"type":"bye","reason":"\#(bye)"}"#.utf8)) }
        if let last { lines.append(last) }
        var bytes = ByteBuffer()
        for line in lines { line.withUnsafeBytes { WebSocketText.append($0, to: &bytes) } }
        hub.counters.lines += UInt64(lines.count)
        if !lines.isEmpty { write(bytes) }
        if pendingWrites == 0 { close() }
    }

    private func close() {
        guard let closing else { return }
        self.closing = nil
        channel?.close(closing.code, closing.sentence)
    }
}

/// Text frames of WebSocket (RFC 6455, 5.2) in the form of a server: unmasked and whole.
enum WebSocketText {
    /// Appends one frame that contains `line`.
    static func append(_ line: UnsafeRawBufferPointer, to buffer: inout ByteBuffer) {
        buffer.reserveCapacity(minimumWritableBytes: line.count + 10)
        buffer.writeInteger(UInt8(0x81))
        switch line.count {
        case ..<126: buffer.writeInteger(UInt8(line.count))
        case ..<65_536:
            buffer.writeInteger(UInt8(126))
            buffer.writeInteger(UInt16(line.count))
        default:
            buffer.writeInteger(UInt8(127))
            buffer.writeInteger(UInt64(line.count))
        }
        buffer.writeBytes(line)
    }
}

/// A page's message as a line of the daemon's socket.
enum RequestText {
    /// The message as one line, with a line feed only at its end. A request that gestured-web does
    /// not know is replaced with one that no daemon knows.
    static func line(_ message: [UInt8], _ request: Request) -> ByteBuffer {
        if case .failure(let error) = request.operation, error.code == .unknownType {
            return unknown(request.id)
        }
        var bytes = ByteBuffer()
        bytes.reserveCapacity(message.count + 1)
        let lineFeed = UInt8(ascii: "\n")
        if !message.contains(lineFeed) {
            bytes.writeBytes(message)
        } else if (try? message.withUnsafeBytes { try JSONValue(parsing: $0) }) != nil {
            // Between tokens of JSON a space replaces a line feed; strings contain no line feeds.
            bytes.writeBytes(message.map { $0 == lineFeed ? UInt8(ascii: " ") : $0 })
        } else {
            // The daemon refuses this text, which is not JSON, for the same reason as the message.
            bytes.writeString("{")
        }
        bytes.writeInteger(lineFeed)
        return bytes
    }

    private static func unknown(_ id: RequestID?) -> ByteBuffer {
        var text = LineBuffer(capacity: 8192)
        text.append(#"{"type":"unknown_to_gestured-web""#)
        switch id {
        case .integer(let id):
            text.append(#","id":"#)
            text.append(integer: id)
        case .string(let id):
            text.append(#","id":"#)
            text.append(string: id)
        case nil: break
        }
        text.append("}\n")
        return text.withUnsafeBytes { ByteBuffer(bytes: $0) }
    }
}

extension Request {
    /// Whether the request subscribes to both `ended` and `cancelled`; `nil` if it is not a
    /// `subscribe`.
    var includesEnds: Bool? {
        guard case .success(.subscribe(let wanted)) = operation else { return nil }
        return wanted.phases.map { $0.isSuperset(of: [.ended, .cancelled]) } ?? true
    }
}
