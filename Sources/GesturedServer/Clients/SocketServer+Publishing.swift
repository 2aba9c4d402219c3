import GestureSettings
import GestureWire
import LinuxIO
import Logging
import TouchCore
import TouchDevices

/// Publishing gestures, contacts and other lines.
extension SocketServer: GestureSink {
    /// A frame is late if it is finished more than this time after its timestamp, in microseconds.
    private static let lateUs: Int64 = 20_000

    mutating func publish(_ event: GestureEvent, parts: ContiguousArray<GesturePart>) {
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
        // Last, because held changes that were sent above are older than the event.
        recovery.record(event)
    }

    /// Sends a `changed` to the clients that receive its gesture.
    private mutating func publishChange(
        _ event: GestureEvent, _ parts: ContiguousArray<GesturePart>
    ) {
        forEachClient { client, server in
            if client.isAboveSoftLimit || client.heldCount > 0 {
                server.prepare(&client, for: event)
            }
            guard let (index, delivery) = client.delivery(forChangeOf: event.id) else { return }
            let includesPositions = delivery.includesPositions
            guard server.encode(event, parts, includesPositions: includesPositions) else { return }
            server.lineCache.withBody(includesPositions: includesPositions) {
                client.sendChange(
                    event, at: index, delivery, $0, &server.recovery, now: server.now)
            }
        }
    }

    private mutating func encode(
        _ event: GestureEvent, _ parts: ContiguousArray<GesturePart>, includesPositions: Bool
    ) -> Bool {
        lineCache.encode(event, parts, with: recovery.encoder, includesPositions: includesPositions)
    }

    /// Writes the queue and sends held changes, before a line is queued that may need room.
    @inline(never)
    private mutating func prepare(_ client: inout Client, for event: GestureEvent) {
        flushIfNeeded(&client)
        client.sendHeld(upTo: event.time.microseconds, &recovery, now: now)
    }

    /// Publishes a beginning or an end.
    private mutating func publishTransition(
        _ event: GestureEvent, _ parts: ContiguousArray<GesturePart>
    ) {
        forEachClient { client, server in
            server.prepare(&client, for: event)
            guard let includesPositions = client.prepareDelivery(of: event),
                server.encode(event, parts, includesPositions: includesPositions)
            else { return }
            server.lineCache.withBody(includesPositions: includesPositions) {
                client.send(event, $0, &server.recovery, now: server.now)
            }
        }
    }

    mutating func publish(_ contact: ContactRecord) {
        let (device, us) = (contact.device, contact.time.microseconds)
        counters.lineStamp = us
        body.removeAll()
        body.appendContactBody(contact)
        forEachClient { client, server in
            if client.activeSubscription.includesContacts {
                server.sendWhereRoom(.contact, of: device, at: us, to: &client)
            }
        }
    }

    /// Sends `body`, a line that is not essential, if the client's subscription includes the device
    /// and its queue has room.
    mutating func sendWhereRoom(
        _ kind: LineQueue.Kind, of device: Int, at us: Int64, to client: inout Client
    ) {
        guard client.activeSubscription.includes(device: device) else { return }
        flushIfNeeded(&client)
        client.sendHeld(upTo: us, &recovery, now: now)
        body.withUnsafeBytes {
            client.sendWhereRoom(kind, $0, of: device, at: us, &recovery, now: now)
        }
    }

    var addedZones: [AddedZone] { zones.all }

    var removedZones: [AddedZone] { zones.removed }

    var hasClientChanges: Bool { zones.hasChanges || isDeviceStale }

    mutating func finishClientChanges() {
        for removed in zones.removed {
            clients.withFirst(where: { $0.serial == removed.owner }) { owner in
                owner.openGestures.keepFragments(
                    ofZone: removed.handle.rawValue, from: recovery.encoder)
            }
            updateEncoder { $0.remove(removed.handle) }
        }
        zones.finishChanges()
        outputs.needsTurn = false
    }

    // Inlined, with the counters: that saves about 5 instructions a frame.
    @inline(__always)
    mutating func finishFrame(of device: Int, at us: Int64, isTouched: Bool) {
        counters.frames &+= 1
        if hasClock {
            let passed = SystemClock.monotonicUs &- us
            counters.count(frame: us, after: passed)
            if passed > Self.lateUs {
                publish(.late(us: passed), of: device, at: us)
            }
        }
        if touches.isChanged(byTouch: isTouched) { recordTouch(isTouched, at: us) }
    }

    mutating func count(_ contacts: ContactStatistics) { counters.contacts += contacts }

    @inline(never)
    private mutating func recordTouch(_ isTouched: Bool, at us: Int64) {
        switch touches.record(isTouched: isTouched, at: us) {
        case .active: publish(.active, at: us)
        case .woke(let began): publishWake(began: began, at: us)
        case nil: break
        }
    }

    mutating func publish(_ report: HealthReport, of device: Int?, at us: Int64) {
        if case .configurationError = report { standing.configuration = (report, us) }
        if case .resynchronised = report { counters.resynchronisations &+= 1 }
        if case .adapted(let breaks, let ghosts, let spikes, let splits, let setting) = report {
            let name = devices.first { $0.id == device }?.name ?? ""
            logger.notice(
                """
                device \(device ?? 0) has shown its faults (\(breaks) breaks of contacts, \(ghosts) \
                ghosts, \(spikes) spikes and \(splits) splits so far): from now on its contacts \
                are treated as if the configuration had
                  devices: [{ match: { name: "\(NamePattern.quotable(name))" }, \(setting) }]
                """)
        }
        forEachClient { client, server in
            server.sendHealth(report, of: device, at: us, to: &client)
        }
    }

    mutating func setAdaptation(_ report: HealthReport?, of device: Int, at us: Int64?) {
        guard let us = us ?? standing.adaptations[device]?.us else { return }
        standing.adaptations[device] = (report, us)
    }

    /// Sends a `health` line to a client that subscribes to them.
    mutating func sendHealth(
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
        if let device { client.recordTimestamp(us, of: device) }
    }

    /// Publishes that the touch that ended the idle time has ended.
    private mutating func publishWake(began: Int64, at us: Int64) {
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

    /// Publishes that the screens are active or idle.
    mutating func publish(_ state: ActivityState, at us: Int64) {
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
