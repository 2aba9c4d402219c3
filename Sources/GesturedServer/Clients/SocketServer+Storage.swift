import GestureWire
import LinuxIO
import SystemPackage

/// What changes with each frame: reached without a check at run time (`Owned`).
extension SocketServer {
    /// Where it is kept.
    struct Storage: ~Copyable {
        let clients: Owned<OwnedTable<Client>>
        let recovery: Owned<OverflowRecovery>
        let body: Owned<LineBuffer>
        let lineCache: Owned<EncodedLineCache>
        let counters: Owned<ServerCounters>
        let zones: Owned<AddedZones>
        let budgets: Owned<RequestBudgets>
        let closer: Owned<Closer>

        /// - Parameters:
        ///   - clients: how many there may be.
        ///   - zones: those of clients, of which there are none yet.
        /// - Throws: `Errno.noMemory`.
        init(
            clients: Int, _ encoder: GestureLineEncoder, zones: AddedZones,
            closer: consuming Closer
        ) throws(Errno) {
            guard let recovery = OverflowRecovery(encoder: encoder) else { throw .noMemory }
            self.zones = Owned(zones)
            self.clients = Owned(OwnedTable(capacity: clients))
            self.recovery = Owned(recovery)
            lineCache = Owned(EncodedLineCache(encoder))
            // Only here, for Swift 6.2.3: see `OverflowRecovery`.
            body = Owned(LineBuffer(capacity: 8192))
            counters = Owned(ServerCounters())
            budgets = Owned(RequestBudgets())
            self.closer = Owned(closer)
        }
    }

    /// In no order that means anything.
    var clients: OwnedTable<Client> {
        _read { yield storage.clients.value }
        _modify { yield &storage.clients.value }
    }

    /// Makes the lines for clients that lost some.
    var recovery: OverflowRecovery {
        _read { yield storage.recovery.value }
        _modify { yield &storage.recovery.value }
    }

    /// A line, or its body, on its way to clients.
    var body: LineBuffer {
        _read { yield storage.body.value }
        _modify { yield &storage.body.value }
    }

    /// Makes the lines of gestures.
    var lineCache: EncodedLineCache {
        _read { yield storage.lineCache.value }
        _modify { yield &storage.lineCache.value }
    }

    /// What is counted.
    var counters: ServerCounters {
        _read { yield storage.counters.value }
        _modify { yield &storage.counters.value }
    }

    /// What users have spent on requests.
    var budgets: RequestBudgets {
        _read { yield storage.budgets.value }
        _modify { yield &storage.budgets.value }
    }

    /// Closes connections that hold descriptors.
    var closer: Closer {
        _read { yield storage.closer.value }
        _modify { yield &storage.closer.value }
    }

    /// The zones that clients added; asked in each turn for those that are new.
    var zones: AddedZones {
        _read { yield storage.zones.value }
        _modify { yield &storage.zones.value }
    }
}
