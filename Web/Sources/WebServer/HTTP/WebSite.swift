import LinuxIO
import NIOCore
import NIOHTTP1

/// What is served at which path, and to whom.
final class WebSite {
    /// The path of the WebSocket.
    static let gestures = "/gestures"
    /// How long the daemon may take to answer for `/healthz` and `/metrics`.
    private static let answerTime = TimeAmount.seconds(1)

    let hub: WebHub
    let policy: AccessPolicy
    private let files: PageFiles
    private let status: StatusCache
    /// Connections that there are.
    private var connections = 0

    init(_ hub: WebHub, _ policy: AccessPolicy, _ files: PageFiles) {
        self.hub = hub
        self.policy = policy
        self.files = files
        status = StatusCache(hub, time: Self.answerTime)
    }

    // MARK: Connections

    /// Counts a connection; whether there is room for it.
    func open() -> Bool {
        guard connections < hub.options.maxPages + WebLimits.otherConnections else {
            hub.counters.count(.connections)
            hub.log.refusal(.connections, "a connection is refused: \(connections) are open")
            return false
        }
        connections += 1
        return true
    }

    /// The end of a connection that was counted.
    func close() { connections -= 1 }

    // MARK: Pages

    /// Whether a request for a WebSocket is taken; where it is not, `answer` says why.
    func upgrades(_ head: HTTPRequestHead) -> Bool {
        head.path == Self.gestures && policy.problem(ofHosts: head.headers["Host"]) == nil
            && policy.answer(forOrigins: head.headers["Origin"]) != .missing
    }

    /// Why a page is closed as soon as it has come; `nil`: it is let in.
    ///
    /// A browser shows a page nothing of an answer that refuses the WebSocket, but the reason of a close.
    func refusal(of head: HTTPRequestHead) -> PageHandler.Refusal? {
        if case .refused(let sentence) = policy.answer(forOrigins: head.headers["Origin"]) {
            hub.counters.count(.origin)
            hub.log.refusal(.origin, sentence)
            return PageHandler.Refusal(code: 1008, sentence: sentence)
        }
        guard hub.pages.count < hub.options.maxPages else {
            hub.counters.count(.pages)
            let sentence = "\(hub.options.maxPages) pages are connected, which is the most"
            hub.log.refusal(.pages, "a page is refused: \(sentence)")
            return PageHandler.Refusal(code: 1013, sentence: sentence)
        }
        return nil
    }

    // MARK: Answers

    /// Answers a request, at once or soon.
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
        if let sentence = policy.problem(ofHosts: head.headers["Host"]) {
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

    /// What comes to the WebSocket's path and is none, or has no origin.
    private func gesturesAnswer(_ head: HTTPRequestHead) -> HTTPHandler.Answer {
        switch policy.answer(forOrigins: head.headers["Origin"]) {
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
        answer.headers.append(
            ("Cross-Origin-Resource-Policy", file.isForAll ? "cross-origin" : "same-origin"))
        if file.isForAll { answer.headers.append(("Access-Control-Allow-Origin", "*")) }
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
}
