import NIOCore

/// The handler next to the socket: bounds what a connection sends before it is a page's, and writes the
/// bytes of a page past the codec.
final class ConnectionHandler: ChannelInboundHandler, ChannelOutboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let opened: () -> Bool
    private let closed: () -> Void
    private var context: ChannelHandlerContext?
    private var received = 0
    private var timeout: Scheduled<Void>?
    private var isPage = false
    private var isCounted = false

    /// - Parameters:
    ///   - opened: counts the connection; whether there is room for it.
    ///   - closed: its end, where it was counted.
    init(opened: @escaping () -> Bool, closed: @escaping () -> Void) {
        self.opened = opened
        self.closed = closed
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
    }

    func channelActive(context: ChannelHandlerContext) {
        isCounted = opened()
        guard isCounted else { return context.close(promise: nil) }
        awaitRequest()
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        timeout?.cancel()
        if isCounted { closed() }
        isCounted = false
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

    /// The connection is a page's from here on.
    func becomePage() {
        isPage = true
        timeout?.cancel()
    }

    /// Writes bytes as they are.
    func write(_ bytes: ByteBuffer, _ completion: @escaping () -> Void) {
        guard let context else { return }
        let promise = context.eventLoop.makePromise(of: Void.self)
        promise.futureResult.assumeIsolated().whenSuccess(completion)
        context.writeAndFlush(Self.wrapOutboundOut(bytes), promise: promise)
    }
}
