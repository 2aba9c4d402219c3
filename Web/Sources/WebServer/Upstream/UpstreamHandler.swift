import Glibc
import LinuxIO
import NIOCore
import SystemPackage

/// Splits what the daemon sends into lines.
final class UpstreamHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    /// A line fits into a client's queue, which has 256 KiB at most.
    private static let longest = 1 << 18

    private let upstream: Upstream
    /// What has come of a line that has not ended.
    private var rest: [UInt8] = []

    init(upstream: Upstream) {
        self.upstream = upstream
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        Self.unwrapInboundIn(data).withUnsafeReadableBytes { bytes in
            var start = bytes.startIndex
            while let end = Self.lineFeed(in: bytes, from: start) {
                let part = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
                if rest.isEmpty {
                    upstream.take(part)
                } else {
                    rest += part
                    rest.withUnsafeBytes { upstream.take($0) }
                    rest.removeAll(keepingCapacity: rest.capacity < 4096)
                }
                start = end + 1
            }
            rest += bytes[start...]
        }
        if rest.count > Self.longest {
            upstream.end("what gestured sends is not protocol 1: a line does not end")
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        upstream.didRead()
    }

    func channelInactive(context: ChannelHandlerContext) {
        upstream.end("gestured has ended the connection")
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        upstream.end("the connection to gestured is lost: \(error)")
    }

    private static func lineFeed(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard start < bytes.count, let base = bytes.baseAddress,
            let found = memchr(base + start, 0x0A, bytes.count - start)
        else { return nil }
        return UnsafeRawPointer(found) - base
    }
}

/// Whether something is at `path`.
func access(_ path: String) -> Bool { Glibc.access(FileName.cString(path), F_OK) == 0 }

extension IOError {
    /// The text of strerror(3), for the middle of a sentence.
    var sentence: String { Errno(rawValue: errnoCode).sentence }
}

/// Prometheus' counters of gestured-web's own, and the log beside them.
struct WebCounters {
    /// Why something was refused, or a page disconnected.
    enum Refusal: String, CaseIterable {
        case host, origin, pages, connections, path, method, request
        case tooSlow = "too_slow"
        case tooManyRequests = "too_many_requests"
        case message
        /// The daemon is not there, or has ended the connection.
        case daemon
    }

    /// Refusals by reason, in the order of all reasons.
    private(set) var refusals = [UInt64](repeating: 0, count: Refusal.allCases.count)
    /// Lines sent to pages.
    var lines: UInt64 = 0
    /// Lines that pages lost which are gone.
    var dropped: UInt64 = 0
    /// HTTP answers by status code.
    private(set) var answers: [(code: UInt, count: UInt64)] = []

    /// Counts a refusal.
    mutating func count(_ refusal: Refusal) {
        guard let place = Refusal.allCases.firstIndex(of: refusal) else { return }
        refusals[place] += 1
    }

    /// Counts an answer.
    mutating func countAnswer(_ code: UInt) {
        if let place = answers.firstIndex(where: { $0.code == code }) {
            answers[place].count += 1
        } else {
            answers.append((code, 1))
            answers.sort { $0.code < $1.code }
        }
    }
}

/// Log lines on standard error; those of one kind once a minute, with how many there were meanwhile.
final class WebLog {
    private struct Repeats {
        var nextUs: Int64
        var count = 0
    }

    private static let pauseUs: Int64 = 60_000_000
    private let log: NonBlockingLog
    private let hasPriorities: Bool
    private var repeats: [WebCounters.Refusal: Repeats] = [:]

    /// - Parameter hasPriorities: whether lines begin with the journal's `<4>`.
    init(hasPriorities: Bool) {
        self.hasPriorities = hasPriorities
        log = NonBlockingLog(toStandardErrorWith: { [hasPriorities] in
            hasPriorities ? "<4>\($0)" : $0
        })
    }

    /// Writes a line of what an operator wants to know.
    func notice(_ text: String) { log.write((hasPriorities ? "<5>" : "") + text) }

    /// Writes a line of what is bad but possible.
    func warning(_ text: String) { log.write((hasPriorities ? "<4>" : "") + text) }

    /// Writes why something was refused, unless the reason was written within a minute.
    func refusal(_ kind: WebCounters.Refusal, _ text: String) {
        let now = SystemClock.monotonicUs
        var entry = repeats[kind] ?? Repeats(nextUs: .min)
        if now < entry.nextUs {
            entry.count += 1
        } else {
            let more = entry.count > 0 ? " (and \(entry.count) such before)" : ""
            warning(text + more)
            entry = Repeats(nextUs: now + Self.pauseUs)
        }
        repeats[kind] = entry
    }

    /// Waits for what was written, a second at most.
    func finish() { log.finish() }
}
