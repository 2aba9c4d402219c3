import GestureWire
import Logging
import SystemPackage

/// What clients ask for.
extension SocketServer {
    /// Reads what a client sent and answers it; once a turn, so that a flood holds nobody up.
    func takeInput(of client: inout Client) {
        guard !client.isHeldUp else { return }
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

    /// Parts with a client that does not end its request.
    func dropUnended(_ client: inout Client) {
        guard let began = client.input.began, now &- began >= limits.requestPatienceUs,
            !client.isEnding
        else { return }
        logger.notice(
            "client \(client.serial) does not end its request and is sent away (\(client.peer))")
        client.breakOffAll(&losses, now: now)
        client.isEnding = true
    }

    /// Answers a line; whether the client may send more.
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
        return !client.isEnding
    }

    /// Closes the connection, once the client has read why.
    private func refuse(_ error: RequestError, _ client: inout Client) {
        logger.notice("client \(client.serial) is sent away: \(error.message) (\(client.peer))")
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
            client.adopt(ClientHearing(subscription, configuration, devices))
            body.appendReply(to: id)
        case .addZone, .removeZone:
            throw RequestError(.notPermitted, "clients may not add zones")
        }
    }

    private func checkTopics(of subscription: Subscription) throws(RequestError) {
        let untold = subscription.topics.subtracting([.gesture, .device])
        guard let topic = untold.map(\.rawValue).min() else { return }
        throw RequestError(
            .notPermitted, "\(topic) is not told by this version", member: "events")
    }

    private var status: DaemonStatus {
        var status = DaemonStatus()
        status.uptimeUs = now &- startedUs
        status.clients = clientCount
        status.devices = devices.count
        status.frames = frameCount
        status.gestures = gestureCount
        status.dropped = batch.droppedCount
        status.wakeups = wakeupCount
        status.latency = latency.summary
        return status
    }
}
