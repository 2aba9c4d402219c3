import Glibc
public import LinuxIO
import NIOCore
import NIOPosix
import Synchronization

/// The program: a socket of the loopback, one thread, and an end on SIGTERM or SIGINT.
public enum WebProgram {
    /// How long pages may take to read their last lines, in milliseconds.
    private static let endMs: UInt32 = 300
    /// The maximum time to wait for the loop at the end, in steps of 10 ms.
    private static let maximumWaitSteps = 200

    /// Serves until a signal ends it.
    ///
    /// - Throws: why it cannot serve.
    public static func run(_ options: WebOptions) throws(CommandError) {
        // Before the first thread: every thread inherits the blocked signals, and only `sigwait`
        // receives them.
        var signals = sigset_t()
        sigemptyset(&signals)
        // An ignored SIGINT must not be blocked: it would become pending and end the program.
        sigaddset(&signals, SIGTERM)
        if !ProcessSetup.ignores(SIGINT) { sigaddset(&signals, SIGINT) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)

        let inherited = try InheritedSocket.find()
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let hub = try start(options, inherited, on: group.any())
        let thread = try? group.any().submit { pthread_self() }.wait()
        ProcessSetup.releaseUnusedMemory()
        var number: Int32 = 0
        sigwait(&signals, &number)
        _ = signal(SIGUSR1, doNothing)
        stop(hub, on: group.any(), thread)
    }

    private static func start(
        _ options: WebOptions, _ inherited: InheritedSocket?, on loop: any EventLoop
    ) throws(CommandError) -> NIOLoopBound<WebHub> {
        let box = NIOLoopBoundBox<WebSite?>.makeEmptyBox(valueType: WebSite.self, eventLoop: loop)
        var served = options
        if let inherited { (served.address, served.port) = (inherited.address, inherited.port) }
        let options = served
        do {
            let hub = try loop.submit {
                let site = makeSite(options, on: loop)
                box.value = site
                return NIOLoopBound(site.hub, eventLoop: loop)
            }.wait()
            let bootstrap = bootstrap(on: loop, box)
            if let inherited {
                _ = try bootstrap.withBoundSocket(inherited.number).wait()
            } else {
                _ = try bootstrap.bind(host: options.address, port: Int(options.port)).wait()
            }
            try loop.submit { hub.value.log.notice(notice(of: options)) }.wait()
            return hub
        } catch {
            let reason = (error as? IOError)?.sentence ?? "\(error)"
            throw CommandError(
                .unavailable,
                """
                cannot listen at \(options.url): \(reason)
                  Another program may have the port: name one with --port
                """)
        }
    }

    /// The line of the log once the port is bound: the address, and the pages that may connect.
    private static func notice(of options: WebOptions) -> String {
        let pages =
            options.origins.map { "pages of \($0)" }
            + (options.allowsOwnPage ? ["its own pages"] : [])
        let allowed =
            pages.isEmpty
            ? "no page may connect: name one with --origin, or --own-page"
            : "\(pages.joined(separator: ", ")) may connect"
        return "gestured-web \(gesturedVersion) serves \(options.url); \(allowed)"
    }

    private static func makeSite(_ options: WebOptions, on loop: any EventLoop) -> WebSite {
        let log = WebLog(hasPriorities: environmentVariable("JOURNAL_STREAM") != nil)
        let files = PageFiles(options.pages)
        files.problems.forEach { log.warning($0) }
        let hub = WebHub(loop: loop, options: options, log: log)
        let policy = AccessPolicy(options)
        let bound = NIOLoopBound(hub, eventLoop: loop)
        loop.scheduleRepeatedTask(initialDelay: .milliseconds(500), delay: .milliseconds(500)) {
            _ in
            bound.value.tick()
        }
        return WebSite(hub, policy, files)
    }

    private static func bootstrap(
        on loop: any EventLoop, _ site: NIOLoopBoundBox<WebSite?>
    ) -> ServerBootstrap {
        ServerBootstrap(group: loop)
            .serverChannelOption(.backlog, value: 64)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    guard let site = site.value else { throw ChannelError.eof }
                    try WebPipeline.configure(channel, site)
                }
            }
            // The maximum that the kernel buffers for a slow page: old lines are useless.
            .childChannelOption(.socketOption(.so_sndbuf), value: 1 << 17)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            // A client that has closed its sending side is still answered.
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelOption(
                .recvAllocator,
                value: AdaptiveRecvByteBufferAllocator(minimum: 512, initial: 1024, maximum: 8192))
    }

    private static func stop(
        _ hub: NIOLoopBound<WebHub>, on loop: any EventLoop, _ thread: pthread_t?
    ) {
        perform(on: loop, thread) {
            hub.value.log.notice("gestured-web ends")
            hub.value.stop()
        }
        usleep(endMs * 1_000)
        perform(on: loop, thread) { hub.value.log.finish() }
    }

    /// Waits until the loop has run `body`, up to a limit.
    ///
    /// A process that serves in place of the daemon may have passed a descriptor whose close
    /// lingers in the loop's thread: signals interrupt such a close.
    private static func perform(
        on loop: any EventLoop, _ thread: pthread_t?, _ body: @escaping @Sendable () -> Void
    ) {
        let completion = Completion()
        loop.execute {
            body()
            completion.isDone.store(true, ordering: .releasing)
        }
        for _ in 0..<maximumWaitSteps where !completion.isDone.load(ordering: .acquiring) {
            if let thread { pthread_kill(thread, SIGUSR1) }
            usleep(10_000)
        }
    }

    private final class Completion: Sendable {
        let isDone = Atomic(false)
    }
}

/// A signal with a handler interrupts a blocking call; an ignored one does not.
private func doNothing(_: Int32) {}
