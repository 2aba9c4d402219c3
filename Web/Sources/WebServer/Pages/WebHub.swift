import LinuxIO
import NIOCore

/// The connected pages, each with a connection to the daemon of its own.
///
/// All connections are on one event loop.
final class WebHub {
    /// The event loop of all connections.
    let loop: any EventLoop
    /// The options of the command line.
    let options: WebOptions
    /// The log for operators.
    let log: WebLog
    /// The counters for `/metrics`.
    var counters = WebCounters()
    /// Memory for the bytes of one write, reused if the kernel accepts them at once.
    var scratch = ByteBuffer()
    /// Connected pages, by their numbers.
    private(set) var pages: [Int: PageSession] = [:]
    private var lastPageID = 0

    init(loop: any EventLoop, options: WebOptions, log: WebLog) {
        self.loop = loop
        self.options = options
        self.log = log
    }

    /// The number of connections of pages to the daemon.
    var connectionCount: Int { pages.values.count { !$0.isEnding } }

    /// Adds a page whose WebSocket is open.
    func join(_ channel: any PageChannel) -> PageSession {
        lastPageID += 1
        let page = PageSession(id: lastPageID, channel: channel, hub: self)
        pages[page.id] = page
        return page
    }

    /// Removes a page whose connection has ended.
    func leave(_ page: PageSession) {
        page.leave()
        pages[page.id] = nil
    }

    /// Disconnects pages that do not read their last lines; called twice a second.
    func tick() {
        let limit = SystemClock.monotonicUs - WebLimits.endingUs
        for page in pages.values where page.isEnding {
            if let since = page.writingSinceUs, since < limit { page.channel?.cut() }
        }
    }

    /// Ends every page at the end of the program.
    func stop() {
        for page in pages.values {
            page.end(
                1001, "gestured-web ends: connect again later", reason: "shutdown",
                bye: "shutdown")
        }
    }
}
