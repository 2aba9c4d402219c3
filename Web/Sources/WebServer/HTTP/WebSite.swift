import LinuxIO
import NIOCore
import NIOHTTP1

/// Answers requests by their path, and decides which connections and pages are accepted.
final class WebSite {
    /// The path of the WebSocket.
    static let gestures = "/gestures"
    /// How long the daemon may take to answer for `/healthz` and `/metrics`.
    private static let daemonTimeout = TimeAmount.seconds(1)

    let hub: WebHub
    let policy: AccessPolicy
    private let files: PageFiles
    private let status: StatusCache
    /// Connections without a page, the oldest first.
    private var pagelessConnections: [ConnectionHandler] = []

    init(_ hub: WebHub, _ policy: AccessPolicy, _ files: PageFiles) {
        self.hub = hub
        self.policy = policy
        self.files = files
        status = StatusCache(hub, timeout: Self.daemonTimeout)
    }

    // MARK: Connections

    /// Adds a connection without a page.
    ///
    /// Any account of the machine could open the maximum number and keep them, so the newest
    /// replaces the oldest. A connection that is being answered is protected, but only for a second:
    /// otherwise 64 clients that do not read would stay, and each new connection would replace the
    /// one before it. Connections with accepted pages do not count.
    func open(_ connection: ConnectionHandler) {
        let now = NIODeadline.now()
        if pagelessConnections.count >= WebLimits.pagelessConnections,
            let oldest = pagelessConnections.first(where: { $0.protectedUntil <= now })
                ?? pagelessConnections.first
        {
            hub.counters.count(.connections)
            hub.log.refusal(
                .connections,
                "a connection is closed for a newer one: \(pagelessConnections.count) are open")
            remove(oldest)
            oldest.cut()
        }
        pagelessConnections.append(connection)
    }

    /// Removes a connection that has ended, or has become a page.
    func remove(_ connection: ConnectionHandler) {
        pagelessConnections.removeAll { $0 === connection }
    }

    // MARK: Pages

    /// Whether a request for a WebSocket is accepted; if not, `answer` explains why.
    func upgrades(_ head: HTTPRequestHead) -> Bool {
        // RFC 6455, 4.1.
        head.method == .GET && head.version == .http1_1 && head.path == Self.gestures
            && policy.problem(ofHosts: head.values("Host")) == nil
            && policy.answer(forOrigins: head.values("Origin")) != .missing
    }

    /// Why a page is closed right after it has connected; `nil` if it is accepted.
    ///
    /// A browser tells a page the reason of a close, but not the HTTP answer that refuses a
    /// WebSocket.
    func refusal(of head: HTTPRequestHead) -> PageHandler.Refusal? {
        if case .refused(let sentence) = policy.answer(forOrigins: head.values("Origin")) {
            hub.counters.count(.origin)
            hub.log.refusal(.origin, sentence)
            return PageHandler.Refusal(code: 1008, sentence: sentence)
        }
        guard hub.pages.count < hub.options.maxPages else {
            hub.counters.count(.pages)
            let sentence = "\(hub.options.maxPages) pages are connected, the maximum"
            hub.log.refusal(.pages, "a page is refused: \(sentence)")
            return PageHandler.Refusal(code: 1013, sentence: sentence)
        }
        return nil
    }

    // MARK: Answers

    /// Answers a request, immediately or later.
    func answer(
        _ head: HTTPRequestHead, _ path: String, _ send: @escaping (HTTPHandler.Answer) -> Void
    ) {
        if let refusal = refusedAnswer(head, path) { return send(refusal) }
        switch path {
        case "/healthz": health(send)
        case "/metrics": metrics(head, send)
        default: send(file(head, path))
        }
    }

    private func refusedAnswer(_ head: HTTPRequestHead, _ path: String) -> HTTPHandler.Answer? {
        if let sentence = policy.problem(ofHosts: head.values("Host")) {
            hub.counters.count(.host)
            hub.log.refusal(.host, sentence)
            return .text(.misdirectedRequest, sentence)
        }
        guard head.method == .GET || head.method == .HEAD else {
            hub.counters.count(.method)
            var answer = HTTPHandler.Answer.text(.methodNotAllowed, "GET and HEAD are answered")
            answer.headers = [("Allow", "GET, HEAD")]
            return answer
        }
        return path == Self.gestures ? gesturesAnswer(head) : nil
    }

    /// The answer to a request for the WebSocket's path that is not a WebSocket, or has no origin.
    private func gesturesAnswer(_ head: HTTPRequestHead) -> HTTPHandler.Answer {
        switch policy.answer(forOrigins: head.values("Origin")) {
        case .refused(let sentence):
            hub.counters.count(.origin)
            hub.log.refusal(.origin, sentence)
            return .text(.forbidden, sentence)
        case .missing where head.headers.contains(name: "Upgrade"):
            hub.counters.count(.origin)
            let sentence = "a WebSocket needs an Origin; programs connect to the socket of gestured"
            hub.log.refusal(.origin, sentence)
            return .text(.forbidden, sentence)
        default:
            hub.counters.count(.request)
            var answer = HTTPHandler.Answer.text(
                .upgradeRequired, "this is a WebSocket of version 13: new WebSocket(...)")
            answer.headers = [("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13")]
            return answer
        }
    }

    private func file(_ head: HTTPRequestHead, _ path: String) -> HTTPHandler.Answer {
        guard let file = files[path] else {
            hub.counters.count(.path)
            return .text(.notFound, "there is no such page")
        }
        var answer = HTTPHandler.Answer(type: file.type, body: file.bytes)
        answer.headers = [("ETag", file.tag), ("Cache-Control", "no-cache")]
        let sharing = file.allowsAllOrigins ? "cross-origin" : "same-origin"
        answer.headers.append(("Cross-Origin-Resource-Policy", sharing))
        if file.allowsAllOrigins { answer.headers.append(("Access-Control-Allow-Origin", "*")) }
        if head.headers[canonicalForm: "If-None-Match"].contains(file.tag[...]) {
            answer.status = .notModified
            answer.body = []
        }
        return answer
    }

    // MARK: The daemon's state

    private func health(_ send: @escaping (HTTPHandler.Answer) -> Void) {
        status.get { state in
            switch state {
            case .failure(let problem): send(.text(.serviceUnavailable, problem.sentence))
            case .success(let state) where state.openDevices == 0:
                send(.text(.serviceUnavailable, "gestured answers, and no touchscreen is open"))
            case .success: send(.text(.ok, "ok"))
            }
        }
    }

    private func metrics(
        _ head: HTTPRequestHead, _ send: @escaping (HTTPHandler.Answer) -> Void
    ) {
        let format = MetricsFormat(accept: head.headers["Accept"])
        status.get { [hub] state in
            var text = MetricsText(format)
            text.append(daemon: try? state.get())
            text.append(hub)
            var answer = HTTPHandler.Answer(type: format.type, body: text.finish())
            answer.headers = [("Cache-Control", "no-store")]
            send(answer)
        }
    }
}

extension HTTPRequestHead {
    /// The path without a query.
    var path: String { String(uri.prefix { $0 != "?" && $0 != "#" }) }

    /// The values of a field, without surrounding blanks, which are not part of them (RFC 9110,
    /// 5.5).
    func values(_ name: String) -> [String] { headers[name].map(Self.withoutBlanks) }

    private static func withoutBlanks(_ value: String) -> String {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let trimmed = value.utf8.drop(while: isBlank)
        guard let last = trimmed.lastIndex(where: { !isBlank($0) }) else { return "" }
        return String(value[trimmed.startIndex...last])
    }
}
