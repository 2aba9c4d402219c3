import CLinux
import GestureSettings
import GestureWire
import Glibc
import LinuxIO
import Logging
import SystemPackage

extension SocketServer {
    /// How long accepting pauses when descriptors or memory have run out, in microseconds.
    private static let acceptPauseUs: Int64 = 250_000
    /// The maximum number of clients accepted in one turn, so that a program that keeps connecting
    /// does not delay others.
    private static let acceptsInTurn = 64

    /// Gives the socket to the configured group.
    static func admit(
        _ settings: SocketSettings, _ accounts: SocketAccounts,
        to listener: borrowing ListeningSocket, _ logger: Logger
    ) {
        let group = SocketGroup(name: settings.group, number: accounts.group)
        guard let reason = listener.admit(group) else { return }
        let user = geteuid()
        // No warning for the default group, which a user who starts the daemon by hand has not
        // chosen.
        logger.log(
            level: settings.group == DaemonConfiguration.standard.socket.group ? .notice : .warning,
            """
            only \(user == 0 ? "root" : "the user \(user) and root") may connect: the socket cannot belong to the group \
            "\(settings.group)": \(reason)
            """)
    }

    /// Calls `body` with the clients, which are not in the server during the call.
    ///
    /// `body` can change everything of the server while it handles one client, but no other client.
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

    /// Handles what the poller reports: a new client, or a client that reads, sends or disconnects.
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
                    server.handleInput(of: &client)
                }
                // The poller reports a hangup only if both directions are shut down: the client no
                // longer reads.
                if !readiness.isDisjoint(with: .hangup) {
                    client.isGone = true
                }
            }
        }
    }

    /// Resumes accepting, once the pause after a lack of descriptors or memory is over.
    mutating func resumeAccepting() {
        guard acceptPause.takeDue(now), let descriptor = listener?.descriptor.number
        else { return }
        try? poller.modify(number: descriptor, .readable, token: Self.listenerToken)
    }

    private mutating func acceptAll() {
        for _ in 0..<Self.acceptsInTurn {
            guard let number = listener?.descriptor.number else { return }
            do throws(Errno) {
                // Allocated first: if memory is lacking, a client that connects waits to be
                // accepted, and loses nothing.
                let memory = try memoryForOne()
                guard let socket = try systemCallOrWouldBlock({ clinux_accept(number) }) else {
                    return
                }
                try accept(Descriptor(owning: socket), memory)
            } catch {
                guard error != .connectionAbort else { continue }
                violations.record(
                    .acceptFailed, of: nil, now: now,
                    "no client is accepted for a while: \(error.sentence)")
                return pauseAccepting(number, for: Self.acceptPauseUs)
            }
        }
    }

    /// The memory of one more client.
    ///
    /// - Throws: `Errno.noMemory` if there is none, or if too little would remain for the requests
    ///   of clients.
    mutating func memoryForOne() throws(Errno) -> ClientMemory {
        guard MemoryReserve.isAvailable, clients.makeRoom(), let memory = ClientMemory(limits)
        else {
            throw .noMemory
        }
        return memory
    }

    /// Stops polling the listening socket, which would remain ready, for the given time.
    private mutating func pauseAccepting(_ listener: Int32, for us: Int64) {
        acceptPause.set(to: now &+ us)
        try? poller.modify(number: listener, [], token: Self.listenerToken)
    }

    /// Accepts a connection if there is room for another; otherwise refuses it with `bye`.
    ///
    /// - Throws: the error of querying the peer or of polling the connection.
    mutating func accept(
        _ descriptor: consuming Descriptor, _ memory: consuming ClientMemory
    ) throws(Errno) {
        let (peer, serial) = (try Peer(of: descriptor), nextSerial)
        descriptor.readUrgentInline()
        let pace = limits.pace(of: peer.uid)
        guard acceptBudgets.charge(peer.uid, pace, now: now) else {
            violations.record(
                .paced, of: peer.uid, now: now,
                "client refused: its user connects more than \(pace) times a second (\(peer))")
            return connections.refuse(descriptor, of: peer.uid, .tooManyClients, now: now)
        }
        guard hasRoom(for: peer.uid) else {
            violations.record(
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
            serial: serial, descriptor: descriptor, peer: peer,
            ownBudget: limits.clientsOfUsers[peer.uid].map { _ in RequestBudget(peer.uid) },
            memory: memory, softLimit: limits.softLimit,
            activeSubscription: activeSubscription(Subscription(), of: serial), now: now)
        client.update(devices: devices)
        logger.debug("client \(serial) comes (\(peer))")
        sendSnapshot(to: &client)
        clients.append(client)
    }

    /// Whether the user may have another client.
    private func hasRoom(for uid: UInt32) -> Bool {
        let ofUser = clients.count { $0.peer.uid == uid } + connections.closer.count(of: uid)
        if let maximum = limits.clientsOfUsers[uid] { return ofUser < maximum }
        // Clients that were accepted under an earlier maximum take no room of others.
        let others = clients.count {
            $0.ownBudget == nil && limits.clientsOfUsers[$0.peer.uid] == nil
        }
        return others < limits.clients && ofUser < limits.clientsPerUser
    }

    /// Accepts no more clients, and refuses those that wait to be accepted.
    mutating func stopListening(_ reason: ByeReason) {
        guard let listener = listener.take() else { return }
        connections.stop(listener, reason, now: now)
    }

    /// Sends a new client `hello` and the devices.
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

/// Writing queued lines to clients, and disconnecting those that do not read.
extension SocketServer {
    /// The pause after a write to a client for which the kernel had no memory, in microseconds.
    private static let writePauseUs: Int64 = 50_000

    /// Writes the queue of a client if it is long, before more is added, so that lines are dropped
    /// only if the client's socket is full.
    mutating func flushIfNeeded(_ client: inout Client) {
        if client.shouldFlush {
            write(to: &client)
        }
    }

    /// Writes the queue of a client, as far as its socket has room.
    mutating func write(to client: inout Client) {
        guard !client.isBlocked, !client.isGone, !client.hasWrittenAll else { return }
        var dropped: UInt64 = 0
        defer { if dropped > 0 { counters.dropped &+= dropped } }
        do throws(Errno) {
            try client.flush(now: now, dropped: &dropped)
            if !hasConsumer, client.hasWrittenAll {
                hasConsumer = client.hasSubscribed || !awaitsSubscription
            }
        } catch {
            guard error.isOutOfMemory else {
                client.isGone = true
                return
            }
            // Nothing was written, so nothing is lost. The pause does not count as the client's.
            client.isBlocked = true
            client.writeRetry = now &+ Self.writePauseUs
            client.lastProgress = now
        }
    }

    /// Resumes writing to a client, once the pause after a lack of memory is over.
    mutating func resumeWriting(to client: inout Client) {
        guard let time = client.writeRetry, time <= now else { return }
        client.writeRetry = nil
        client.isBlocked = false
    }

    private func isTooSlow(_ client: borrowing Client) -> Bool {
        !client.isGone && !client.hasWrittenAll && now &- client.lastProgress >= limits.timeoutUs
    }

    /// Disconnects a client that has not read for too long.
    mutating func disconnectIfTooSlow(_ client: inout Client) {
        guard isTooSlow(client) else { return }
        // The poller reports a socket as writable only once the client has read most of its bytes:
        // try to write before that.
        client.isBlocked = false
        write(to: &client)
        if isTooSlow(client) {
            disconnect(&client)
        }
    }

    /// Disconnects a client that does not read. Enlarges the buffer of its socket, for the last
    /// lines.
    private mutating func disconnect(_ client: inout Client) {
        let timeout = "\(limits.timeoutUs / 1_000_000) s"
        logDisconnect(
            client, "client \(client.serial) has read nothing for \(timeout): disconnected")
        body.removeAll()
        body.appendBye(.tooSlow)
        body.withUnsafeBytes { client.terminate(with: $0, &recovery, now: now) }
        client.descriptor.maximiseSendBuffer()
        client.isBlocked = false
        write(to: &client)
        client.isGone = true
    }

    /// Logs that a client is disconnected, or counts it if its user has had a log line recently.
    mutating func logDisconnect(_ client: borrowing Client, _ text: String) {
        let peer = client.peer
        violations.record(.disconnected, of: peer.uid, now: now, "\(text) (\(peer))")
    }

    /// Registers with the poller what the client needs now.
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
