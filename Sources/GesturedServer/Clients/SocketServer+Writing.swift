import GestureWire
import LinuxIO
import Logging
import SystemPackage

/// How what waits gets to clients, and what becomes of those that do not take it.
extension SocketServer {
    /// How long nothing is written to a client that the kernel had no memory for, in microseconds.
    private static let writePauseUs: Int64 = 50_000

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
    func resumeWriting(to client: inout Client) {
        guard let time = client.writesAgain, time <= now else { return }
        client.writesAgain = nil
        client.isBlocked = false
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
