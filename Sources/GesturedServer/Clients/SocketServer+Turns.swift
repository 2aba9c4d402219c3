import GestureSettings
import GestureWire
import LinuxIO
import SystemPackage
import TouchCore

/// When what clients ask for is read and answered: at once, or in turns with others of their user.
extension SocketServer {
    /// Reads what a client sent and answers it; once a turn of the loop, so that a flood holds nobody
    /// up. Where its user's requests have cost too much, it waits.
    func takeInput(of client: inout Client) {
        guard !client.isHeldUp, !client.isWaiting else { return }
        guard isOpen(for: client) else { return beginWaiting(&client) }
        takeRequests(of: &client)
    }

    /// Whether what a client asks is answered now.
    func isOpen(for client: borrowing Client) -> Bool {
        let budget = budgets[client.peer.uid]
        return !budget.hasWaiting && budget.opensAt <= now
    }

    /// Charges what it takes to answer a line.
    func charge(_ request: Request, bytes: Int, to client: inout Client) {
        let zones = configuration.gestures.zones
        charge(
            RequestCost.answer(
                try? request.operation.get(), bytes: bytes,
                gestures: zones.reduce(0) { $0 + $1.gestures.count }, devices: devices.count),
            to: &client)
    }

    private func charge(_ units: Int64, to client: inout Client) {
        budgets[client.peer.uid].charge(units, to: &client.rank, now: now)
    }

    private func beginWaiting(_ client: inout Client) {
        client.isWaiting = true
        client.input.beginWaiting()
        budgets[client.peer.uid].hasWaiting = true
    }

    /// Has those that wait ask, as far as their users have something to spend.
    func takeTurns() {
        for uid in budgets.waitingUsers {
            while budgets[uid].opensAt <= now, let (index, isLast) = nextTurn(of: uid) {
                // One line, where others wait.
                budgets[uid].hasWaiting = !isLast
                clients[index].isWaiting = false
                takeRequests(of: &clients[index])
            }
            budgets[uid].hasWaiting =
                clients.firstIndex { $0.isWaiting && $0.peer.uid == uid } != nil
        }
    }

    /// When the first of those that wait has its turn.
    var nextTurn: Int64? {
        clients.least { $0.isWaiting && !$0.isHeldUp ? budgets[$0.peer.uid].opensAt : nil }
    }

    /// The connection of a user that is first of those that wait, and whether no other waits.
    private func nextTurn(of uid: UInt32) -> (index: Int, isLast: Bool)? {
        var next: (index: Int, rank: Int64)?
        var count = 0
        for index in 0..<clients.count {
            guard clients[index].isWaiting, clients[index].peer.uid == uid,
                !clients[index].isHeldUp, !clients[index].isGone
            else { continue }
            count += 1
            let rank = clients[index].rank
            if rank < next?.rank ?? .max { next = (index, rank) }
        }
        return next.map { ($0.index, count == 1) }
    }

    /// Answers what was read before, or reads more.
    private func takeRequests(of client: inout Client) {
        // Taken out meanwhile, so that the client can be changed by what it asks for.
        var input = RequestInput()
        swap(&input, &client.input)
        if input.hasUnread {
            input.resume(limits, now: now) { answer($0, &client) }
        } else {
            read(&input, of: &client)
        }
        input.settle()
        client.input = input
        if client.input.hasUnread, !client.isHeldUp {
            beginWaiting(&client)
        }
    }

    private func read(_ input: inout RequestInput, of client: inout Client) {
        let count: Int
        do throws(Errno) {
            guard let read = try client.descriptor.read(into: received) else {
                return input.noteRead(hasAll: true)
            }
            count = read
        } catch {
            client.isGone = true
            return
        }
        charge(RequestCost.read, to: &client)
        input.noteRead(hasAll: count < received.count)
        if count == 0 {
            // End of file is told for ever: stop waiting for input, and go on writing.
            client.isReading = false
            input.finish(limits, now: now) { answer($0, &client) }
        } else {
            let bytes = UnsafeRawBufferPointer(rebasing: received[..<count])
            input.take(bytes, limits, now: now) { answer($0, &client) }
        }
    }
}
