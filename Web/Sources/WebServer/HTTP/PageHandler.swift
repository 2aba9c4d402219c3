import NIOCore
import NIOWebSocket

/// A page's WebSocket: its messages in, its lines out.
final class PageHandler: ChannelInboundHandler, PageChannel {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    /// What happens with a page that is not let in.
    struct Refusal {
        let code: UInt16
        let sentence: String
    }

    /// How long a page may take for the rest, once it is closed.
    private static let closeTime = TimeAmount.seconds(30)

    private let hub: WebHub
    private let connection: ConnectionHandler
    private let refusal: Refusal?
    private var page: PageSession?
    private var context: ChannelHandlerContext?
    private var message: [UInt8] = []
    private var isClosing = false

    /// - Parameter refusal: why the page is closed at once; `nil`: it is let in.
    init(_ hub: WebHub, _ connection: ConnectionHandler, refusal: Refusal?) {
        self.hub = hub
        self.connection = connection
        self.refusal = refusal
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        connection.becomePage()
        if let refusal { return close(refusal.code, refusal.sentence) }
        page = hub.join(self)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        leave()
        self.context = nil
    }

    func channelInactive(context: ChannelHandlerContext) {
        leave()
        context.fireChannelInactive()
    }

    private func leave() {
        page.map(hub.leave)
        page = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isClosing else { return noteClose(Self.unwrapInboundIn(data)) }
        var frame = Self.unwrapInboundIn(data)
        switch frame.opcode {
        case .text, .continuation: take(frame)
        case .ping:
            let pong = WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData)
            context.writeAndFlush(Self.wrapOutboundOut(pong), promise: nil)
        case .connectionClose:
            // The code comes back; the reason is the page's own business.
            let code =
                frame.unmaskedData.readableBytes >= 2
                ? frame.unmaskedData.getWebSocketErrorCode(at: 0) : nil
            isClosing = true
            send(code ?? .normalClosure, "")
            context.close(promise: nil)
        case .pong: break
        default: close(1003, "gestured-web takes text: requests of protocol 1")
        }
        _ = frame.fin
        frame.maskKey = nil
    }

    private func noteClose(_ frame: WebSocketFrame) {
        if frame.opcode == .connectionClose { context?.close(promise: nil) }
    }

    private func take(_ frame: WebSocketFrame) {
        message += frame.unmaskedData.readableBytesView
        guard let page else { return }
        guard message.count <= WebLimits.requestBytes else { return hub.refuseLong(page) }
        guard frame.fin else { return }
        let whole = message
        message.removeAll(keepingCapacity: true)
        hub.take(whole, from: page)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let page, error as? NIOWebSocketError == .invalidFrameLength {
            return hub.refuseLong(page)
        }
        close(1002, "that is not WebSocket")
    }

    // MARK: PageChannel

    func write(_ bytes: ByteBuffer, _ completion: @escaping () -> Void) {
        connection.write(bytes, completion)
    }

    func makeBuffer(capacity: Int) -> ByteBuffer {
        context?.channel.allocator.buffer(capacity: capacity) ?? ByteBuffer()
    }

    func cut() { context?.close(promise: nil) }

    func setReading(_ reads: Bool) {
        guard let context else { return }
        context.channel.setOption(.autoRead, value: reads).whenFailure { _ in }
    }

    func close(_ code: UInt16, _ sentence: String) {
        guard !isClosing, let context else { return }
        isClosing = true
        setReading(true)
        send(WebSocketErrorCode(codeNumber: Int(code)), sentence)
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.closeTime) { [weak self] in
            self?.context?.close(promise: nil)
        }
    }

    private func send(_ code: WebSocketErrorCode, _ sentence: String) {
        guard let context else { return }
        var data = context.channel.allocator.buffer(capacity: 128)
        data.write(webSocketErrorCode: code)
        data.writeString(AccessPolicy.closeReason(sentence))
        let frame = WebSocketFrame(fin: true, opcode: .connectionClose, data: data)
        context.writeAndFlush(Self.wrapOutboundOut(frame), promise: nil)
    }
}
