import GestureWire
import LinuxIO
import SystemPackage

/// What changes with each frame: reached without a check at run time (`Owned`).
extension SocketServer {
    /// Where it is kept.
    struct Working: ~Copyable {
        let clients: Owned<OwnedTable<Client>>
        let losses: Owned<LossLines>
        let batch = Owned(OutgoingBatch())
        let body = Owned(LineBuffer(capacity: 8192))
        let bodies: Owned<GestureBodies>
        let tally = Owned(ServerTally())
        let zones: Owned<AddedZones>
        let budgets = Owned(RequestBudgets())

        /// - Parameters:
        ///   - clients: how many there may be.
        ///   - zones: those of clients, of which there are none yet.
        /// - Throws: `Errno.noMemory`.
        init(clients: Int, _ encoder: GestureLineEncoder, zones: AddedZones) throws(Errno) {
            guard let losses = LossLines(encoder: encoder) else { throw .noMemory }
            self.zones = Owned(zones)
            self.clients = Owned(OwnedTable(capacity: clients))
            self.losses = Owned(losses)
            bodies = Owned(GestureBodies(encoder))
        }
    }

    /// In no order that means anything.
    var clients: OwnedTable<Client> {
        _read { yield working.clients.value }
        _modify { yield &working.clients.value }
    }

    /// Makes the lines for clients that lost some.
    var losses: LossLines {
        _read { yield working.losses.value }
        _modify { yield &working.losses.value }
    }

    /// Serves each client in turn.
    var batch: OutgoingBatch {
        _read { yield working.batch.value }
        _modify { yield &working.batch.value }
    }

    /// A line, or its body, on its way to clients.
    var body: LineBuffer {
        _read { yield working.body.value }
        _modify { yield &working.body.value }
    }

    /// Makes the lines of gestures.
    var bodies: GestureBodies {
        _read { yield working.bodies.value }
        _modify { yield &working.bodies.value }
    }

    /// What is counted.
    var tally: ServerTally {
        _read { yield working.tally.value }
        _modify { yield &working.tally.value }
    }

    /// What users have spent on requests.
    var budgets: RequestBudgets {
        _read { yield working.budgets.value }
        _modify { yield &working.budgets.value }
    }

    /// The zones that clients added; asked in each turn for those that are new.
    var zones: AddedZones {
        _read { yield working.zones.value }
        _modify { yield &working.zones.value }
    }
}
