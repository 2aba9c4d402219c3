import GestureClient
import GestureWire
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
        let title = NumberText.padded(title, to: 12)
        let phase = NumberText.padded(ReadableName.of(update.phase.rawValue), to: 9)
        let fingers = NumberText.padded(NumberText.count(update.fingers, "finger"), to: 9)
        let details = (values(update.values) + parts + context).joined(separator: "  ")
        return "\(styled(title, phase))  \(fingers)  \(details)"
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

    private func styled(_ title: String, _ phase: String) -> String {
        switch update.phase {
        case .changed: style.faint("\(title)  \(phase)")
        case .cancelled: "\(style.strong(title))  \(style.alarming(phase))"
        default: "\(style.strong(title))  \(phase)"
        }
    }

    private typealias Phrase = (
        members: Set<String>, text: @Sendable (GestureValues) -> String?
    )

    /// Members that are not printed as name and value, in this order; if the phrase is `nil`, they
    /// are not shown.
    private static let phrases: [Phrase] = [
        (["direction"], { $0.direction.map { ReadableName.of($0) } }),
        (["edge"], { $0.edge.map { "from the \(ReadableName.of($0)) edge" } }),
        (["count"], { $0.count.map { "× \($0)" } }),
        (["scale"], { $0.scale.map { "scale \(NumberText.decimal($0, places: 2))" } }),
        (["rotation_deg"], { $0.rotationDegrees.map { "\(NumberText.decimal($0))°" } }),
        (["dx_mm", "dy_mm"], { moved($0) }),
        (["force"], { $0.force.map { "force \(NumberText.decimal($0, places: 2))" } }),
        (["inside"], { $0.isInside == false ? "lifted outside" : nil }),
        (["vx_mm_s", "vy_mm_s", "predicted_dx_mm", "predicted_dy_mm"], { _ in nil }),
        (["scale_velocity", "rotation_velocity", "force_source", "max_force"], { _ in nil }),
    ]

    /// Members that are printed as name and value.
    private static let plain = GestureValues.members.filter { member in
        !phrases.contains { $0.members.contains(member.name) }
    }

    private static func moved(_ values: GestureValues) -> String? {
        guard let dx = values.dxMm, let dy = values.dyMm else { return nil }
        let length = "\(NumberText.decimal((dx * dx + dy * dy).squareRoot())) mm"
        // If there is a direction, it is printed separately.
        guard values.direction == nil else { return length }
        return CompassWords(x: dx, y: dy).map { "\(length) \($0.text)" } ?? length
    }

    private func values(_ values: GestureValues) -> [String] {
        Self.phrases.compactMap { $0.text(values) }
            + Self.plain.compactMap { Self.plain($0, of: values) }
    }

    /// `score 0.93`.
    static func plain(_ member: GestureValues.Member, of values: GestureValues) -> String? {
        let name = String(member.name.map { $0 == "_" ? " " : $0 })
        return switch member.value(values) {
        case .number(let number): "\(name) \(NumberText.decimal(number, places: 2))"
        case .word(let word): "\(name) \(ReadableName.of(word))"
        case nil: nil
        }
    }

    private var parts: [String] { update.parts.map(text) }

    private func text(of part: GesturePart) -> String {
        let inner = values(part.values) + part.parts.map(text)
        return "[\(([ReadableName.of(part.name)] + inner).joined(separator: " "))]"
    }

    private var context: [String] {
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
    private var remaining: Int?
    private let countsGestures: Bool

    /// - Parameters:
    ///   - limit: the number of events. If `nil`, there is no limit.
    ///   - subscription: the subscription of the client.
    init(limit: Int?, of subscription: GestureSubscription?) {
        remaining = limit
        countsGestures = subscription?.events?.contains(.gesture) ?? true
    }

    /// Checks, at the end of the stream, that the limit was reached.
    ///
    /// - Throws: if it was not: a script that waits for a tap must not mistake the end for one.
    func requireReached() throws(CommandError) {
        guard let remaining else { return }
        throw CommandError(
            .unavailable,
            "the daemon ended before --count was reached: \(remaining) more\n  "
                + "Add --reconnect to go on with the next one")
    }

    /// Counts an event. Returns whether the limit is reached.
    mutating func reachesLimit(counting event: GestureClientEvent) -> Bool {
        guard let remaining, counts(event) else { return false }
        self.remaining = remaining - 1
        return remaining <= 1
    }

    private func counts(_ event: GestureClientEvent) -> Bool {
        switch event {
        case .gesture: true
        case .device(let update): !countsGestures && update.change != .present
        case .activity, .wake, .contact, .health, .explanation, .unknown: !countsGestures
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
