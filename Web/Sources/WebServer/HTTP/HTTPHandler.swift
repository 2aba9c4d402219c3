import NIOCore
import NIOHTTP1
import NIOWebSocket

/// Answers requests without a page: files, `/healthz` and `/metrics`.
final class HTTPHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    /// The answer to a request.
    struct Answer {
        var status = HTTPResponseStatus.ok
        var type = "text/plain; charset=utf-8"
        var body: [UInt8] = []
        var headers: [(String, String)] = []

        /// A sentence, with a line feed.
        static func text(_ status: HTTPResponseStatus, _ sentence: String) -> Answer {
            Answer(status: status, body: Array("\(sentence)\n".utf8))
        }
    }

    private let site: WebSite
    private let connection: ConnectionHandler
    private var head: HTTPRequestHead?
    /// Whether an answer is being written that the kernel has not fully accepted.
    private var isAnswering = false {
        didSet {
            connection.protectedUntil =
                isAnswering ? .now() + .seconds(WebLimits.protectionSeconds) : .distantPast
        }
    }
    /// Whether the client has shut down its sending side.
    private var isInputClosed = false

    init(_ site: WebSite, _ connection: ConnectionHandler) {
        self.site = site
        self.connection = connection
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch Self.unwrapInboundIn(data) {
        case .head(let head): self.head = head
        case .body: break
        case .end: answer(context)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event as? ChannelEvent == .inputClosed else {
            return context.fireUserInboundEventTriggered(event)
        }
        isInputClosed = true
        if !isAnswering { context.close(promise: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A refused WebSocket is answered like any other request.
        guard !(error is NIOWebSocketUpgradeError), !(error is HTTPServerUpgradeErrors) else {
            return
        }
        context.close(promise: nil)
    }

    private func answer(_ context: ChannelHandlerContext) {
        guard let head = head.take(), !isAnswering else { return }
        isAnswering = true
        let path = String(head.uri.prefix { $0 != "?" && $0 != "#" })
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        site.answer(head, path) { answer in
            let (handler, context) = bound.value
            handler.send(answer, to: head, context)
        }
    }

    private func send(
        _ answer: Answer, to request: HTTPRequestHead, _ context: ChannelHandlerContext
    ) {
        guard context.channel.isActive else { return }
        var headers = HTTPHeaders(answer.headers)
        headers.add(name: "Content-Length", value: String(answer.body.count))
        if answer.status != .notModified { headers.add(name: "Content-Type", value: answer.type) }
        headers.add(name: "X-Content-Type-Options", value: "nosniff")
        headers.add(name: "Referrer-Policy", value: "no-referrer")
        headers.add(
            name: "Content-Security-Policy",
            value: site.policy.contentPolicy(host: request.values("Host").first ?? ""))
        let keepsAlive = request.isKeepAlive && answer.status.code < 400
        headers.add(name: "Connection", value: keepsAlive ? "keep-alive" : "close")
        site.hub.counters.countAnswer(answer.status.code)
        let head = HTTPResponseHead(
            version: request.version, status: answer.status, headers: headers)
        let headPart = Self.wrapOutboundOut(.head(head))
        let written: EventLoopFuture<Void>
        if request.method != .HEAD, !answer.body.isEmpty {
            context.write(headPart, promise: nil)
            let body = ByteBuffer(bytes: answer.body)
            written = context.writeAndFlush(Self.wrapOutboundOut(.body(.byteBuffer(body))))
        } else {
            written = context.writeAndFlush(headPart)
        }
        // Reading the answer may take as long as sending a request.
        connection.awaitRequest()
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        written.whenSuccess {
            let (handler, context) = bound.value
            handler.finish(context, keepsAlive: keepsAlive)
        }
    }

    /// Ends an answer that the kernel has accepted. Only then the next request is read, so that at
    /// most one answer waits for a client that reads nothing.
    private func finish(_ context: ChannelHandlerContext, keepsAlive: Bool) {
        guard context.channel.isActive else { return }
        isAnswering = false
        connection.awaitRequest()
        let (channel, closes) = (context.channel, !keepsAlive || isInputClosed)
        context.writeAndFlush(Self.wrapOutboundOut(.end(nil))).whenComplete { _ in
            if closes { channel.close(promise: nil) }
        }
    }
}
