import GestureClient
import GestureWire
import LinuxIO
import NIOCore
import NIOPosix
import SystemPackage

/// The events of a connection to the daemon, for its owner; all on the one event loop.
protocol DaemonConnectionOwner: AnyObject {
    /// A line arrived, without its line feed.
    func received(_ line: UnsafeRawBufferPointer)
    /// The lines of one read have been received.
    func didRead()
    /// The connection has ended, or could not be made; nothing follows.
    func connectionEnded(_ problem: String)
}

/// One connection to the daemon: its lines, and requests.
///
/// The daemon may close a connection that has unread bytes; SwiftNIO reads them all before it
/// reports the end.
final class DaemonConnection: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private enum State {
        /// Nothing has arrived yet.
        case connecting
        case open, ended
    }

    /// How long the daemon may take for its greeting.
    private static let greetingTime = TimeAmount.seconds(5)
    /// How long connecting is repeated while the queue of the daemon's socket is full.
    private static let queueTime = TimeAmount.seconds(2)
    /// The pause between two attempts.
    private static let queuePause = TimeAmount.milliseconds(20)
    /// The maximum length of a line: it fits into a client's queue, which has at most 256 KiB.
    private static let maximumLineBytes = 1 << 18
    /// The maximum number of bytes of one read: few, because the daemon can replace a line with a
    /// newer one only until it is read.
    private static let readBytes = 16 * 1024

    private let loop: any EventLoop
    private weak var owner: (any DaemonConnectionOwner)?
    private var state = State.connecting
    private var channel: (any Channel)?
    /// The requests that were sent before the connection was made.
    private var unsent: [(bytes: ByteBuffer, completion: () -> Void)] = []
    /// The bytes of a line that has not ended.
    private var partialLine: [UInt8] = []

    /// Connects to the first socket of `location` that exists; a failure is reported later.
    init(_ location: SocketLocation, on loop: any EventLoop, owner: any DaemonConnectionOwner) {
        self.loop = loop
        self.owner = owner
        // Connects later, after the owner has stored the connection.
        loop.assumeIsolated().execute { self.connect(location) }
    }

    private func connect(_ location: SocketLocation) {
        guard state == .connecting else { return }
        let path = location.candidates.first { FileName.exists($0) } ?? location.candidates[0]
        connect(to: path, until: .now() + Self.queueTime)
        loop.assumeIsolated().scheduleTask(in: Self.greetingTime) {
            if self.state == .connecting {
                self.end("gestured does not answer at \(escapedText(path))")
            }
        }
    }

    private func connect(to path: String, until end: NIODeadline) {
        guard state == .connecting else { return }
        connection(to: path).assumeIsolated().whenComplete { result in
            switch result {
            case .success(let channel): self.didConnect(channel)
            case .failure(let error as IOError)
            where error.errnoCode == Errno.wouldBlock.rawValue && .now() < end:
                self.loop.assumeIsolated().scheduleTask(in: Self.queuePause) {
                    self.connect(to: path, until: end)
                }
            case .failure(let error):
                let reason = (error as? IOError)?.sentence ?? "\(error)"
                self.end(
                    "gestured is unreachable: cannot connect to \(escapedText(path)): \(reason)")
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
            .channelOption(
                .recvAllocator,
                value: AdaptiveRecvByteBufferAllocator(
                    minimum: 512, initial: 1024, maximum: Self.readBytes)
            )
            // The lines of one read are one write to the page.
            .channelOption(.maxMessagesPerRead, value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(bound.value)
                }
            }
            .connect(to: address)
    }

    private func didConnect(_ channel: any Channel) {
        guard state != .ended else { return channel.close(promise: nil) }
        self.channel = channel
        let requests = unsent
        unsent = []
        requests.forEach { send($0.bytes, $0.completion) }
    }

    /// Sends a request, with its line feed; completes once the kernel has accepted it.
    func send(_ request: ByteBuffer, _ completion: @escaping () -> Void = {}) {
        guard state != .ended else { return }
        guard let channel else { return unsent.append((request, completion)) }
        channel.writeAndFlush(request).assumeIsolated().whenSuccess(completion)
    }

    /// Stops or resumes reading.
    func setReading(_ reads: Bool) {
        channel?.setOption(.autoRead, value: reads).whenFailure { _ in }
    }

    /// Closes the connection; its owner is no longer called.
    func close() {
        owner = nil
        end("closed")
    }

    /// Ends the connection; `problem` is the reason as a sentence.
    private func end(_ problem: String) {
        guard state != .ended else { return }
        state = .ended
        unsent = []
        channel?.close(promise: nil)
        channel = nil
        owner?.connectionEnded(problem)
        owner = nil
    }

    // MARK: Lines

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        Self.unwrapInboundIn(data).withUnsafeReadableBytes { bytes in
            var start = bytes.startIndex
            while let end = bytes.lineFeed(from: start) {
                let part = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
                if partialLine.isEmpty {
                    receive(part)
                } else {
                    partialLine += part
                    partialLine.withUnsafeBytes { receive($0) }
                    partialLine.removeAll(keepingCapacity: partialLine.capacity < 4096)
                }
                start = end + 1
            }
            partialLine += bytes[start...]
        }
        owner?.didRead()
        if partialLine.count > Self.maximumLineBytes {
            end("what gestured sends is not protocol 1: a line does not end")
        }
    }

    private func receive(_ line: UnsafeRawBufferPointer) {
        if state == .connecting {
            if let problem = Self.problem(ofGreeting: line) { return end(problem) }
            state = .open
        }
        if state == .open { owner?.received(line) }
    }

    /// Why the first line is not that of a daemon; `nil` if it is.
    private static func problem(ofGreeting line: UnsafeRawBufferPointer) -> String? {
        guard let hello = try? JSONValue(parsing: line), hello["type"]?.text == "hello" else {
            return "what gestured sends is not protocol 1"
        }
        return hello["protocol"]?.integer == Int64(protocolVersion)
            ? nil : "gestured speaks another protocol than 1"
    }

    func channelInactive(context: ChannelHandlerContext) {
        end("gestured has ended the connection")
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A connection that the daemon closes is reported as reset after its last bytes.
        let isEnd = (error as? IOError)?.errnoCode == Errno.connectionReset.rawValue
        end(
            isEnd
                ? "gestured has ended the connection"
                : "the connection to gestured is lost: \(error)")
    }
}
