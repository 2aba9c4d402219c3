import CLinux
import GestureSettings
import GestureWire
import Glibc
import LinuxIO
import Logging
import SystemPackage

extension SocketServer {
    /// How long no client is accepted once descriptors or memory have run out, in microseconds.
    private static let acceptPauseUs: Int64 = 250_000
    /// Clients accepted in one turn at most: whoever connects for ever holds nobody up.
    private static let acceptsInTurn = 64

    /// Has the socket belong to the group that is configured.
    static func admit(
        _ settings: SocketSettings, to listener: borrowing ListeningSocket, _ logger: Logger
    ) {
        guard let reason = listener.admit(SocketGroup(name: settings.group)) else { return }
        let user = geteuid()
        // Who runs it by hand has asked for no group.
        logger.log(
            level: settings.group == DaemonConfiguration.standard.socket.group ? .notice : .warning,
            """
            only \(user == 0 ? "root" : "the user \(user) and root") may connect: the socket cannot belong to the group \
            "\(settings.group)": \(reason)
            """)
    }

    /// Calls `body` with the clients, which are not in the server meanwhile.
    ///
    /// What is done for one client can change all of the server, but no other client.
    mutating func withClients(_ body: (inout OwnedTable<Client>, inout Self) -> Void) {
        clientCount = clients.count
        var handled = OwnedTable<Client>(capacity: 0)
        swap(&handled, &clients)
        body(&handled, &self)
        swap(&handled, &clients)
    }

    /// Calls `body` with each client, as `withClients` does.
    mutating func forEachClient(_ body: (inout Client, inout Self) -> Void) {
        withClients { clients, server in
            clients.forEach { body(&$0, &server) }
        }
    }

    /// Takes what the poller reports: a new client, or a client that reads, sends or leaves.
    mutating func handle(token: UInt64, _ readiness: Readiness) {
        switch token {
        case Self.listenerToken: acceptAll()
        case Self.closerToken: connections.closer.readReports(now: now)
        default: handle(client: token, readiness)
        }
    }

    private mutating func handle(client token: UInt64, _ readiness: Readiness) {
        withClients { clients, server in
            clients.withFirst(where: { $0.serial == token }) { client in
                if readiness.contains(.writable) {
                    client.isBlocked = false
                }
                if readiness.contains(.readable) {
                    server.takeInput(of: &client)
                }
                // Reported only when both directions are shut: nobody is there to read.
                if !readiness.isDisjoint(with: .hangup) {
                    client.isGone = true
                }
            }
        }
    }

    /// Listens again, once the pause is over that a lack of descriptors or memory made.
    mutating func resumeAccepting() {
        guard acceptPause.takeDue(now), let descriptor = listener?.descriptor.number
        else { return }
        try? poller.modify(number: descriptor, .readable, token: Self.listenerToken)
    }

    private mutating func acceptAll() {
        for _ in 0..<Self.acceptsInTurn {
            guard let number = listener?.descriptor.number else { return }
            do throws(Errno) {
                // Who comes when there is no memory waits to be accepted, and loses nothing.
                let memory = try memoryForOne()
                guard let socket = try systemCallOrWouldBlock({ clinux_accept(number) }) else {
                    return
                }
                try accept(Descriptor(owning: socket), memory)
            } catch {
                guard error != .connectionAbort else { continue }
                violations.note(
                    .acceptFailed, of: nil, now: now,
                    "no client is accepted for a while: \(error.sentence)")
                return pauseAccepting(number, for: Self.acceptPauseUs)
            }
        }
    }

    /// The memory of one more client.
    ///
    /// - Throws: `Errno.noMemory`, also where there would be too little for what others ask.
    mutating func memoryForOne() throws(Errno) -> ClientMemory {
        guard MemoryReserve.isThere, clients.makeRoom(), let memory = ClientMemory(limits) else {
            throw .noMemory
        }
        return memory
    }

    /// Takes the listening socket out of the poller's set, where it would be ready for ever.
    private mutating func pauseAccepting(_ listener: Int32, for us: Int64) {
        acceptPause.set(to: now &+ us)
        try? poller.modify(number: listener, [], token: Self.listenerToken)
    }

    /// Takes a connection, if there is room for one more; else it is answered and closed.
    ///
    /// - Throws: where nothing is known of it, or it cannot be waited for.
    mutating func accept(
        _ descriptor: consuming Descriptor, _ memory: consuming ClientMemory
    ) throws(Errno) {
        let (peer, serial) = (try Peer(of: descriptor), nextSerial)
        descriptor.readUrgentInline()
        guard acceptBudgets.charge(peer.uid, now: now) else {
            violations.note(
                .paced, of: peer.uid, now: now,
                "client refused: its user connects more than 500 times a second (\(peer))")
            return connections.refuse(descriptor, of: peer.uid, .tooManyClients, now: now)
        }
        let ofUser =
            clients.count { $0.peer.uid == peer.uid } + connections.closer.count(of: peer.uid)
        guard clients.count < limits.clients, ofUser < limits.clientsPerUser else {
            violations.note(
                .refused, of: peer.uid, now: now,
                "client refused: there are too many (\(peer))")
            return connections.refuse(descriptor, of: peer.uid, .tooManyClients, now: now)
        }
        do throws(Errno) {
            try poller.add(descriptor, .readable, token: serial)
        } catch {
            connections.refuse(descriptor, of: peer.uid, .tooManyClients, now: now)
            throw error
        }
        nextSerial += 1
        var client = Client(
            serial: serial, descriptor: descriptor, peer: peer, memory: memory,
            softLimit: limits.softLimit,
            activeSubscription: activeSubscription(Subscription(), of: serial), now: now)
        client.adopt(devices)
        logger.debug("client \(serial) comes (\(peer))")
        sendSnapshot(to: &client)
        clients.append(client)
    }

    /// Accepts no more clients, and refuses those that wait.
    mutating func stopListening(_ reason: ByeReason) {
        guard let listener = listener.take() else { return }
        connections.stop(listener, reason, now: now)
    }

    /// Sends a new client who we are and which devices there are.
    private mutating func sendSnapshot(to client: inout Client) {
        body.removeAll()
        connections.identity.appendHello(to: &body)
        send(.complete, to: &client)
        for device in devices {
            body.removeAll()
            body.appendDeviceBody(change: .present, device)
            send(.device, to: &client)
        }
        body.removeAll()
        body.appendSnapshotEndBody(devices: devices.count)
        send(.snapshotEnd, to: &client)
    }

    mutating func send(_ kind: LineQueue.Kind, to client: inout Client) {
        flushIfNeeded(&client)
        body.withUnsafeBytes { client.send(kind, $0, &recovery, now: now) }
    }
}

/// How what waits gets to clients, and what becomes of those that do not take it.
extension SocketServer {
    /// How long nothing is written to a client that the kernel had no memory for, in microseconds.
    private static let writePauseUs: Int64 = 50_000

    /// Writes what waits for a client where that is much, before it is sent more: lines are given
    /// up for want of room in its socket alone.
    mutating func flushIfNeeded(_ client: inout Client) {
        if client.shouldFlush {
            write(to: &client)
        }
    }

    /// Writes what waits for a client, as far as its socket has room.
    mutating func write(to client: inout Client) {
        guard !client.isBlocked, !client.isGone, !client.hasTakenAll else { return }
        var dropped: UInt64 = 0
        defer { if dropped > 0 { counters.dropped &+= dropped } }
        do throws(Errno) {
            try client.flush(now: now, dropped: &dropped)
            if !hasConsumer, client.hasTakenAll {
                hasConsumer = client.hasSubscribed || !awaitsSubscription
            }
        } catch {
            guard error.isWantOfMemory else {
                client.isGone = true
                return
            }
            // Nothing was taken, so that nothing is lost; and it is no fault of the client's.
            client.isBlocked = true
            client.writesAgain = now &+ Self.writePauseUs
            client.lastTaken = now
        }
    }

    /// Has a client written to again, once the pause is over that a want of memory made.
    mutating func resumeWriting(to client: inout Client) {
        guard let time = client.writesAgain, time <= now else { return }
        client.writesAgain = nil
        client.isBlocked = false
    }

    private func isTooSlow(_ client: borrowing Client) -> Bool {
        !client.isGone && !client.hasTakenAll && now &- client.lastTaken >= limits.timeoutUs
    }

    /// Parts with a client that has taken nothing for too long.
    mutating func disconnectIfTooSlow(_ client: inout Client) {
        guard isTooSlow(client) else { return }
        // To the poller a socket is writable only once most of it has been read: ask it itself.
        client.isBlocked = false
        write(to: &client)
        if isTooSlow(client) {
            disconnect(&client)
        }
    }

    /// Parts with a client that takes nothing; its socket gets room once more, for the last lines.
    private mutating func disconnect(_ client: inout Client) {
        let timeout = "\(limits.timeoutUs / 1_000_000) s"
        logDisconnect(
            client, "client \(client.serial) took nothing for \(timeout) and is sent away")
        body.removeAll()
        body.appendBye(.tooSlow)
        body.withUnsafeBytes { client.terminate(with: $0, &recovery, now: now) }
        client.descriptor.widenSendBuffer()
        client.isBlocked = false
        write(to: &client)
        client.isGone = true
    }

    /// Logs that a client is sent away, or counts it where its user has had a line of late.
    mutating func logDisconnect(_ client: borrowing Client, _ text: String) {
        let peer = client.peer
        violations.note(.disconnected, of: peer.uid, now: now, "\(text) (\(peer))")
    }

    /// Has the poller wait for what the client needs now.
    mutating func updateInterest(_ client: inout Client) {
        let wanted = client.wantedInterest
        guard wanted != client.interest, !client.isGone else { return }
        client.interest = wanted
        do throws(Errno) {
            try poller.modify(client.descriptor, wanted, token: client.serial)
        } catch {
            client.isGone = true
        }
    }
}
