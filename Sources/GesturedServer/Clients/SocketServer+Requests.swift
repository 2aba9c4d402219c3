import GestureSettings
import GestureWire
import LinuxIO
import Logging
import SystemPackage
import TouchCore
import TouchDevices

/// Requests of clients.
extension SocketServer {
    /// Disconnects a client that has not ended its request within the time limit.
    mutating func dropUnended(_ client: inout Client) {
        guard let began = client.input.began, now &- began >= limits.requestTimeoutUs,
            !client.isEnding, !client.isWaiting
        else { return }
        logDisconnect(
            client, "client \(client.serial) did not end its request in time: disconnected")
        client.cancelAllOpen(&recovery, now: now)
        client.isEnding = true
    }

    /// Answers a line, or refuses what exceeds a limit.
    mutating func answer(
        _ outcome: RequestInput.Outcome, _ client: inout Client
    ) -> RequestInput.Verdict {
        // The count of the line towards the requests per second: a whole request, by default.
        var tenths = 10
        switch outcome {
        case .line(let line):
            let request = Request(line)
            logger.trace(
                "client \(client.serial): \(escapedText(String(decoding: line, as: UTF8.self)))")
            let units = cost(of: request, bytes: line.count)
            charge(units, to: &client)
            tenths = RequestCost.tenths(try? request.operation.get())
            if units <= RequestBudget.longestDebt || !request.isValid {
                answer(request, &client)
            } else {
                let message = "it costs \(units) units, more than a user has in a second"
                refuse(RequestError(.lineTooLong, message), &client)
            }
        case .tooLong:
            let maximum = limits.requestBytes
            refuse(RequestError(.lineTooLong, "a request has at most \(maximum) bytes"), &client)
        case .tooMany:
            let maximum = limits.requestsPerSecond
            refuse(RequestError(.tooManyRequests, "at most \(maximum) requests a second"), &client)
        }
        return RequestInput.Verdict(
            continues: !client.isBackpressured && isOpen(for: client), tenths: tenths)
    }

    /// Replies with `error`, and closes the connection once the client has read that.
    private mutating func refuse(_ error: RequestError, _ client: inout Client) {
        logDisconnect(client, "client \(client.serial) is disconnected: \(error.message)")
        client.cancelAllOpen(&recovery, now: now)
        body.removeAll()
        body.appendReply(to: nil, error)
        body.withUnsafeBytes { client.end(with: $0, &recovery, now: now) }
    }

    /// Closes the connection of a client that passes descriptors. No request needs one, and the loop
    /// must not read and close any: that may take as long as their sender wants.
    private mutating func refuseDescriptors(_ client: inout Client) {
        logDisconnect(client, "client \(client.serial) passes descriptors: disconnected")
        client.cancelAllOpen(&recovery, now: now)
        body.removeAll()
        body.appendBye(.descriptors)
        body.withUnsafeBytes { client.end(with: $0, &recovery, now: now) }
    }

    private mutating func answer(_ request: Request, _ client: inout Client) {
        body.removeAll()
        do throws(RequestError) {
            try perform(request.operation.get(), for: request.id, &client)
        } catch {
            logger.trace("client \(client.serial) is refused: \(escapedText(error.message))")
            body.appendReply(to: request.id, error)
        }
        body.withUnsafeBytes { client.send(.reply, $0, &recovery, now: now) }
        if case .success(.subscribe) = request.operation { sendConditions(to: &client) }
    }

    /// Sends the conditions that are still in force, to a client that subscribes to `health`.
    private mutating func sendConditions(to client: inout Client) {
        if let (report, us) = standing.configuration {
            sendHealth(report, of: nil, at: us, to: &client)
        }
        for (device, adaptation) in standing.adaptations.sorted(by: { $0.key < $1.key }) {
            guard let report = adaptation.report else { continue }
            // No line of a device is older than the one before.
            let us = max(adaptation.us, client.earliestTimestamp(of: device).microseconds)
            sendHealth(report, of: device, at: us, to: &client)
        }
    }

    /// Performs the operation and encodes the reply.
    private mutating func perform(
        _ operation: Request.Operation, for id: RequestID?, _ client: inout Client
    ) throws(RequestError) {
        switch operation {
        case .ping:
            body.appendReply(to: id)
        case .status:
            body.appendReply(to: id, status)
        case .zones:
            body.appendReply(to: id, zonePlacements)
        case .setOutput(let report):
            body.appendReply(to: id, warning: try setOutput(report, client))
        case .subscribe(let subscription):
            try checkTopics(of: subscription)
            client.activate(activeSubscription(subscription, of: client.serial))
            client.hasSubscribed = true
            areWantsStale = true
            wantsContacts = wantsContacts || client.activeSubscription.includesContacts
            wantsExplanations =
                wantsExplanations || client.activeSubscription.includesExplanations
            wantsActivity = wantsActivity || client.activeSubscription.dependsOnActivity
            body.appendReply(
                to: id, warning: zones.warning(of: subscription, for: client.serial))
        case .addZone(let members):
            try addZone(members, &client)
            body.appendReply(to: id)
        case .moveZone(let name, let members):
            // Checked first, so that nothing is parsed for a client that has no such zone.
            guard zones.has(name, of: client.serial) else { throw Self.noZone(name) }
            let rect = try ZoneRequest.readRect(members, with: zoneReader)
            zones.move(name, to: rect, of: client.serial)
            body.appendReply(to: id)
        case .removeZone(let name):
            guard let handle = zones.remove(name, of: client.serial) else {
                throw Self.noZone(name)
            }
            client.activeSubscription.remove(handle)
            body.appendReply(to: id)
        }
    }

    private static func noZone(_ name: String) -> RequestError {
        RequestError(
            .unknownZone, "this connection has no zone named \"\(name)\"", member: "name")
    }

    private mutating func addZone(_ members: [JSONMember], _ client: inout Client)
        throws(RequestError)
    {
        guard configuration.clients.zones else {
            throw RequestError(.notPermitted, "the configuration lets no client add zones")
        }
        let zone = try ZoneRequest.read(members, with: zoneReader)
        guard !zones.contains(named: zone.name, for: client.serial) else {
            throw RequestError(
                .invalidValue, "there is a zone named \"\(zone.name)\" already", member: "name")
        }
        let maximum = configuration.clients.maxZones
        guard zones.count(of: client.serial) < maximum else {
            throw RequestError(.tooManyZones, "a connection has at most \(maximum) zones")
        }
        guard zones.hasRoom else {
            let maximum = GestureConfiguration.zoneLimit
            throw RequestError(.tooManyZones, "all clients together have at most \(maximum) zones")
        }
        let added = zones.add(zone, of: client.serial)
        updateEncoder { $0.add(zone, as: added.handle) }
        client.activeSubscription.add(added)
    }

    /// Compiles a subscription for the present configuration and devices.
    func activeSubscription(_ subscription: Subscription, of serial: UInt64) -> ActiveSubscription {
        var activeSubscription = ActiveSubscription(subscription, configuration, devices)
        for added in zones.all where added.owner == serial { activeSubscription.add(added) }
        return activeSubscription
    }

    /// Changes the zones that the encoder of lines has.
    mutating func updateEncoder(_ change: (inout GestureLineEncoder) -> Void) {
        change(&recovery.encoder)
    }

    private var status: DaemonStatus {
        var status = DaemonStatus()
        status.uptimeUs = now &- startedUs
        status.clients = clientCount
        status.devices = devices.count
        status.frames = counters.frames
        status.gestures = counters.gestures.total
        status.dropped = counters.dropped
        status.wakeups = counters.wakeups
        status.latency = counters.latency.summary
        status.configuration = DaemonStatus.ConfigurationOrigin(configuration.origin)
        // If no client waits for `idle`, no turn may have called `becomeIdle` yet.
        status.activity = idleTime ?? .max <= now ? .idle : touches.state
        status.lastTouchUs = touches.lastTouch(at: hasClock ? now : nil)
        status.gesturesByKind = counters.gestures.byKind
        status.gesturesByZone = counters.gestures.byZone
        status.lineLatency = hasClock ? counters.lineLatency.summary : nil
        status.contacts = DaemonStatus.Contacts(counters)
        status.configurationPath = configuration.file?.path
        status.configurationDigest = configuration.file?.digest
        status.isConfigurationRefused = standing.configuration != nil
        status.version = gesturedVersionText
        return status
    }
}

extension DaemonStatus.Contacts {
    fileprivate init(_ counters: ServerCounters) {
        let refused = counters.contacts.refused
        self.init()
        landed = counters.contacts.landed
        palms = refused.palms
        ghosts = refused.ghosts
        jumps = refused.jumps
        clamped = refused.clamped
        stuck = refused.stuck
        spikes = refused.spikes
        splits = refused.splits
        stitches = refused.stitches
        resynchronisations = counters.resynchronisations
    }
}

extension DaemonStatus.ConfigurationOrigin {
    fileprivate init(_ origin: ConfigurationOrigin) {
        self =
            switch origin {
            case .file: .file
            case .builtIn: .builtIn
            case .fallback: .fallback
            }
    }
}

/// When requests are read and answered: at once, or in turns with other connections of the user.
extension SocketServer {
    /// Reads and answers requests of a client; called once in a turn of the loop, so that a flood
    /// delays no other client. If its user's requests have cost too much, the client waits.
    mutating func handleInput(of client: inout Client) {
        guard !client.isBackpressured, !client.isWaiting else { return }
        guard isOpen(for: client) else { return beginWaiting(&client) }
        handleRequests(of: &client)
    }

    /// Whether requests of a client are answered now.
    func isOpen(for client: borrowing Client) -> Bool {
        let budget = budgets[client.peer.uid]
        return !budget.takesTurns && budget.opensAt <= now
            && client.ownBudget?.opensAt ?? .min <= now
    }

    /// The cost of answering a line, in units.
    private func cost(of request: Request, bytes: Int) -> Int64 {
        let zones = configuration.gestures.zones
        return RequestCost.answer(
            try? request.operation.get(), bytes: bytes,
            gestures: zones.reduce(0) { $0 + $1.gestures.count }, devices: devices.count)
    }

    private mutating func charge(_ units: Int64, to client: inout Client) {
        let share = client.ownBudget == nil ? 1 : RequestBudget.manyClients
        budgets[client.peer.uid].charge(
            units, share: share, throttling: &client.throttledUntil, now: now)
        client.ownBudget?.charge(units, now: now)
    }

    private mutating func beginWaiting(_ client: inout Client) {
        client.isWaiting = true
        client.input.beginWaiting()
        budgets[client.peer.uid].hasWaiting = true
        if client.isNext(at: now) { budgets[client.peer.uid].takesTurns = true }
    }

    /// Answers connections that wait, as far as their users' budgets allow.
    mutating func serveWaiting() {
        var userIndex = 0
        while let uid = budgets.nextWaiting(from: &userIndex) {
            while budgets[uid].opensAt <= now, let (index, isLast) = nextTurn(of: uid) {
                // If others wait, this connection is answered one line only.
                budgets[uid].takesTurns = !isLast
                withClients { clients, server in
                    clients[index].isWaiting = false
                    clients[index].input.endWaiting(now: server.now)
                    server.handleRequests(of: &clients[index])
                }
            }
            updateWaiting(of: uid)
        }
    }

    /// Updates which users wait, after clients have left.
    mutating func updateWaiting() {
        var userIndex = 0
        while let uid = budgets.nextWaiting(from: &userIndex) { updateWaiting(of: uid) }
    }

    private mutating func updateWaiting(of uid: UInt32) {
        let now = now
        let hasWaiting = clients.firstIndex { $0.isWaiting && $0.peer.uid == uid } != nil
        let takesTurns = clients.firstIndex { $0.isNext(at: now) && $0.peer.uid == uid } != nil
        budgets[uid].hasWaiting = hasWaiting
        budgets[uid].takesTurns = takesTurns
    }

    /// When the first waiting connection has its turn; `nil` if none waits.
    var nextTurn: Int64? {
        clients.minimum {
            guard $0.isWaiting, !$0.isBackpressured else { return nil }
            return max(budgets[$0.peer.uid].opensAt, $0.ownBudget?.opensAt ?? .min)
        }
    }

    /// The user's waiting connection that is answered next, and whether it is the only one.
    private mutating func nextTurn(of uid: UInt32) -> (index: Int, isLast: Bool)? {
        var next: (index: Int, throttledUntil: Int64)?
        var count = 0
        for index in 0..<clients.count {
            guard clients[index].isNext(at: now), clients[index].peer.uid == uid,
                !clients[index].isBackpressured, !clients[index].isGone
            else { continue }
            count += 1
            let throttledUntil = clients[index].throttledUntil
            if throttledUntil < next?.throttledUntil ?? .max { next = (index, throttledUntil) }
        }
        return next.map { ($0.index, count == 1) }
    }

    /// Answers lines that were read before, or reads more.
    private mutating func handleRequests(of client: inout Client) {
        // The input is moved out of the client meanwhile, so that requests can change the client.
        var input = RequestInput()
        swap(&input, &client.input)
        if input.hasUnread {
            input.resume(limits, now: now) { answer($0, &client) }
        } else {
            read(&input, of: &client)
        }
        input.settle()
        client.input = input
        if client.input.hasUnread, !client.isBackpressured {
            beginWaiting(&client)
        }
    }

    private mutating func read(_ input: inout RequestInput, of client: inout Client) {
        let count: Int
        do throws(Errno) {
            switch try client.descriptor.receive(into: connections.received) {
            case .nothing: return input.recordRead(isComplete: true)
            case .descriptors: return refuseDescriptors(&client)
            case .bytes(let read): count = read
            }
        } catch {
            client.isGone = true
            return
        }
        charge(RequestCost.read, to: &client)
        input.recordRead(isComplete: count < connections.received.count)
        if count == 0 {
            // epoll would report the end of the input in every turn: stop waiting for input, and
            // continue to write.
            client.isReading = false
            input.finish(limits, now: now) { answer($0, &client) }
        } else {
            let bytes = UnsafeRawBufferPointer(rebasing: connections.received[..<count])
            input.receive(bytes, limits, now: now) { answer($0, &client) }
        }
    }
}

extension Request {
    /// Whether the operation can be performed; otherwise the request costs only its parsing.
    fileprivate var isValid: Bool { (try? operation.get()) != nil }
}
