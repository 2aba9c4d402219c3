import NIOCore

/// The handler next to the socket: bounds what a connection sends before it is a page's, and writes the
/// bytes of a page past the codec.
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
    /// Until then it loses its place only where every connection keeps its own: the client may be reading
    /// an answer.
    var keepsPlaceUntil = NIODeadline.distantPast

    /// - Parameter site: has its place among the connections that are no pages'.
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

    /// A request is answered: the next one may be as long, and take as long to come.
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

    /// The connection is a WebSocket from here on.
    ///
    /// - Parameter isLetIn: whether it has a page's place; else it keeps its own until it is closed.
    func becomePage(isLetIn: Bool) {
        isPage = true
        timeout?.cancel()
        if isLetIn { site.remove(self) }
    }

    /// Ends the connection at once: a newer one takes its place.
    func cut() { context?.close(promise: nil) }

    /// Writes bytes as they are.
    func write(_ bytes: ByteBuffer, _ completion: @escaping () -> Void) {
        guard let context else { return }
        let promise = context.eventLoop.makePromise(of: Void.self)
        promise.futureResult.assumeIsolated().whenSuccess(completion)
        context.writeAndFlush(Self.wrapOutboundOut(bytes), promise: promise)
    }
}
