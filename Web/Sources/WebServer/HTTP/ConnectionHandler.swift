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
    /// The number of bytes since the last request.
    private var receivedBytes = 0
    private var timeout: Scheduled<Void>?
    private var isPage = false
    /// Until this time the connection is protected, because the client may be reading an answer: it
    /// is closed for a newer one only if all are protected.
    var protectedUntil = NIODeadline.distantPast

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
            receivedBytes += Self.unwrapInboundIn(data).readableBytes
            guard receivedBytes <= WebLimits.requestBytes else {
                return context.close(promise: nil)
            }
        }
        context.fireChannelRead(data)
    }

    /// Resets the limits after a request: the next one may be as long, and take as long to arrive.
    func awaitRequest() {
        receivedBytes = 0
        timeout?.cancel()
        guard let context else { return }
        timeout = context.eventLoop.assumeIsolated().scheduleTask(
            in: .seconds(WebLimits.requestSeconds)
        ) { [weak self] in
            self?.context?.close(promise: nil)
        }
    }

    /// Handles that the connection has become a WebSocket.
    ///
    /// - Parameter isAccepted: whether it counts as a page; otherwise it counts as a connection
    ///   without a page until it is closed.
    func becomePage(isAccepted: Bool) {
        isPage = true
        timeout?.cancel()
        if isAccepted { site.remove(self) }
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
