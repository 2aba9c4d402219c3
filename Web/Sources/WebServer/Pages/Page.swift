import GestureWire
import TouchCore

/// One page: its subscription, the gestures whose end it awaits, and its queue.
///
/// Uses no sockets and no clock: lines are passed in, and bytes are read from `queue`. Every
/// `began` that leaves the queue is followed by one `ended` or `cancelled`, if the page subscribes
/// to these.
struct PageLines {
    /// A gesture that is sent to the page, from its beginning to its end.
    private struct OpenGesture {
        /// Its newest line, sent or not.
        var last: DaemonLine
        let phases: Set<GesturePhase>?
        let includesPositions: Bool
        /// The minimum time between two `changed`, in microseconds; 0 means that each is sent.
        let periodUs: Int64
        /// The time until which a `changed` is held.
        var nextChangeUs = Int64.min
        /// The newest `changed` that is held.
        var held: DaemonLine?

        func includes(_ phase: GesturePhase) -> Bool { phases?.contains(phase) ?? true }
    }

    /// The maximum number of gestures of a page at once, as in the daemon.
    private static let openLimit = 64
    /// The number of queued bytes from which a newer `changed` replaces those of its gesture.
    static let softLimit = 32 * 1024

    /// The active subscription.
    private(set) var active: ActiveSubscription
    /// The lines to be sent.
    var queue: PageQueue
    /// The number of dropped lines that no `overflow` has reported.
    private(set) var unreportedDrops: UInt64 = 0
    /// The number of lines that `overflow` lines have reported or will report.
    private(set) var droppedLines: UInt64 = 0
    private var open: [Int64: OpenGesture] = [:]
    private var heldCount = 0
    /// The newest queued timestamp of each device, in microseconds.
    private var stamps: [Int64: Int64] = [:]
    /// The newest timestamp of a gesture of each device, sent or not, in microseconds.
    private var seen: [Int64: Int64] = [:]
    /// The timestamp of the invalid configuration that was reported last, for this subscription.
    private var reportedConfigurationUs: Int64?

    init(queueBytes: Int) {
        queue = PageQueue(capacity: queueBytes)
        active = ActiveSubscription(Subscription(), [])
    }

    /// Whether requests must wait: the page does not read its lines.
    var isAboveSoftLimit: Bool { queue.byteCount > Self.softLimit }

    /// Applies another subscription, for gestures that begin from now on.
    mutating func adopt(_ subscription: Subscription, _ devices: [PresentDevice]) {
        active = ActiveSubscription(subscription, devices)
        reportedConfigurationUs = nil
    }

    /// Updates the present devices.
    mutating func adopt(_ devices: [PresentDevice]) {
        active.adopt(devices)
    }

    /// Queues a reply, `hello` or `bye`: a line without a number.
    mutating func send(unnumbered line: [UInt8], isReply: Bool = false) {
        if !isReply { makeRoom(for: line.count) }
        queue.append(isReply ? .reply : .other, body: line)
    }

    /// Queues a numbered line that the daemon did not send.
    mutating func send(_ type: String, body: [UInt8]) {
        enqueue(.other, head: Array("{\"type\":\"\(type)\",\"seq\":".utf8), body: body)
    }

    /// Queues a line of the daemon, if the page subscribes to it.
    mutating func deliver(_ line: DaemonLine) {
        switch line.kind {
        case .gesture: if let gesture = line.gesture { deliver(line, gesture) }
        case .device: if active.includes(.device) { enqueue(.other, line) }
        case .activity: if active.includes(.activity) { enqueue(.other, line) }
        case .wake: if active.includes(.wake) { enqueue(.other, line) }
        case .health: if active.includes(.health) { deliverHealth(line) }
        case .contact: if active.includes(.contact) { deliverWhereRoom(.contact, line) }
        case .explanation: if active.includes(.explanation) { deliverWhereRoom(.explanation, line) }
        case .other: enqueue(.other, line)
        case .hello, .snapshotEnd, .overflow, .reply, .bye: break
        }
    }

    /// Counts lines that the daemon could not send.
    mutating func noteDropped(_ count: UInt64) {
        unreportedDrops.addClamped(count)
        droppedLines.addClamped(count)
    }

    /// Counts lines that were dropped here; those of dropped reports were counted before.
    private mutating func note(_ dropped: (lines: UInt64, reported: UInt64)) {
        noteDropped(dropped.lines)
        unreportedDrops.addClamped(dropped.reported)
    }

    private mutating func deliverHealth(_ line: DaemonLine) {
        // The daemon repeats it for every new subscriber; a page receives it only once.
        if line.body.contains(#""problem":"configuration_error""#) {
            guard reportedConfigurationUs != line.timeUs else { return }
            reportedConfigurationUs = line.timeUs
        }
        enqueue(.other, line)
    }

    private mutating func deliverWhereRoom(_ kind: PageQueue.Kind, _ line: DaemonLine) {
        guard active.includes(device: line.device) else { return }
        if let us = line.timeUs { sendHeld(upTo: us) }
        guard queue.hasRoom(for: line.body.count) || dropDispensable(for: line.body.count) else {
            return noteDropped(1)
        }
        enqueue(kind, line)
    }

    private func body(_ line: DaemonLine, positions: Bool) -> [UInt8] {
        guard !positions else { return line.body }
        return line.kind == .gesture || line.kind == .health ? line.bodyWithoutPositions : line.body
    }
}

// MARK: - Gestures

extension PageLines {
    private mutating func deliver(_ line: DaemonLine, _ gesture: DaemonLine.Gesture) {
        if heldCount > 0, let us = line.timeUs { sendHeld(upTo: us) }
        if let place = open.index(forKey: gesture.id) {
            deliverOfOpen(line, gesture, at: place)
        } else if gesture.phase == .began || gesture.isDiscrete {
            deliverBeginning(line, gesture)
        }
        // Done last: held lines belong to the time before.
        if let device = line.device, let us = line.timeUs { seen[device] = us }
    }

    private mutating func deliverBeginning(_ line: DaemonLine, _ gesture: DaemonLine.Gesture) {
        guard active.admits(gesture, of: line.device) else { return }
        let wanted = active.subscription
        if !gesture.isDiscrete {
            makeRoom(for: line.body.count)
            guard open.count < Self.openLimit else { return noteDropped(1) }
            open[gesture.id] = OpenGesture(
                last: line, phases: wanted.phases, includesPositions: wanted.includesPositions,
                periodUs: wanted.maximumRate.map { Int64((1_000_000 / $0).rounded(.up)) } ?? 0)
        }
        guard active.includes(gesture.phase) else { return }
        enqueue(
            gesture.isDiscrete ? .discrete : .began, line, id: gesture.id,
            positions: wanted.includesPositions)
    }

    private mutating func deliverOfOpen(
        _ line: DaemonLine, _ gesture: DaemonLine.Gesture, at place: [Int64: OpenGesture].Index
    ) {
        open.values[place].last = line
        let entry = open.values[place]
        switch gesture.phase {
        case .began: break
        case .changed:
            guard entry.includes(.changed), let us = line.timeUs else { return }
            guard entry.periodUs == 0 || us >= entry.nextChangeUs else {
                if entry.held == nil { heldCount += 1 }
                open.values[place].held = line
                return
            }
            if entry.periodUs > 0 {
                open.values[place].nextChangeUs = us.addingClamped(entry.periodUs)
            }
            enqueueChange(line, gesture.id, positions: entry.includesPositions)
        case .ended, .cancelled:
            guard entry.includes(gesture.phase) else { return forget(gesture.id) }
            makeRoom(for: line.body.count)
            // Making room may have cancelled the gesture: its `cancelled` replaces this line.
            guard open[gesture.id] != nil else { return noteDropped(1) }
            forget(gesture.id)
            enqueue(.ended, line, id: gesture.id, positions: entry.includesPositions)
        }
    }

    private mutating func enqueueChange(_ line: DaemonLine, _ id: Int64, positions: Bool) {
        // The newer one contains all values of the older ones; nothing is lost or counted.
        if isAboveSoftLimit { queue.dropChanges(of: id) }
        guard queue.hasRoom(for: line.body.count) || dropDispensable(for: line.body.count) else {
            return noteDropped(1)
        }
        enqueue(.changed, line, id: id, positions: positions)
    }

    private mutating func forget(_ id: Int64) {
        if let gesture = open.removeValue(forKey: id), gesture.held != nil { heldCount -= 1 }
    }

    /// The time at which the first held `changed` is due, on the clock of timestamps, in
    /// microseconds.
    var nextHeldUs: Int64? {
        guard heldCount > 0 else { return nil }
        return open.values.lazy.filter { $0.held != nil }.map(\.nextChangeUs).min()
    }

    /// Queues every held `changed` that is due by `us`.
    mutating func sendHeld(upTo us: Int64) {
        guard heldCount > 0 else { return }
        for (id, entry) in open where entry.held != nil && entry.nextChangeUs <= us {
            guard let line = entry.held, let place = open.index(forKey: id) else { continue }
            open.values[place].held = nil
            open.values[place].nextChangeUs = entry.nextChangeUs.addingClamped(entry.periodUs)
            heldCount -= 1
            let latest = line.device.flatMap { seen[$0] } ?? .min
            let isOlder = line.timeUs ?? .max < latest
            let current = isOlder ? DaemonLine(line, laterUs: latest) : line
            enqueueChange(current, id, positions: entry.includesPositions)
        }
    }
}

// MARK: - Room

extension PageLines {
    /// Cancels every gesture of the page, if its connection ends first.
    mutating func cancelAll(reason: String) {
        for (id, gesture) in open { cancel(id, gesture.last, gesture, reason) }
        open = [:]
        heldCount = 0
    }

    /// Drops all queued lines except replies, and ends every gesture that the page knows.
    mutating func clear() {
        var began: Set<Int64> = []
        var ended: [(id: Int64, body: [UInt8])] = []
        let known = open
        let count = queue.drop { entry in
            switch entry.kind {
            case .reply: return false
            case .began: began.insert(entry.id)
            case .ended, .syntheticCancel:
                // Its beginning was already sent, or did not exist: no end without one is dropped
                // this way.
                if began.remove(entry.id) == nil {
                    ended.append((entry.id, entry.body))
                }
            default: break
            }
            return true
        }
        note(count)
        open = open.filter { !began.contains($0.key) }
        heldCount = 0
        for end in ended { appendCancel(end.id, from: end.body) }
        // A gesture whose beginning the page did not subscribe to is unknown to it, and continues.
        for (id, gesture) in known where !began.contains(id) && gesture.includes(.began) {
            open[id] = nil
            cancel(id, gesture.last, gesture, "overflow")
        }
    }

    private mutating func cancel(
        _ id: Int64, _ last: DaemonLine, _ gesture: OpenGesture, _ reason: String
    ) {
        guard gesture.includes(.cancelled), gesture.includes(.began) else { return }
        appendCancel(id, last, reason, positions: gesture.includesPositions)
    }

    private mutating func appendCancel(_ id: Int64, from body: [UInt8]) {
        let bytes = Array(#"{"type":"gesture","seq":1"#.utf8) + body
        let parsed = bytes.withUnsafeBytes { DaemonLine($0, isOpen: { _ in true }) }
        if let parsed { appendCancel(id, parsed, "overflow", positions: true) }
    }

    private mutating func appendCancel(
        _ id: Int64, _ last: DaemonLine, _ reason: String, positions: Bool
    ) {
        reportLoss()
        var us = last.timeUs ?? 0
        if let device = last.device {
            us = max(us, stamps[device] ?? .min)
            stamps[device] = us
        }
        var body = LineRewriting.cancelling(last, reason: reason, at: us)
        if !positions { body = LineRewriting.removing(["x", "y", "x_mm", "y_mm"], from: body) }
        queue.append(.syntheticCancel, id: id, head: last.head, body: body)
    }

    private mutating func makeRoom(for count: Int) {
        guard !queue.hasRoom(for: count), !dropDispensable(for: count) else { return }
        clear()
    }

    /// Drops queued lines that are dispensable. Returns whether there is room then.
    private mutating func dropDispensable(for count: Int) -> Bool {
        let dropped = queue.drop {
            switch $0.kind {
            case .changed, .contact, .explanation, .overflow: true
            default: false
            }
        }
        note(dropped)
        return queue.hasRoom(for: count)
    }

    private mutating func reportLoss() {
        guard unreportedDrops > 0 else { return }
        let count = unreportedDrops
        unreportedDrops = 0
        queue.append(
            .overflow, id: Int64(clamping: count), head: Array(#"{"type":"overflow","seq":"#.utf8),
            body: Array(",\"dropped\":\(count)}".utf8))
    }

    private mutating func enqueue(
        _ kind: PageQueue.Kind, _ line: DaemonLine, id: Int64 = 0, positions: Bool? = nil
    ) {
        let includes = positions ?? active.subscription.includesPositions
        var body = body(line, positions: includes)
        if let device = line.device, let us = line.timeUs {
            let latest = stamps[device] ?? .min
            // Time does not run backwards within a device, whichever connection sent a line.
            if us < latest { body = LineRewriting.restamping(body, from: us, to: latest) }
            stamps[device] = max(us, latest)
        }
        enqueue(kind, id: id, head: line.head, body: body)
    }

    private mutating func enqueue(
        _ kind: PageQueue.Kind, id: Int64 = 0, head: [UInt8], body: [UInt8]
    ) {
        makeRoomUnless(kind, for: body.count)
        reportLoss()
        queue.append(kind, id: id, head: head, body: body)
    }

    private mutating func makeRoomUnless(_ kind: PageQueue.Kind, for count: Int) {
        if kind == .other { makeRoom(for: count) }
    }
}
