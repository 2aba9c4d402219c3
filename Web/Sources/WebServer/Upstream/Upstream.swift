import GestureClient
import GestureWire
import LinuxIO
import NIOCore
import NIOPosix
import SystemPackage
import TouchCore

/// The events of a connection to the daemon, for its owner; all on the one event loop.
protocol UpstreamOwner: AnyObject {
    /// The daemon has sent its touchscreens: lines follow.
    func upstreamIsReady(_ upstream: Upstream)
    /// A line arrived that is neither a reply nor part of the greeting.
    func upstream(_ upstream: Upstream, received line: DaemonLine)
    /// All available lines have been read.
    func upstreamDidRead(_ upstream: Upstream)
    /// The connection has ended, or could not be made; nothing follows. `bye` is the daemon's
    /// reason.
    func upstream(_ upstream: Upstream, endedWith problem: String, bye: String?)
}

/// The daemon's answer to one request.
struct UpstreamReply {
    /// Whether the request succeeded.
    let isDone: Bool
    /// From the comma before `ok` to the end of the object.
    let rest: [UInt8]

    /// The requested value.
    var value: JSONValue? {
        var object = rest
        guard !object.isEmpty else { return nil }
        object[0] = UInt8(ascii: "{")
        return try? object.withUnsafeBytes { try JSONValue(parsing: $0) }
    }
}

/// One connection to the daemon: its greeting, its lines, and requests with their replies.
final class Upstream {
    /// Receives the reply; `nil` if the connection has ended before it.
    typealias Completion = (UpstreamReply?) -> Void
    private enum State {
        /// `connect` has not been called yet.
        case connecting
        case greeting, ready, ended
    }

    /// How long the daemon may take for its greeting.
    private static let greetingTime = TimeAmount.seconds(5)
    /// The rate of requests, per second, and the burst: the daemon disconnects a client that sends
    /// more than 50 in a second, of which ten `move_zone` are one.
    private static let (rate, burst) = (36.0, 12.0)
    /// The cost of a `move_zone`, in requests.
    static let moveCost = 0.1

    private let loop: any EventLoop
    private weak var owner: (any UpstreamOwner)?
    private var state = State.connecting
    private var channel: (any Channel)?
    private var bye: String?
    /// The present touchscreens, in the order of their lines.
    private(set) var devices: [PresentDevice] = []
    /// The daemon's name and version, and the kernel's boot id.
    private(set) var server = ""
    private(set) var bootID = ""
    /// Gestures that have begun on this connection and not ended.
    private var open: Set<Int64> = []
    private var unsent: [(cost: Double, make: (Int64) -> [UInt8], completion: Completion)] = []
    private var awaiting: [(id: Int64, completion: Completion)] = []
    private var lastID: Int64 = 0
    private var tokens = burst
    private var refilled = NIODeadline.now()
    private var isPacing = false

    init(loop: any EventLoop, owner: any UpstreamOwner) {
        self.loop = loop
        self.owner = owner
    }

    /// Whether the connection exists and the daemon has greeted.
    var isReady: Bool { state == .ready }

    /// Connects to the first socket of `location` that exists.
    func connect(_ location: SocketLocation) {
        // Its owner may have closed it meanwhile.
        guard state == .connecting else { return }
        state = .greeting
        let path = location.candidates.first { access($0) } ?? location.candidates[0]
        connection(to: path).assumeIsolated().whenComplete { result in
            switch result {
            case .success(let channel) where self.state == .ended: channel.close(promise: nil)
            case .success(let channel): self.channel = channel
            case .failure(let error):
                let reason = (error as? IOError)?.sentence ?? "\(error)"
                self.end(
                    "gestured is not there: cannot connect to \(escapedText(path)): \(reason)")
            }
        }
        loop.assumeIsolated().scheduleTask(in: Self.greetingTime) {
            if self.state == .greeting {
                self.end("gestured does not answer at \(escapedText(path))")
            }
        }
    }

    private func connection(to path: String) -> EventLoopFuture<any Channel> {
        let address: SocketAddress
        do throws(Errno) {
            address = SocketAddress(try FileName.socketAddress(path))
        } catch {
            return loop.makeFailedFuture(IOError(errnoCode: error.rawValue, reason: "connect"))
        }
        let bound = NIOLoopBound(self, eventLoop: loop)
        return ClientBootstrap(group: loop)
            .connectTimeout(.seconds(2))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        UpstreamHandler(upstream: bound.value))
                }
            }
            .connect(to: address)
    }

    /// Closes the connection; its owner is no longer called.
    func close() {
        owner = nil
        end("closed")
    }

    /// Sends a request, when the rate permits it.
    ///
    /// - Parameters:
    ///   - cost: the number of requests that it counts as.
    ///   - make: writes it, with its line feed, given its id.
    func request(
        cost: Double = 1, _ make: @escaping (Int64) -> [UInt8], _ completion: @escaping Completion
    ) {
        guard state != .ended else { return completion(nil) }
        unsent.append((cost, make, completion))
        sendRequests()
    }

    private func sendRequests() {
        guard state == .ready, let channel else { return }
        refill()
        while let first = unsent.first, tokens >= first.cost {
            let next = unsent.removeFirst()
            tokens -= next.cost
            lastID += 1
            awaiting.append((lastID, next.completion))
            channel.writeAndFlush(ByteBuffer(bytes: next.make(lastID)), promise: nil)
        }
        guard !unsent.isEmpty, !isPacing else { return }
        isPacing = true
        loop.assumeIsolated().scheduleTask(in: .milliseconds(20)) {
            self.isPacing = false
            self.sendRequests()
        }
    }

    private func refill() {
        let now = NIODeadline.now()
        let passed = Double((now - refilled).nanoseconds) / 1e9
        tokens = min(tokens + passed * Self.rate, Self.burst)
        refilled = now
    }
}

// MARK: - Lines

extension Upstream {
    /// Processes one line without its line feed.
    func take(_ bytes: UnsafeRawBufferPointer) {
        guard state != .ended else { return }
        guard let line = DaemonLine(bytes, isOpen: { open.contains($0) }) else {
            return end("what gestured sends is not protocol 1")
        }
        switch line.kind {
        case .hello: greet(line)
        case .snapshotEnd:
            state = .ready
            owner?.upstreamIsReady(self)
            sendRequests()
        case .reply: settle(bytes)
        case .bye: bye = value(of: line)["reason"]?.text
        case .device:
            note(line)
            if state == .ready { owner?.upstream(self, received: line) }
        case .gesture:
            noteGesture(line)
            owner?.upstream(self, received: line)
        default: owner?.upstream(self, received: line)
        }
    }

    /// Updates the present touchscreens, as reported by another connection.
    func adopt(_ devices: [PresentDevice]) { self.devices = devices }

    /// All available lines have been read: the owner may send its lines.
    func didRead() { owner?.upstreamDidRead(self) }

    /// Ends the connection for the reason in a sentence.
    func end(_ problem: String) {
        guard state != .ended else { return }
        state = .ended
        channel?.close(promise: nil)
        channel = nil
        let completions = awaiting.map(\.completion) + unsent.map(\.completion)
        (awaiting, unsent) = ([], [])
        completions.forEach { $0(nil) }
        owner?.upstream(self, endedWith: problem, bye: bye)
        owner = nil
    }

    private func value(of line: DaemonLine) -> JSONValue {
        (try? line.body.withUnsafeBytes { try JSONValue(parsing: $0) }) ?? .null
    }

    private func greet(_ line: DaemonLine) {
        let hello = value(of: line)
        guard hello["protocol"]?.integer == Int64(protocolVersion) else {
            return end("gestured speaks another protocol than 1")
        }
        server = hello["server"]?.text ?? ""
        bootID = hello["boot_id"]?.text ?? ""
    }

    private func note(_ line: DaemonLine) {
        guard let device = PresentDevice(line.body) else { return }
        let place = devices.firstIndex { $0.id == device.id }
        if line.body.contains(#""change":"removed""#) {
            place.map { _ = devices.remove(at: $0) }
        } else if let place {
            devices[place] = device
        } else if devices.count < 256 {
            devices.append(device)
        }
    }

    private func noteGesture(_ line: DaemonLine) {
        guard let gesture = line.gesture else { return }
        switch gesture.phase {
        case .began: open.insert(gesture.id)
        case .changed: break
        case .ended, .cancelled: open.remove(gesture.id)
        }
    }

    private func settle(_ bytes: UnsafeRawBufferPointer) {
        var (id, isDone, rest): (Int64?, Bool, [UInt8]) = (nil, false, [])
        var scanner = MemberScanner(bytes)
        while let member = scanner.next() {
            if bytes.holds("id", at: member.name) { id = bytes.integer(at: member.value) }
            if bytes.holds("ok", at: member.name) {
                isDone = bytes.holds("true", at: member.value)
                rest = Array(bytes[member.whole.lowerBound...])
            }
        }
        let reply = UpstreamReply(isDone: isDone, rest: rest)
        // Replies arrive in the order of their requests; one without an id ends the connection.
        guard let id, awaiting.first?.id == id, !rest.isEmpty else {
            let message = reply.value?["error"]?["message"]?.text ?? "a reply is to no request"
            return end("gestured parts with gestured-web: \(message)")
        }
        awaiting.removeFirst().completion(reply)
    }
}

extension [UInt8] {
    /// Whether the bytes of `text` occur.
    func contains(_ text: StaticString) -> Bool {
        let length = text.utf8CodeUnitCount
        guard count >= length else { return false }
        return text.withUTF8Buffer { text in
            (0...(count - length)).contains { self[$0..<($0 + length)].elementsEqual(text) }
        }
    }
}
