import GestureClient
import GestureWire
import LinuxIO
import NIOCore

/// Connects pages to the daemon over few connections.
///
/// One connection has the lines of all pages, which are filtered here for each; the zones of pages
/// are on others (`ZonePool`). Everything runs on one event loop.
final class WebHub {
    /// A subscription that has not been sent to the daemon.
    struct PendingSubscription {
        let page: Int
        let subscription: Subscription
        /// Its request; `nil` if the page has just connected.
        let request: Request?
    }

    /// The event loop of everything.
    let loop: any EventLoop
    /// The options of the command line.
    let options: WebOptions
    /// The log for operators.
    let log: WebLog
    /// The counters for `/metrics`.
    var counters = WebCounters()
    /// Connected pages, by their numbers.
    private(set) var pages: [Int: PageSession] = [:]
    private var lastPage = 0

    /// The connection that all pages share; `nil` if it is not needed.
    private(set) var shared: Upstream?
    /// Zones of pages, on separate connections. Their names have a prefix that no other program
    /// uses.
    private(set) lazy var zones = ZonePool(
        prefix: "web-\(String(UInt32.random(in: 0x1000...0xFFFF), radix: 16))-",
        limit: WebLimits.upstreams - 1
    ) { [unowned self] in makeUpstream() }
    /// The current subscription of the shared connection.
    private var standing = UnionSubscription.initial
    private var (hasSubscribed, isSubscribing, willSubscribe) = (false, false, false)
    /// Topics of pages that the daemon no longer permits.
    private var denied: Set<Subscription.Topic> = []
    /// Whether pending subscriptions are requested separately, because one of them was refused.
    private var splits = false
    /// Subscriptions that have not been sent to the daemon.
    var pending: [PendingSubscription] = []
    /// Queries whose answer several pages can share, by type.
    private var questions: [String: [Upstream.Completion]] = [:]
    private var asked: [String: [Upstream.Completion]] = [:]
    /// Finds out which touchscreens are present, after lines were lost.
    var deviceProbe: DeviceProbe?
    /// Whether more lines were lost during that.
    var asksDevicesAgain = false
    /// The callbacks that wait for the shared connection.
    var probes: [(Result<Upstream, WebProblem>) -> Void] = []
    private var lastUseUs: Int64 = 0
    /// How long an unused connection is kept, in microseconds.
    private static let idleUs: Int64 = 60_000_000

    init(loop: any EventLoop, options: WebOptions, log: WebLog) {
        self.loop = loop
        self.options = options
        self.log = log
    }

    /// The number of connections to the daemon.
    var upstreamCount: Int { (shared == nil ? 0 : 1) + zones.connectionCount }

    // MARK: Pages

    /// Adds a page whose WebSocket is open.
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

    /// Removes a page whose connection has ended.
    func leave(_ page: PageSession) {
        guard pages.removeValue(forKey: page.id) != nil else { return }
        counters.dropped.addClamped(page.lines.droppedLines)
        pending.removeAll { $0.page == page.id }
        zones.removeAll(of: page.id)
        subscribe()
    }

    /// Disconnects pages that read nothing, and an unused connection; called twice a second.
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

    /// Ends every page and connection, because the program ends.
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

    /// Makes the shared connection if it does not exist.
    private func use() {
        lastUseUs = SystemClock.monotonicUs
        if shared == nil { shared = makeUpstream() }
    }

    private func makeUpstream() -> Upstream {
        let upstream = Upstream(loop: loop, owner: self)
        // Deferred, so that a failure is reported after the caller has stored the connection.
        loop.assumeIsolated().execute { upstream.connect(self.options.socket) }
        return upstream
    }

    /// Resets the state of the shared connection.
    func forgetShared() {
        shared = nil
        standing = .initial
        denied = []
        (hasSubscribed, isSubscribing, splits) = (false, false, false)
    }

    /// Calls `take` with the shared connection once the daemon has greeted, or with the problem.
    func withShared(_ take: @escaping (Result<Upstream, WebProblem>) -> Void) {
        use()
        if let shared, shared.isReady { take(.success(shared)) } else { probes.append(take) }
    }

    /// Sends a query without side effects, and shares the answer with all equal ones made
    /// meanwhile.
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

    /// Sends the union of all subscriptions to the daemon, after the available bytes have been
    /// read, so that many pages share one request.
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
        // A recording may wait for the first subscription: it is only sent if a page has requested
        // one.
        let isAsked = batch.contains { $0.request != nil }
        let needsRequest =
            wanted != standing && (hasSubscribed || isAsked) || isAsked && !hasSubscribed
            || batch.contains { !$0.privileges.isEmpty }
        guard needsRequest else {
            batch.forEach(confirm)
            // Replaced subscriptions may have been the only ones for some topics.
            if !pending.isEmpty || !batch.isEmpty { subscribe() }
            return
        }
        request(wanted, for: batch)
    }

    /// All pending subscriptions; after a refusal, those at the front that the daemon permits or
    /// refuses together.
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
                // Topics of an earlier page were permitted when it subscribed, and no longer are.
                self.denied = wanted.topics.intersection(UnionSubscription.permitted)
                var less = wanted
                less.topics.subtract(self.denied)
                return less == wanted
                    ? batch.forEach { self.refuse($0, reply) } : self.request(less, for: batch)
            }
            self.subscribe()
        }
    }

    /// Applies the filter of a page from now on.
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
    /// The topics that the daemon may refuse.
    fileprivate var privileges: Set<Subscription.Topic> {
        subscription.topics.intersection(UnionSubscription.permitted)
    }
}

extension UpstreamReply {
    /// The reply for the page that made the request.
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

/// A problem as a sentence.
struct WebProblem: Error {
    /// The sentence, without a full stop.
    let sentence: String

    init(_ sentence: String) {
        self.sentence = sentence
    }
}
