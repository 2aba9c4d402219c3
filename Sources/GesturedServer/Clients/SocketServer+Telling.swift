import GestureSettings
import GestureWire
import LinuxIO
import TouchCore

/// What clients are told of gestures and contacts, and of what is neither.
extension SocketServer: GestureSink {
    /// A frame that is done later than this after its stamp is late, in microseconds.
    private static let lateUs: Int64 = 20_000

    static var wantsFrames: Bool { false }

    func tell(_ event: GestureEvent, parts: ContiguousArray<GesturePart>) {
        if event.phase == .began || event.isWhole { tally.gestures &+= 1 }
        bodies.removeAll()
        if event.phase == .changed {
            tellChange(event, parts)
        } else {
            tellTurn(event, parts)
        }
        // Last: what was held back until now is of the time before.
        losses.note(event)
    }

    @inline(__always)
    private func tellChange(_ event: GestureEvent, _ parts: ContiguousArray<GesturePart>) {
        send(event, parts, to: &clients, &bodies, &losses, now: now)
    }

    /// Sends a `changed` to the clients that know of its gesture.
    ///
    /// Whatever is changed by it is taken at once, not for each client anew.
    @inline(__always)
    private func send(
        _ event: GestureEvent, _ parts: ContiguousArray<GesturePart>,
        to clients: inout OwnedTable<Client>, _ bodies: inout GestureBodies,
        _ losses: inout LossLines, now: Int64
    ) {
        let isShared = clients.count > 1
        clients.forEach { client in
            if client.isLaden || client.heldCount > 0 {
                prepare(&client, for: event, &losses)
            }
            guard let (place, terms) = client.attend(toChangeOf: event.id) else { return }
            bodies.with(event, parts, tellsPositions: terms.tellsPositions, isShared: isShared) {
                client.tellChange(event, at: place, terms, $0, &losses, now: now)
            }
        }
    }

    /// Writes what waits, and tells what was held back, before a line that may be at the cost of it.
    @inline(never)
    private func prepare(
        _ client: inout Client, for event: GestureEvent, _ losses: inout LossLines
    ) {
        relieve(&client)
        client.tellHeld(upTo: event.time.microseconds, &losses, now: now)
    }

    /// Tells of a beginning or an end.
    private func tellTurn(_ event: GestureEvent, _ parts: ContiguousArray<GesturePart>) {
        let isShared = clients.count > 1
        clients.forEach { client in
            prepare(&client, for: event, &losses)
            guard let tellsPositions = client.attend(to: event) else { return }
            bodies.with(event, parts, tellsPositions: tellsPositions, isShared: isShared) { body in
                client.tell(event, body, &losses, now: now)
            }
        }
    }

    func tell(_ contact: ContactRecord) {
        let (device, us) = (contact.device, contact.time.microseconds)
        body.removeAll()
        body.appendContactBody(contact)
        body.withUnsafeBytes { bytes in
            clients.forEach { client in
                guard client.hearing.tellsContacts, client.hearing.hears(device: device) else {
                    return
                }
                relieve(&client)
                client.tellHeld(upTo: us, &losses, now: now)
                client.tellContact(bytes, of: device, at: us, &losses, now: now)
            }
        }
    }

    var addedZones: [AddedZone] { zones.all }

    func takeZoneChanges() -> [ZoneChange] { zones.takeChanges() }

    func finishZoneChanges() {
        for gone in zones.takeGone() {
            clients.withFirst(where: { $0.serial == gone.owner }) { owner in
                owner.heard.keepFragments(ofZone: gone.handle.rawValue, from: losses.encoder)
            }
            bodies.encoder.remove(gone.handle)
            losses.encoder.remove(gone.handle)
        }
    }

    func noteFrame(of device: Int, at us: Int64, isTouched: Bool) {
        tally.frames &+= 1
        guard hasClock else { return }
        let passed = SystemClock.monotonicUs &- us
        tally.latency.add(passed)
        if passed > Self.lateUs {
            tell(.late(us: passed), of: device, at: us)
        }
        if tally.touches.note(isTouched: isTouched, at: us) {
            tell(.active, at: us)
        }
    }

    func tell(_ report: HealthReport, of device: Int?, at us: Int64) {
        if case .configurationError = report { trouble = (report, us) }
        clients.forEach { sendHealth(report, of: device, at: us, to: &$0) }
    }

    /// Sends a `health` line to a client that asks for them.
    func sendHealth(
        _ report: HealthReport, of device: Int?, at us: Int64, to client: inout Client
    ) {
        guard client.hearing.tellsHealth else { return }
        let isPrivate = !configuration.privacy.positions
        body.removeAll()
        body.appendHealthBody(
            report, device: device, at: us,
            tellsPositions: client.hearing.subscription.tellsPositions && !isPrivate)
        body.withUnsafeBytes { client.tell(.health, $0, &losses, now: now) }
        if let device { client.note(us, of: device) }
    }

    /// Tells that somebody is there, or nobody.
    func tell(_ state: ActivityState, at us: Int64) {
        body.removeAll()
        body.appendActivityBody(state, at: us)
        body.withUnsafeBytes { bytes in
            clients.forEach { client in
                if client.hearing.tellsActivity {
                    client.tell(.activity, bytes, &losses, now: now)
                }
            }
        }
    }
}
