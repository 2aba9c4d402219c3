import NIOCore

/// The handler next to the socket: limits what a connection sends before it becomes a page, and
/// writes the bytes of a page without the codec.
final class ConnectionHandler: ChannelInboundHandler, ChannelOutboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let site: WebSite
    private var context: ChannelHandlerContext?
    private var received = 0
    private var timeout: Scheduled<Void>?
    private var isPage = false
    /// Until this time it is only closed for a newer connection if all are protected: the client
    /// may be reading an answer.
    var keepsPlaceUntil = NIODeadline.distantPast

    /// - Parameter site: limits the number of connections without a page.
    init(_ site: WebSite) {
        self.site = site
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
    }

    func channelActive(context: ChannelHandlerContext) {
        site.open(self)
        awaitRequest()
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        timeout?.cancel()
        site.remove(self)
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if !isPage {
            received += Self.unwrapInboundIn(data).readableBytes
            guard received <= WebLimits.requestBytes else { return context.close(promise: nil) }
        }
        context.fireChannelRead(data)
    }

    /// Resets the limits after a request: the next one may be as long, and take as long to arrive.
    func awaitRequest() {
        received = 0
        timeout?.cancel()
        guard let context else { return }
        timeout = context.eventLoop.assumeIsolated().scheduleTask(
            in: .seconds(WebLimits.requestSeconds)
        ) { [weak self] in
            self?.context?.close(promise: nil)
        }
    }

    /// The connection is a WebSocket from now on.
    ///
    /// - Parameter isLetIn: whether it counts as a page; otherwise it counts as a connection
    ///   without a page until it is closed.
    func becomePage(isLetIn: Bool) {
        isPage = true
        timeout?.cancel()
        if isLetIn { site.remove(self) }
    }

    /// Ends the connection at once, for a newer one.
    func cut() { context?.close(promise: nil) }

    /// Writes bytes as they are.
    func write(_ bytes: ByteBuffer, _ completion: @escaping () -> Void) {
        guard let context else { return }
        let promise = context.eventLoop.makePromise(of: Void.self)
        promise.futureResult.assumeIsolated().whenSuccess(completion)
        context.writeAndFlush(Self.wrapOutboundOut(bytes), promise: promise)
    }
}
