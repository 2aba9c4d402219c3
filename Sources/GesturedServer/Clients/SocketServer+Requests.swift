import GestureSettings
import GestureWire
import Logging
import SystemPackage
import TouchCore

/// What clients ask for.
extension SocketServer {
    /// Parts with a client that does not end its request.
    func dropUnended(_ client: inout Client) {
        guard let began = client.input.began, now &- began >= limits.requestPatienceUs,
            !client.isEnding, !client.isWaiting
        else { return }
        noteSendingAway(client, "client \(client.serial) does not end its request and is sent away")
        client.breakOffAll(&losses, now: now)
        client.isEnding = true
    }

    /// Answers a line; whether the next one may be answered, too.
    func answer(_ outcome: RequestInput.Outcome, _ client: inout Client) -> Bool {
        switch outcome {
        case .line(let line):
            let request = Request(line)
            charge(request, bytes: line.count, to: &client)
            answer(request, &client)
        case .tooLong:
            let most = limits.requestBytes
            refuse(RequestError(.lineTooLong, "a request has at most \(most) bytes"), &client)
        case .tooMany:
            let most = limits.requestsPerSecond
            refuse(RequestError(.tooManyRequests, "at most \(most) requests a second"), &client)
        }
        return !client.isHeldUp && isOpen(for: client)
    }

    /// Closes the connection, once the client has read why.
    private func refuse(_ error: RequestError, _ client: inout Client) {
        noteSendingAway(client, "client \(client.serial) is sent away: \(error.message)")
        client.breakOffAll(&losses, now: now)
        body.removeAll()
        body.appendReply(to: nil, error)
        body.withUnsafeBytes { client.end(with: $0, &losses, now: now) }
    }

    private func answer(_ request: Request, _ client: inout Client) {
        body.removeAll()
        do throws(RequestError) {
            try perform(request.operation.get(), for: request.id, &client)
        } catch {
            body.appendReply(to: request.id, error)
        }
        body.withUnsafeBytes { client.tell(.reply, $0, &losses, now: now) }
        if case .success(.subscribe) = request.operation, let trouble {
            sendHealth(trouble.report, of: nil, at: trouble.us, to: &client)
        }
    }

    /// Does what is asked and makes the reply.
    private func perform(
        _ operation: Request.Operation, for id: RequestID?, _ client: inout Client
    ) throws(RequestError) {
        switch operation {
        case .ping:
            body.appendReply(to: id)
        case .status:
            body.appendReply(to: id, status)
        case .subscribe(let subscription):
            try checkTopics(of: subscription)
            client.adopt(hearing(subscription, of: client.serial))
            wantsContacts = wantsContacts || client.hearing.tellsContacts
            body.appendReply(to: id)
        case .addZone(let members):
            try addZone(members, &client)
            body.appendReply(to: id)
        case .removeZone(let name):
            guard let handle = zones.remove(name, of: client.serial) else {
                throw RequestError(
                    .unknownZone, "this connection has no zone named \"\(name)\"", member: "name")
            }
            client.hearing.remove(handle)
            body.appendReply(to: id)
        }
    }

    private func addZone(_ members: [JSONMember], _ client: inout Client) throws(RequestError) {
        guard configuration.clients.zones else {
            throw RequestError(.notPermitted, "the configuration lets no client add zones")
        }
        let zone = try ZoneRequest.read(members, with: zoneReader)
        guard !zones.contains(named: zone.name) else {
            throw RequestError(
                .invalidValue, "there is a zone named \"\(zone.name)\" already", member: "name")
        }
        let most = configuration.clients.maxZones
        guard zones.count(of: client.serial) < most else {
            throw RequestError(.tooManyZones, "a connection has at most \(most) zones")
        }
        guard zones.hasRoom else {
            let most = GestureConfiguration.zoneLimit
            throw RequestError(.tooManyZones, "there are \(most) zones, which is the most")
        }
        let added = zones.add(zone, of: client.serial)
        bodies.encoder.add(zone, as: added.handle)
        losses.encoder.add(zone, as: added.handle)
        client.hearing.add(added)
    }

    /// Makes a subscription ready for what holds now.
    func hearing(_ subscription: Subscription, of serial: UInt64) -> ClientHearing {
        var hearing = ClientHearing(subscription, configuration, devices)
        for added in zones.all where added.owner == serial { hearing.add(added) }
        return hearing
    }

    /// Writes the lines of every zone that there is now.
    var encoder: GestureLineEncoder {
        var encoder = GestureLineEncoder(configuration)
        for added in zones.all { encoder.add(added.zone, as: added.handle) }
        return encoder
    }

    private func checkTopics(of subscription: Subscription) throws(RequestError) {
        guard subscription.topics.contains(.contact) else { return }
        guard configuration.privacy.contacts else {
            throw RequestError(
                .notPermitted, "the configuration lets no client hear of contacts", member: "events"
            )
        }
        guard configuration.privacy.positions, subscription.tellsPositions else {
            throw RequestError(
                .notPermitted, "contacts are positions, which are not told", member: "events")
        }
    }

    private var status: DaemonStatus {
        var status = DaemonStatus()
        status.uptimeUs = now &- startedUs
        status.clients = clientCount
        status.devices = devices.count
        status.frames = tally.frames
        status.gestures = tally.gestures
        status.dropped = batch.droppedCount
        status.wakeups = tally.wakeups
        status.latency = tally.latency.summary
        status.configuration = DaemonStatus.ConfigurationOrigin(configuration.origin)
        return status
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
