import GestureWire
import Logging
import SystemPackage
import TouchCore

/// What clients ask for.
extension SocketServer {
    /// Reads what a client sent and answers it; once a turn, so that a flood holds nobody up.
    func takeInput(of client: inout Client) {
        guard !client.isHeldUp else { return }
        guard !client.input.hasUnread else { return resumeInput(of: &client) }
        let count: Int
        do throws(Errno) {
            guard let read = try client.descriptor.read(into: received) else { return }
            count = read
        } catch {
            client.isGone = true
            return
        }
        // Taken out meanwhile, so that the client can be changed by what it asks for.
        var input = RequestInput()
        swap(&input, &client.input)
        if count == 0 {
            // End of file is told for ever: stop waiting for input, and go on writing.
            client.isReading = false
            input.finish(limits, now: now) { answer($0, &client) }
        } else {
            let bytes = UnsafeRawBufferPointer(rebasing: received[..<count])
            input.take(bytes, limits, now: now) { answer($0, &client) }
        }
        client.input = input
    }

    /// Answers requests that waited until the client took its replies.
    func resumeInput(of client: inout Client) {
        var input = RequestInput()
        swap(&input, &client.input)
        input.resume(limits, now: now) { answer($0, &client) }
        client.input = input
    }

    /// Parts with a client that does not end its request.
    func dropUnended(_ client: inout Client) {
        guard let began = client.input.began, now &- began >= limits.requestPatienceUs,
            !client.isEnding
        else { return }
        noteSendingAway(client, "client \(client.serial) does not end its request and is sent away")
        client.breakOffAll(&losses, now: now)
        client.isEnding = true
    }

    /// Answers a line; whether the next one may be answered, too.
    private func answer(_ outcome: RequestInput.Outcome, _ client: inout Client) -> Bool {
        switch outcome {
        case .line(let line):
            answer(Request(line), &client)
        case .tooLong:
            let most = limits.requestBytes
            refuse(RequestError(.lineTooLong, "a request has at most \(most) bytes"), &client)
        case .tooMany:
            let most = limits.requestsPerSecond
            refuse(RequestError(.tooManyRequests, "at most \(most) requests a second"), &client)
        }
        return !client.isHeldUp
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
            guard zones.remove(name, of: client.serial) else {
                throw RequestError(
                    .unknownZone, "this connection has no zone named \"\(name)\"", member: "name")
            }
            body.appendReply(to: id)
        }
    }

    private func addZone(_ members: [JSONMember], _ client: inout Client) throws(RequestError) {
        guard configuration.clients.zones else {
            throw RequestError(.notPermitted, "the configuration lets no client add zones")
        }
        let zone = try ZoneRequest.read(members)
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
        zones.add(zone, of: client.serial)
        // All other zones keep their places, so that what is known of them stays true.
        let encoder = encoder
        bodies.adopt(encoder)
        losses.extend(to: encoder)
        client.adopt(hearing(client.hearing.subscription, of: client.serial))
    }

    /// Makes a subscription ready for what holds now.
    func hearing(_ subscription: Subscription, of serial: UInt64) -> ClientHearing {
        ClientHearing(subscription, configuration, devices, zones.configuration) { index in
            zones.hears(serial, index)
        }
    }

    /// Writes the lines of every zone that there is now.
    var encoder: GestureLineEncoder {
        GestureLineEncoder(
            configuration: zones.configuration, tellsPositions: configuration.privacy.positions)
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
        status.configuration = configuration.origin
        return status
    }
}
