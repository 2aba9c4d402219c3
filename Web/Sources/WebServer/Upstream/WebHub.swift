import GestureClient
import GestureWire
import LinuxIO
import NIOCore

/// Pages on one side, a few connections to the daemon on the other.
///
/// One connection has the lines of all pages, which are filtered here for each; zones of pages are on
/// others (`ZonePool`). Everything happens on one event loop.
final class WebHub {
    /// A subscription that waits for the daemon.
    struct PendingSubscription {
        let page: Int
        let subscription: Subscription
        /// Its request; `nil`: the page has just come.
        let request: Request?
    }

    /// Where everything happens.
    let loop: any EventLoop
    /// What the command line asks for.
    let options: WebOptions
    /// Where lines for operators go.
    let log: WebLog
    /// What is counted for `/metrics`.
    var counters = WebCounters()
    /// Pages that are connected, by their numbers.
    private(set) var pages: [Int: PageSession] = [:]
    private var lastPage = 0

    /// The connection that all pages share; `nil`: nobody needs it.
    private(set) var shared: Upstream?
    /// Zones of pages, on connections of their own. Names begin with what no other program chooses.
    private(set) lazy var zones = ZonePool(
        prefix: "web-\(String(UInt32.random(in: 0x1000...0xFFFF), radix: 16))-",
        limit: WebLimits.upstreams - 1
    ) { [unowned self] in makeUpstream() }
    /// What the daemon sends on the shared connection.
    private var standing = UnionSubscription.initial
    private var (hasSubscribed, isSubscribing, willSubscribe) = (false, false, false)
    /// What pages ask for that the daemon has ceased to permit.
    private var denied: Set<Subscription.Topic> = []
    /// Those that wait are asked for apart, for one of them was refused.
    private var splits = false
    /// Subscriptions that the daemon has not been asked for.
    var pending: [PendingSubscription] = []
    /// Questions that several pages can share the answer of, by their type.
    private var questions: [String: [Upstream.Completion]] = [:]
    private var asked: [String: [Upstream.Completion]] = [:]
    /// Finds out which touchscreens there are, where lines were lost.
    var deviceProbe: DeviceProbe?
    /// More lines were lost while that was found out.
    var asksDevicesAgain = false
    /// Who waits for the shared connection.
    var probes: [(Result<Upstream, WebProblem>) -> Void] = []
    private var lastUseUs: Int64 = 0
    /// A connection that nobody uses is kept for so long, in microseconds.
    private static let idleUs: Int64 = 60_000_000

    init(loop: any EventLoop, options: WebOptions, log: WebLog) {
        self.loop = loop
        self.options = options
        self.log = log
    }

    /// Connections to the daemon that there are.
    var upstreamCount: Int { (shared == nil ? 0 : 1) + zones.connectionCount }

    // MARK: Pages

    /// Takes in a page whose WebSocket is open.
    func join(_ channel: any PageChannel) -> PageSession {
        lastPage += 1
        let page = PageSession(
            id: lastPage, channel: channel, loop: loop, queueBytes: WebLimits.queueBytes
        ) { [unowned self] in counters.lines += UInt64($0) }
        page.resumeRequests = { [weak self, weak page] in
            if let self, let page { self.answerNext(page) }
        }
        pages[page.id] = page
        pending.append(
            PendingSubscription(page: page.id, subscription: Subscription(), request: nil))
        use()
        subscribe()
        return page
    }

    /// Lets go of a page whose connection has ended.
    func leave(_ page: PageSession) {
        guard pages.removeValue(forKey: page.id) != nil else { return }
        counters.dropped.addClamped(page.lines.droppedLines)
        pending.removeAll { $0.page == page.id }
        zones.removeAll(of: page.id)
        subscribe()
    }

    /// Disconnects the pages that take nothing, and a connection that nobody uses; twice a second.
    func tick() {
        let now = SystemClock.monotonicUs
        for page in pages.values {
            guard let since = page.writingSinceUs, now - since > WebLimits.patienceUs else {
                continue
            }
            if !page.isEnding {
                endSlow(page)
            } else if now - since > WebLimits.patienceUs + WebLimits.endingUs {
                page.channel?.cut()
            }
        }
        if !pages.isEmpty { lastUseUs = now }
        if pages.isEmpty, probes.isEmpty, let shared, now - lastUseUs > Self.idleUs {
            shared.close()
            forgetShared()
        }
    }

    private func endSlow(_ page: PageSession) {
        counters.count(.tooSlow)
        log.refusal(.tooSlow, "page \(page.id) takes nothing and is disconnected")
        page.end(
            reason: "overflow", bye: ByeReason.tooSlow.rawValue, 1008,
            "too slow: this page took nothing for 5 s; connect again, and ask for fewer lines",
            drops: true)
    }

    /// Ends every page and connection: the program ends.
    func stop() {
        for page in pages.values {
            page.end(
                reason: "shutdown", bye: ByeReason.shutdown.rawValue, 1001,
                "gestured-web ends: connect again later")
        }
        shared?.close()
        zones.close()
    }

    // MARK: The shared connection

    /// The shared connection, begun where there is none.
    private func use() {
        lastUseUs = SystemClock.monotonicUs
        if shared == nil { shared = makeUpstream() }
    }

    private func makeUpstream() -> Upstream {
        let upstream = Upstream(loop: loop, owner: self)
        // Not at once: a failure is reported to who has taken note of the connection.
        loop.assumeIsolated().execute { upstream.connect(self.options.socket) }
        return upstream
    }

    /// Nobody has the shared connection any more.
    func forgetShared() {
        shared = nil
        standing = .initial
        denied = []
        (hasSubscribed, isSubscribing, splits) = (false, false, false)
    }

    /// Calls `take` with the shared connection once the daemon has greeted, or with what is wrong.
    func withShared(_ take: @escaping (Result<Upstream, WebProblem>) -> Void) {
        use()
        if let shared, shared.isReady { take(.success(shared)) } else { probes.append(take) }
    }

    /// Asks what has no effect, and shares the answer with all who ask the same meanwhile.
    func ask(_ type: String, _ completion: @escaping Upstream.Completion) {
        questions[type, default: []].append(completion)
        sendQuestion(type)
    }

    private func sendQuestion(_ type: String) {
        guard asked[type] == nil, let waiting = questions.removeValue(forKey: type) else { return }
        use()
        guard let shared else { return waiting.forEach { $0(nil) } }
        asked[type] = waiting
        shared.request({ id in
            Array(#"{"type":"\#(type)","id":\#(id)}"#.utf8) + [UInt8(ascii: "\n")]
        }) { [weak self] reply in
            self?.asked.removeValue(forKey: type)?.forEach { $0(reply) }
            self?.sendQuestion(type)
        }
    }
}

// MARK: - Subscriptions

extension WebHub {
    /// Queues a page's `subscribe`.
    func subscribe(_ page: PageSession, _ subscription: Subscription, _ request: Request) {
        pending.append(
            PendingSubscription(page: page.id, subscription: subscription, request: request))
        subscribe()
    }

    /// Asks the daemon for what all pages together ask for, once what is there has been read: many pages
    /// share one request.
    func subscribe() {
        guard !willSubscribe else { return }
        willSubscribe = true
        loop.assumeIsolated().execute {
            self.willSubscribe = false
            self.subscribeNow()
        }
    }

    private func subscribeNow() {
        guard !isSubscribing, let shared, shared.isReady else { return }
        let batch = nextBatch()
        var wanted = UnionSubscription()
        for page in pages.values where page.isJoined && !page.isEnding {
            wanted.form(page.lines.active.subscription)
        }
        wanted.topics.subtract(denied)
        for entry in batch { wanted.form(entry.subscription) }
        // A recording may wait for the first subscription: what nobody asked for is not sent.
        let isAsked = batch.contains { $0.request != nil }
        let needsRequest =
            wanted != standing && (hasSubscribed || isAsked) || isAsked && !hasSubscribed
            || batch.contains { !$0.privileges.isEmpty }
        guard needsRequest else {
            batch.forEach(confirm)
            // What pages had until now nobody may ask for any more.
            if !pending.isEmpty || !batch.isEmpty { subscribe() }
            return
        }
        request(wanted, for: batch)
    }

    /// All that wait; after a refusal those at first that the daemon permits or refuses together.
    private func nextBatch() -> [PendingSubscription] {
        guard let first = pending.first else {
            splits = false
            return []
        }
        let end =
            splits
            ? pending.firstIndex { $0.privileges != first.privileges } ?? pending.endIndex
            : pending.endIndex
        defer { pending.removeFirst(end) }
        return Array(pending[..<end])
    }

    private func request(_ wanted: UnionSubscription, for batch: [PendingSubscription]) {
        isSubscribing = true
        shared?.request({ wanted.request(id: $0) }) { [weak self] reply in
            guard let self, let reply else { return }
            self.isSubscribing = false
            if reply.isDone {
                (self.standing, self.hasSubscribed) = (wanted, true)
                self.denied.subtract(wanted.topics)
                batch.forEach(self.confirm)
            } else if batch.contains(where: { $0.privileges != batch[0].privileges }) {
                (self.pending, self.splits) = (batch + self.pending, true)
            } else if batch.contains(where: { !$0.privileges.isEmpty }) {
                batch.forEach { self.refuse($0, reply) }
            } else {
                // What an earlier page had was permitted then, and is no longer.
                self.denied = wanted.topics.intersection(UnionSubscription.permitted)
                var less = wanted
                less.topics.subtract(self.denied)
                return less == wanted
                    ? batch.forEach { self.refuse($0, reply) } : self.request(less, for: batch)
            }
            self.subscribe()
        }
    }

    /// The filter of a page holds from here on.
    private func confirm(_ entry: PendingSubscription) {
        guard let page = pages[entry.page], let shared else { return }
        page.lines.adopt(entry.subscription, shared.devices)
        if let request = entry.request {
            page.reply { $0.appendReply(to: request.id) }
            finishRequest(page)
        } else {
            greet(page, shared)
        }
    }

    private func refuse(_ entry: PendingSubscription, _ reply: UpstreamReply) {
        guard let page = pages[entry.page], let request = entry.request else { return }
        page.reply(reply.line(for: request.id))
        finishRequest(page)
    }

    private func greet(_ page: PageSession, _ shared: Upstream) {
        var hello = LineBuffer(capacity: 512)
        hello.appendHello(
            server: shared.server, bootID: shared.bootID, monotonicUs: SystemClock.monotonicUs,
            realtimeUs: SystemClock.realtimeUs)
        page.lines.send(unnumbered: hello.withUnsafeBytes { Array($0.dropLast()) })
        for device in shared.devices {
            page.lines.send(
                "device",
                body: Array(#","change":"present","device":"#.utf8) + device.object
                    + [UInt8(ascii: "}")])
        }
        page.lines.send(
            "snapshot_end", body: Array(#","devices":\#(shared.devices.count)}"#.utf8))
        page.isJoined = true
        page.flush()
        answerNext(page)
    }
}

extension WebHub.PendingSubscription {
    /// What of it the daemon may refuse.
    fileprivate var privileges: Set<Subscription.Topic> {
        subscription.topics.intersection(UnionSubscription.permitted)
    }
}

extension UpstreamReply {
    /// The reply as the page gets it that made the request.
    func line(for id: RequestID?) -> [UInt8] {
        var text = LineBuffer(capacity: 256)
        text.append(#"{"type":"reply""#)
        switch id {
        case .integer(let id):
            text.append(#","id":"#)
            text.append(integer: id)
        case .string(let id):
            text.append(#","id":"#)
            text.append(string: id)
        case nil: break
        }
        return text.withUnsafeBytes { Array($0) } + rest
    }
}

/// A sentence of what is wrong.
struct WebProblem: Error {
    /// The sentence, without a full stop.
    let sentence: String

    init(_ sentence: String) {
        self.sentence = sentence
    }
}
