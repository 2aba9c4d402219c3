import GestureWire
import Logging
import SystemPackage

/// How what waits gets to clients, and what becomes of those that do not take it.
extension SocketServer {
    /// Writes what waits for a client where that is much, before it is told more: lines are given up
    /// for want of room in its socket alone.
    func relieve(_ client: inout Client) {
        if client.isCrowded {
            write(to: &client)
        }
    }

    /// Writes what waits for a client, as far as its socket has room.
    func write(to client: inout Client) {
        guard !client.isBlocked, !client.isGone, !client.hasTakenAll else { return }
        do throws(Errno) {
            try client.flush(through: &batch, now: now)
            hasAudience = hasAudience || client.hasTakenAll
        } catch {
            client.isGone = true
        }
    }

    private func isTooSlow(_ client: borrowing Client) -> Bool {
        !client.isGone && !client.hasTakenAll && now &- client.lastTaken >= limits.patienceUs
    }

    /// Parts with a client that has taken nothing for too long.
    func partIfTooSlow(_ client: inout Client) {
        guard isTooSlow(client) else { return }
        // To the poller a socket is writable only once most of it has been read: ask it itself.
        client.isBlocked = false
        write(to: &client)
        if isTooSlow(client) {
            sendAway(&client)
        }
    }

    /// Parts with a client that takes nothing; its socket gets room once more, for the last lines.
    private func sendAway(_ client: inout Client) {
        let patience = "\(limits.patienceUs / 1_000_000) s"
        noteSendingAway(
            client, "client \(client.serial) took nothing for \(patience) and is sent away")
        body.removeAll()
        body.appendBye(.tooSlow)
        body.withUnsafeBytes { client.giveUp(with: $0, &losses, now: now) }
        client.descriptor.widenSendBuffer()
        client.isBlocked = false
        write(to: &client)
        client.isGone = true
    }

    /// Logs that a client is sent away, or counts it where its user has had a line of late.
    func noteSendingAway(_ client: borrowing Client, _ text: String) {
        let peer = client.peer
        offences.note(.sentAway, of: peer.uid, now: now, "\(text) (\(peer))")
    }

    /// Has the poller wait for what the client needs now.
    func follow(_ client: inout Client) {
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
