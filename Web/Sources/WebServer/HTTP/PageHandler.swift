import NIOCore
import NIOWebSocket

/// The WebSocket of a page: its messages in, its lines out.
final class PageHandler: ChannelInboundHandler, PageChannel {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    /// The reason for refusing a page.
    struct Refusal {
        let code: UInt16
        let sentence: String
    }

    private let hub: WebHub
    private let connection: ConnectionHandler
    private let refusal: Refusal?
    private var page: PageSession?
    private var context: ChannelHandlerContext?
    /// The start of a message that continues in further frames.
    private var message: [UInt8] = []
    private var isFragmented = false
    /// Whether a pong waits until the kernel accepts it. Of the pings that arrive meanwhile only the
    /// newest is answered, afterwards (RFC 6455, 5.5.3).
    private var isAnsweringPing = false
    private var latestPing: ByteBuffer?
    private var isClosing = false

    /// - Parameter refusal: why the page is closed at once; `nil` if it is accepted.
    init(_ hub: WebHub, _ connection: ConnectionHandler, refusal: Refusal?) {
        self.hub = hub
        self.connection = connection
        self.refusal = refusal
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        connection.becomePage(isAccepted: refusal == nil)
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
        let frame = Self.unwrapInboundIn(data)
        // After a close frame was sent, only the page's close frame is processed.
        guard !isClosing, page?.isEnding == false else { return handleClose(frame) }
        guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else {
            return endPage(
                1002, "that is not WebSocket: a frame is not masked, or uses an extension")
        }
        switch frame.opcode {
        case .text, .continuation: receive(frame)
        case .ping: answerPing(frame.unmaskedData)
        case .connectionClose:
            isClosing = true
            send(Self.answer(toClose: frame.unmaskedData), "")
            context.close(promise: nil)
        case .pong: break
        default: endPage(1003, "gestured-web takes text: requests of protocol 1")
        }
    }

    /// The code that answers a close frame: the code of the frame, if an endpoint may send it (RFC
    /// 6455, 7.4). The reason is not repeated.
    static func answer(toClose data: ByteBuffer) -> WebSocketErrorCode {
        guard data.readableBytes > 0 else { return .normalClosure }
        guard let number = data.getInteger(at: data.readerIndex, as: UInt16.self) else {
            return .protocolError
        }
        switch number {
        // 1004 has no meaning, 1005, 1006 and 1015 are never sent, and 1016 to 2999 are reserved.
        case 1000...1003, 1007...1014, 3000...4999:
            return WebSocketErrorCode(codeNumber: Int(number))
        default: return .protocolError
        }
    }

    private func handleClose(_ frame: WebSocketFrame) {
        if frame.opcode == .connectionClose { context?.close(promise: nil) }
    }

    private func receive(_ frame: WebSocketFrame) {
        guard let page else { return }
        guard (frame.opcode == .continuation) == isFragmented else {
            return endPage(1002, "that is not WebSocket: a continuation without a message")
        }
        message += frame.unmaskedData.readableBytesView
        guard message.count <= WebLimits.requestBytes else { return page.refuseLong() }
        isFragmented = !frame.fin
        guard frame.fin else { return }
        let complete = message
        message.removeAll(keepingCapacity: true)
        page.receive(complete)
    }

    /// Answers a ping. At most one pong is pending, so that none accumulate for a page that reads
    /// nothing.
    private func answerPing(_ data: ByteBuffer) {
        guard !isAnsweringPing, let context else { return latestPing = data }
        isAnsweringPing = true
        let pong = WebSocketFrame(fin: true, opcode: .pong, data: data)
        context.writeAndFlush(Self.wrapOutboundOut(pong)).assumeIsolated().whenComplete {
            [weak self] _ in
            guard let self else { return }
            self.isAnsweringPing = false
            if let next = self.latestPing.take() { self.answerPing(next) }
        }
    }

    /// Closes the connection of the page because it sent a message that is refused.
    private func endPage(_ code: UInt16, _ sentence: String) {
        guard let page else { return close(code, sentence) }
        page.end(code, sentence, reason: "overflow")
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let page, error as? NIOWebSocketError == .invalidFrameLength {
            return page.refuseLong()
        }
        endPage(1002, "that is not WebSocket")
    }

    // MARK: PageChannel

    func write(_ bytes: ByteBuffer, _ completion: @escaping () -> Void) {
        connection.write(bytes, completion)
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
        context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(WebLimits.closeSeconds)) {
            [weak self] in
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
