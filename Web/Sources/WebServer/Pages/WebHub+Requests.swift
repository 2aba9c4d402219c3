import GestureWire
import LinuxIO
import NIOCore

/// The requests of pages: one at a time per page, so that replies stay in order.
extension WebHub {
    /// Processes a message of a page.
    func take(_ message: [UInt8], from page: PageSession) {
        guard !page.isEnding else { return }
        guard message.count < WebLimits.messageBytes else { return refuseLong(page) }
        let isMove =
            message.contains("move_zone") && Self.type(of: Self.members(of: message)) == "move_zone"
        guard page.requests.count(isMove: isMove, nowUs: SystemClock.monotonicUs) else {
            counters.count(.tooManyRequests)
            log.refusal(.tooManyRequests, "page \(page.id) is disconnected: too many requests")
            let error = RequestError(
                .tooManyRequests, "at most \(PageRequests.perSecond) requests a second")
            page.reply { $0.appendReply(to: nil, error) }
            return page.end(
                reason: "overflow", bye: nil, 1008,
                "too many requests: at most \(PageRequests.perSecond) a second")
        }
        page.requests.waiting.append(message)
        if page.requests.waiting.count >= PageRequests.limit { page.channel?.setReading(false) }
        answerNext(page)
    }

    /// Disconnects a page whose message is longer than a request may be.
    func refuseLong(_ page: PageSession) {
        counters.count(.message)
        log.refusal(.message, "page \(page.id) is disconnected: its message is too long")
        let error = RequestError(
            .lineTooLong, "a request has at most \(WebLimits.messageBytes) bytes")
        page.reply { $0.appendReply(to: nil, error) }
        page.end(
            reason: "overflow", bye: nil, 1009,
            "message too long: a request has at most \(WebLimits.messageBytes - 1) bytes")
    }

    /// Answers the first waiting request of a page, once the previous one is answered and the page
    /// reads.
    func answerNext(_ page: PageSession) {
        guard page.isJoined, !page.isEnding, !page.requests.isAnswering,
            !page.lines.isAboveSoftLimit, !page.requests.waiting.isEmpty
        else { return }
        let message = page.requests.waiting.removeFirst()
        if page.requests.waiting.count == PageRequests.limit / 2 { page.channel?.setReading(true) }
        page.requests.isAnswering = true
        answer(message, page)
    }

    /// Finishes a request, so that the next one can be answered.
    func finishRequest(_ page: PageSession) {
        page.requests.isAnswering = false
        // Not called directly: a page may have many requests that are answered immediately.
        loop.assumeIsolated().execute { self.answerNext(page) }
    }

    private func answer(_ message: [UInt8], _ page: PageSession) {
        let request = message.withUnsafeBytes { Request($0) }
        let members = Self.members(of: message)
        let type = Self.type(of: members)
        // The daemon decides about a move: it parses the rectangle.
        if type == "move_zone" { return move(members, request.id, page) }
        switch request.operation {
        case .failure(let error): refuse(error, request.id, page)
        case .success(.subscribe(let subscription)): check(subscription, request, page)
        case .success(.addZone(let rest)): add(rest, request, page)
        case .success(.removeZone(let name)): remove(name, request, page)
        case .success: forward(type ?? "ping", request, page)
        }
    }

    private static func members(of message: [UInt8]) -> [JSONMember] {
        let value = try? message.withUnsafeBytes { try JSONValue(parsing: $0) }
        if case .object(let members) = value { return members }
        return []
    }

    private static func type(of members: [JSONMember]) -> String? {
        members.first { $0.name == "type" }?.value.text
    }

    private func refuse(_ error: RequestError, _ id: RequestID?, _ page: PageSession) {
        page.reply { $0.appendReply(to: id, error) }
        finishRequest(page)
    }

    private func check(_ wanted: Subscription, _ request: Request, _ page: PageSession) {
        if wanted.topics.contains(.contact), !wanted.includesPositions {
            return refuse(
                RequestError(
                    .notPermitted, "contacts are positions, which are not published",
                    member: "events"), request.id, page)
        }
        subscribe(page, wanted, request)
    }

    /// Forwards a request to the daemon, shared with all pages that make the same one now.
    private func forward(_ type: String, _ request: Request, _ page: PageSession) {
        ask(type) { [weak self] reply in
            guard let self, let reply else { return }
            page.reply(reply.line(for: request.id))
            self.finishRequest(page)
        }
    }
}

// MARK: - Zones

extension WebHub {
    private func add(_ members: [JSONMember], _ request: Request, _ page: PageSession) {
        guard case .string(let name)? = members.first(where: { $0.name == "name" })?.value else {
            return refuse(
                RequestError(.invalidValue, "a zone needs name", member: "name"), request.id, page)
        }
        let owner = ZonePool.Owner(page: page.id, name: name)
        if let error = zoneProblem(owner) { return refuse(error, request.id, page) }
        guard let place = zones.reserve(owner) else {
            return refuse(
                RequestError(.tooManyZones, "gestured-web has as many zones as it may"), request.id,
                page)
        }
        let type = JSONMember(name: "type", value: .string("add_zone"))
        guard let text = Self.text([type] + members, place.name) else {
            zones.free(place.name, on: place.upstream, of: owner)
            return refuse(Self.tooLong, request.id, page)
        }
        place.upstream.request(text) { [weak self] reply in
            guard let self else { return }
            if reply?.isDone != true {
                self.zones.free(place.name, on: place.upstream, of: owner)
            }
            self.settle(reply, place.name, for: name, request.id, page)
        }
    }

    /// Writes a request with the daemon's name of a zone; `nil` if it is then longer than the
    /// daemon accepts, which would end the connection of all pages with zones there.
    private static func text(_ members: [JSONMember], _ name: String) -> ((Int64) -> [UInt8])? {
        let longest = RequestText.renamed(members, id: .max, name: name)
        guard longest.count <= WebLimits.messageBytes else { return nil }
        return { RequestText.renamed(members, id: $0, name: name) }
    }

    private static let tooLong = RequestError(
        .invalidValue, "the request leaves no room for the name by which gestured knows the zone")

    /// The error in a zone that the daemon would report but cannot detect here.
    private func zoneProblem(_ owner: ZonePool.Owner) -> RequestError? {
        guard RequestNames.isValid(owner.name) else {
            return RequestError(
                .invalidValue, "a name has 1 to 64 letters (A to Z), digits, _ . and -",
                member: "name")
        }
        if owner.name == "screen" || zones.find(owner) != nil {
            return RequestError(
                .invalidValue, "there is a zone named \"\(owner.name)\" already", member: "name")
        }
        guard zones.count(of: owner.page) < ZonePool.zonesPerConnection else {
            return RequestError(
                .tooManyZones, "a page has at most \(ZonePool.zonesPerConnection) zones")
        }
        return nil
    }

    private func remove(_ name: String, _ request: Request, _ page: PageSession) {
        let owner = ZonePool.Owner(page: page.id, name: name)
        guard let place = zones.find(owner) else {
            return refuse(Self.unknown(name), request.id, page)
        }
        place.upstream.request({ id in
            Array(#"{"type":"remove_zone","id":\#(id),"name":"\#(place.name)"}"#.utf8)
                + [UInt8(ascii: "\n")]
        }) { [weak self] reply in
            guard let self else { return }
            // If the connection has ended instead, the page ends with its zone.
            if reply != nil { self.zones.free(place.name, on: place.upstream, of: owner) }
            self.settle(reply, place.name, for: name, request.id, page)
        }
    }

    private func move(_ members: [JSONMember], _ id: RequestID?, _ page: PageSession) {
        let name = members.first { $0.name == "name" }?.value.text ?? ""
        guard let place = zones.find(ZonePool.Owner(page: page.id, name: name)) else {
            return refuse(Self.unknown(name), id, page)
        }
        guard let text = Self.text(members, place.name) else {
            return refuse(Self.tooLong, id, page)
        }
        place.upstream.request(cost: Upstream.moveCost, text) { [weak self] reply in
            self?.settle(reply, place.name, for: name, id, page)
        }
    }

    /// Forwards the daemon's reply; if it names the zone, with the page's name.
    private func settle(
        _ reply: UpstreamReply?, _ daemonName: String, for name: String, _ id: RequestID?,
        _ page: PageSession
    ) {
        if let reply {
            let line = String(decoding: reply.line(for: id), as: UTF8.self)
            page.reply(Array(line.replacing(daemonName, with: name).utf8))
        } else if pages[page.id] != nil, !page.isEnding {
            let error = RequestError(.tooManyZones, "gestured has no connection for the zone")
            page.reply { $0.appendReply(to: id, error) }
        }
        finishRequest(page)
    }

    private static func unknown(_ name: String) -> RequestError {
        RequestError(
            .unknownZone, "this connection has no zone named \"\(name.prefix(64))\"", member: "name"
        )
    }
}

/// The names of zones.
enum RequestNames {
    /// Whether the name of a zone is valid: 1 to 64 letters, digits, `_`, `.` and `-`.
    static func isValid(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                switch byte {
                case 48...57, 65...90, 97...122, UInt8(ascii: "_"), UInt8(ascii: "."),
                    UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}
