import GestureSettings
import GestureWire
import LinuxIO
import Logging
import TouchCore
import TouchDevices

/// What clients get of gestures and contacts, and of what is neither.
extension SocketServer: GestureSink {
    /// A frame that is done later than this after its stamp is late, in microseconds.
    private static let lateUs: Int64 = 20_000

    static var wantsFrames: Bool { false }

    func publish(_ event: GestureEvent, parts: ContiguousArray<GesturePart>) {
        counters.lineStamp = event.time.microseconds
        if event.phase == .began || event.isDiscrete {
            counters.gestures.count(event.values.kind, zone: event.zone)
        }
        lineCache.removeAll()
        if event.phase == .changed {
            publishChange(event, parts)
        } else {
            publishTransition(event, parts)
        }
        // Last: what was held back until now is of the time before.
        recovery.note(event)
    }

    @inline(__always)
    private func publishChange(_ event: GestureEvent, _ parts: ContiguousArray<GesturePart>) {
        send(event, parts, to: &clients, &lineCache, &recovery, now: now)
    }

    /// Sends a `changed` to the clients that know of its gesture.
    ///
    /// Whatever is changed by it is taken at once, not for each client anew.
    @inline(__always)
    private func send(
        _ event: GestureEvent, _ parts: ContiguousArray<GesturePart>,
        to clients: inout OwnedTable<Client>, _ lineCache: inout EncodedLineCache,
        _ recovery: inout OverflowRecovery, now: Int64
    ) {
        clients.forEach { client in
            if client.isAboveSoftLimit || client.heldCount > 0 {
                prepare(&client, for: event, &recovery)
            }
            guard let (place, delivery) = client.delivery(forChangeOf: event.id) else { return }
            lineCache.with(event, parts, includesPositions: delivery.includesPositions) {
                client.sendChange(event, at: place, delivery, $0, &recovery, now: now)
            }
        }
    }

    /// Writes what waits, and sends what was held back, before a line that may be at the cost of
    /// it.
    @inline(never)
    private func prepare(
        _ client: inout Client, for event: GestureEvent, _ recovery: inout OverflowRecovery
    ) {
        flushIfNeeded(&client)
        client.sendHeld(upTo: event.time.microseconds, &recovery, now: now)
    }

    /// Publishes a beginning or an end.
    private func publishTransition(_ event: GestureEvent, _ parts: ContiguousArray<GesturePart>) {
        clients.forEach { client in
            prepare(&client, for: event, &recovery)
            guard let includesPositions = client.prepareDelivery(of: event) else { return }
            lineCache.with(event, parts, includesPositions: includesPositions) {
                body in
                client.send(event, body, &recovery, now: now)
            }
        }
    }

    func publish(_ contact: ContactRecord) {
        let (device, us) = (contact.device, contact.time.microseconds)
        counters.lineStamp = us
        body.removeAll()
        body.appendContactBody(contact)
        body.withUnsafeBytes { bytes in
            clients.forEach { client in
                guard client.activeSubscription.includesContacts,
                    client.activeSubscription.includes(device: device)
                else {
                    return
                }
                flushIfNeeded(&client)
                client.sendHeld(upTo: us, &recovery, now: now)
                client.sendWhereRoom(.contact, bytes, of: device, at: us, &recovery, now: now)
            }
        }
    }

    var addedZones: [AddedZone] { zones.all }

    var hasZoneChanges: Bool { zones.hasChanges || isExplanationStale }

    func takeZoneChanges() -> [ZoneChange] { zones.takeChanges() }

    func finishZoneChanges() {
        for gone in zones.takeGone() {
            clients.withFirst(where: { $0.serial == gone.owner }) { owner in
                owner.openGestures.keepFragments(
                    ofZone: gone.handle.rawValue, from: recovery.encoder)
            }
            lineCache.encoder.remove(gone.handle)
            recovery.encoder.remove(gone.handle)
        }
    }

    func noteFrame(of device: Int, at us: Int64, isTouched: Bool) {
        counters.frames &+= 1
        if hasClock {
            let passed = SystemClock.monotonicUs &- us
            counters.count(frame: us, after: passed)
            if passed > Self.lateUs {
                publish(.late(us: passed), of: device, at: us)
            }
        }
        if counters.touches.isChanged(byTouch: isTouched) { note(isTouched: isTouched, at: us) }
    }

    func count(_ contacts: ContactTotals) { counters.contacts += contacts }

    @inline(never)
    private func note(isTouched: Bool, at us: Int64) {
        upkeep = .unknown
        switch counters.touches.note(isTouched: isTouched, at: us) {
        case .active: publish(.active, at: us)
        case .woke(let began): publishWake(began: began, at: us)
        case nil: break
        }
    }

    func publish(_ report: HealthReport, of device: Int?, at us: Int64) {
        if case .configurationError = report { configurationReport = (report, us) }
        if case .resynchronised = report { counters.resynchronisations &+= 1 }
        if case .adapted(let breaks, let ghosts, let setting) = report {
            let name = devices.first { $0.id == device }?.name ?? ""
            logger.notice(
                """
                device \(device ?? 0) has shown \(breaks) breaks of contacts and \(ghosts) ghosts: \
                its contacts are treated from here on as with this in the configuration
                  devices: [{ match: { name: "\(NamePattern.quotable(name))" }, \(setting) }]
                """)
        }
        clients.forEach { sendHealth(report, of: device, at: us, to: &$0) }
    }

    /// Sends a `health` line to a client that asks for them.
    func sendHealth(
        _ report: HealthReport, of device: Int?, at us: Int64, to client: inout Client
    ) {
        guard client.activeSubscription.includesHealth else { return }
        let isPrivate = !configuration.privacy.positions
        body.removeAll()
        body.appendHealthBody(
            report, device: device, at: us,
            includesPositions: client.activeSubscription.subscription.includesPositions
                && !isPrivate)
        body.withUnsafeBytes { client.send(.health, $0, &recovery, now: now) }
        if let device { client.note(us, of: device) }
    }

    /// Publishes that the touch is over after which somebody is there again.
    private func publishWake(began: Int64, at us: Int64) {
        body.removeAll()
        body.appendWakeBody(began: began, at: us)
        body.withUnsafeBytes { bytes in
            clients.forEach { client in
                if client.activeSubscription.includesWake {
                    client.send(.wake, bytes, &recovery, now: now)
                }
            }
        }
    }

    /// Publishes that somebody is there, or nobody.
    func publish(_ state: ActivityState, at us: Int64) {
        body.removeAll()
        body.appendActivityBody(state, at: us)
        body.withUnsafeBytes { bytes in
            clients.forEach { client in
                if client.activeSubscription.includesActivity {
                    client.send(.activity, bytes, &recovery, now: now)
                }
            }
        }
    }
}
