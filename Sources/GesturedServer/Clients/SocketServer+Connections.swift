import CLinux
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

    /// Takes what the poller tells of: a new client, or a client that reads, sends or leaves.
    func handle(token: UInt64, _ readiness: Readiness) {
        guard token != Self.listenerToken else { return acceptAll() }
        clientCount = clients.count
        clients.withFirst(where: { $0.serial == token }) { client in
            if readiness.contains(.writable) {
                client.isBlocked = false
            }
            if readiness.contains(.readable) {
                takeInput(of: &client)
            }
            // Told only when both directions are shut: nobody is there to read.
            if !readiness.isDisjoint(with: .hangup) {
                client.isGone = true
            }
        }
    }

    /// Listens again, once the pause is over that a lack of descriptors or memory, or too many
    /// connections, made.
    func resumeAccepting() {
        guard let time = acceptsAgain, time <= now, let descriptor = listener?.descriptor.number
        else { return }
        acceptsAgain = nil
        try? poller.modify(number: descriptor, .readable, token: Self.listenerToken)
    }

    private func acceptAll() {
        for _ in 0..<Self.acceptsInTurn {
            guard let number = listener?.descriptor.number else { return }
            guard acceptBudget.isOpen(at: now) else { return paceAccepting(number) }
            do throws(Errno) {
                // Who comes when there is no memory waits to be accepted, and loses nothing.
                let memory = try memoryForOne()
                guard let socket = try systemCallOrWouldBlock({ clinux_accept(number) }) else {
                    return
                }
                acceptBudget.charge(now: now)
                try welcome(Descriptor(owning: socket), memory)
            } catch {
                guard error != .connectionAbort else { continue }
                offences.note(
                    .unaccepted, of: nil, now: now,
                    "no client is accepted for a while: \(error.sentence)")
                return pauseAccepting(number, for: Self.acceptPauseUs)
            }
        }
    }

    /// The memory of one more client.
    ///
    /// - Throws: `Errno.noMemory`, also where there would be too little for what others ask.
    func memoryForOne() throws(Errno) -> ClientMemory {
        guard MemoryReserve.isThere, clients.makeRoom(), let memory = ClientMemory(limits) else {
            throw .noMemory
        }
        return memory
    }

    /// Has those that connect wait for their turn: there were too many of late.
    private func paceAccepting(_ listener: Int32) {
        offences.note(
            .paced, of: nil, now: now,
            "clients connect faster than they are accepted, which is 500 times a second, and wait")
        pauseAccepting(listener, for: AcceptBudget.pauseUs)
    }

    /// Takes the listening socket out of the poller's set, where it would be ready for ever.
    private func pauseAccepting(_ listener: Int32, for us: Int64) {
        acceptsAgain = now &+ us
        try? poller.modify(number: listener, [], token: Self.listenerToken)
    }

    /// Takes a connection, if there is room for one more; else it is answered and closed.
    ///
    /// - Throws: where nothing is known of it, or it cannot be waited for.
    func welcome(
        _ descriptor: consuming Descriptor, _ memory: consuming ClientMemory
    ) throws(Errno) {
        let (peer, serial) = (try Peer(of: descriptor), nextSerial)
        let ofUser = clients.count { $0.peer.uid == peer.uid }
        guard clients.count < limits.clients, ofUser < limits.clientsPerUser else {
            offences.note(
                .refused, of: peer.uid, now: now,
                "client refused: there are too many (\(peer))")
            return refuse(descriptor)
        }
        do throws(Errno) {
            try poller.add(descriptor, .readable, token: serial)
        } catch {
            refuse(descriptor)
            throw error
        }
        nextSerial += 1
        var client = Client(
            serial: serial, descriptor: descriptor, peer: peer, memory: memory,
            softMark: limits.softMark, hearing: hearing(Subscription(), of: serial), now: now)
        client.adopt(devices)
        logger.debug("client \(serial) comes (\(peer))")
        sendSnapshot(to: &client)
        clients.append(client)
    }

    /// Closes a connection that there is no room for, once it has been told so.
    private func refuse(_ descriptor: borrowing Descriptor) {
        body.removeAll()
        appendHello()
        body.appendBye(.tooManyClients)
        // A new socket has room for two lines.
        _ = body.withUnsafeBytes { try? descriptor.send($0) }
        descriptor.shutGently(through: received)
    }

    /// Tells a new client who we are and which devices there are.
    private func sendSnapshot(to client: inout Client) {
        body.removeAll()
        appendHello()
        tell(.complete, to: &client)
        for device in devices {
            body.removeAll()
            body.appendDeviceBody(change: .present, device)
            tell(.device, to: &client)
        }
        body.removeAll()
        body.appendSnapshotEndBody(devices: devices.count)
        tell(.snapshotEnd, to: &client)
    }

    private func tell(_ kind: LineQueue.Kind, to client: inout Client) {
        relieve(&client)
        body.withUnsafeBytes { client.tell(kind, $0, &losses, now: now) }
    }

    private func appendHello() {
        body.appendHello(
            server: identity.server, bootID: identity.bootID,
            monotonicUs: SystemClock.monotonicUs, realtimeUs: SystemClock.realtimeUs)
    }
}
