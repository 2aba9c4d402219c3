import GestureClient
import LinuxIO

/// A gesture event as text for people.
struct GestureText {
    private let update: GestureUpdate
    private let style: TextStyle
    private let showsDevice: Bool

    /// - Parameter showsDevice: whether there is more than one touchscreen.
    init(_ update: GestureUpdate, _ style: TextStyle, showsDevice: Bool) {
        self.update = update
        self.style = style
        self.showsDevice = showsDevice
    }

    /// `swipe       ended      1 finger   left  40.1, 2 mm  at 110.9, 61.3 mm  86 ms  #18`
    var line: String {
        let head = NumberText.padded(title, to: 12)
        let phase = NumberText.padded(ReadableName.of(update.phase.rawValue), to: 9)
        let fingers = NumberText.padded(NumberText.count(update.fingers, "finger"), to: 9)
        let rest = (values(update.values) + parts + surroundings).joined(separator: "  ")
        return "\(styled(head, phase))  \(fingers)  \(rest)"
    }

    /// Two lengths in millimetres.
    static func millimetres(_ x: Double, _ y: Double) -> String {
        "\(NumberText.decimal(x)), \(NumberText.decimal(y)) mm"
    }

    /// The name and, if it differs, the kind.
    private var title: String {
        let (name, kind) = (ReadableName.of(update.name), ReadableName.of(update.kind.rawValue))
        return name == kind ? name : "\(name) (\(kind))"
    }

    private func styled(_ head: String, _ phase: String) -> String {
        switch update.phase {
        case .changed: style.faint("\(head)  \(phase)")
        case .cancelled: "\(style.strong(head))  \(style.alarming(phase))"
        default: "\(style.strong(head))  \(phase)"
        }
    }

    private func values(_ values: GestureValues) -> [String] {
        var texts: [String] = []
        if let direction = values.direction { texts.append(ReadableName.of(direction)) }
        if let edge = values.edge { texts.append("from the \(ReadableName.of(edge)) edge") }
        if let count = values.count { texts.append("× \(count)") }
        if let scale = values.scale {
            texts.append("scale \(NumberText.decimal(scale, places: 2))")
        }
        if let degrees = values.rotationDegrees { texts.append("\(NumberText.decimal(degrees))°") }
        if let dx = values.dxMm, let dy = values.dyMm {
            texts.append("moved \(Self.millimetres(dx, dy))")
        }
        if let force = values.force {
            texts.append("force \(NumberText.decimal(force, places: 2))")
        }
        if values.isInside == false { texts.append("lifted outside") }
        return texts
    }

    private var parts: [String] { update.parts.map(text) }

    private func text(of part: GesturePart) -> String {
        let inner = values(part.values) + part.parts.map(text)
        return "[\(([ReadableName.of(part.name)] + inner).joined(separator: " "))]"
    }

    private var surroundings: [String] {
        var texts: [String] = []
        if let place = update.place {
            texts.append("at \(Self.millimetres(place.xMm, place.yMm))")
        }
        if update.zone != "screen" { texts.append("in \(ReadableName.of(update.zone))") }
        if showsDevice { texts.append("touchscreen \(update.device)") }
        if let us = update.durationUs { texts.append(NumberText.duration(us: us)) }
        if let reason = update.reason { texts.append(ReadableName.of(reason.rawValue)) }
        texts.append(style.faint("#\(update.id)"))
        return texts
    }
}

/// Counts events for `--count`: gestures or, if none are subscribed, any subscribed events.
///
/// The snapshot of a connection does not count, so that a script that waits for one tap gets a tap.
struct EventCounter {
    private var left: Int?
    private let countsGestures: Bool

    /// - Parameters:
    ///   - limit: the number of events; `nil`: no limit.
    ///   - subscription: the subscription of the client.
    init(limit: Int?, of subscription: GestureSubscription?) {
        left = limit
        countsGestures = subscription?.events?.contains(.gesture) ?? true
    }

    /// Called at the end of the stream.
    ///
    /// - Throws: if the limit was not reached: a script that waits for a tap must not take this for
    ///   one.
    func requireReached() throws(CommandError) {
        guard let left else { return }
        throw CommandError(
            .unavailable,
            "the daemon ended before --count was reached: \(left) more\n  "
                + "Add --reconnect to go on with the next one")
    }

    /// Counts an event. Returns whether it was the last.
    mutating func isReached(by event: GestureClientEvent) -> Bool {
        guard let left, counts(event) else { return false }
        self.left = left - 1
        return left <= 1
    }

    private func counts(_ event: GestureClientEvent) -> Bool {
        switch event {
        case .gesture: true
        case .device(let update): !countsGestures && update.change != .present
        case .activity, .contact, .health, .unknown: !countsGestures
        case .hello, .snapshotEnd, .overflow, .bye: false
        }
    }
}

/// Writes lines of the daemon: unchanged, or as text for people.
struct LineWriter {
    private let output: OutputFile
    private var text: EventText?

    init(_ output: OutputFile, isText: Bool) {
        self.output = output
        text = isText ? EventText(style: TextStyle(of: output)) : nil
    }

    /// Writes one line.
    ///
    /// - Throws: `OutputEnd`.
    mutating func write(_ line: GestureClientLine) throws(OutputEnd) {
        if text == nil {
            try output.write(json: line.text)
        } else if let shown = text?.line(for: line.event) {
            try output.write(shown + "\n")
        }
    }
}
