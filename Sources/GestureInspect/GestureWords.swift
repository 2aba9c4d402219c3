package import GestureWire
import LinuxIO
package import TouchCore

/// A gesture's event as text.
package struct GestureWords {
    private let event: GestureEvent

    package init(event: GestureEvent) {
        self.event = event
    }

    /// The values that belong to the kind and the phase, separated by commas.
    package var text: String {
        switch event.phase {
        case .began: (fingersAndPosition + values).joined(separator: ", ")
        case .changed: values.joined(separator: ", ")
        case .ended: (values + [duration]).joined(separator: ", ")
        case .cancelled: ([reason] + values + [duration]).joined(separator: ", ")
        }
    }

    private var fingersAndPosition: [String] {
        let fingers = event.fingers == 1 ? "1 finger" : "\(event.fingers) fingers"
        return [
            "\(fingers) at \(millimetres(event.position.x)), \(millimetres(event.position.y)) mm"
        ]
    }

    /// The values with texts of their own, and these texts.
    private static let phrases:
        [(members: Set<GestureMember>, words: @Sendable (Self) -> [String])] = [
            (
                [.direction, .dx, .dy, .vx, .vy, .predictedDX, .predictedDY, .edge],
                { $0.movement }
            ),
            ([.count, .inside], { $0.counts }),
            ([.scale, .scaleVelocity, .rotation, .rotationVelocity], { $0.changes }),
            ([.maximumForce, .force], { $0.force }),
        ]

    /// The other values, which are shown by their names.
    private static let plain = GestureMember.allCases.filter { member in
        !phrases.contains { $0.members.contains(member) }
    }

    /// All values that the event has.
    private var values: [String] {
        Self.phrases.flatMap { $0.words(self) } + Self.plain.compactMap(plain)
    }

    /// A value by its name: `score 0.93`; `nil` if the event does not have it.
    func plain(_ member: GestureMember) -> String? {
        guard let value = member.value(of: event.values) else { return nil }
        let name = String(member.rawValue.map { $0 == "_" ? " " : $0 })
        return switch value {
        case .decimal(let number): "\(name) \(fixedDecimal(number, places: 2))"
        case .integer(let number): "\(name) \(number)"
        case .text(let text): "\(name) \(text)"
        }
    }

    /// The displacement, the velocity, and the edge at which it started.
    private var movement: [String] {
        let values = event.values
        let edge = values.edge.map { ["from the \($0.rawValue) edge"] } ?? []
        guard let translation = values.translation, let velocity = values.velocity else {
            return (values.direction.map { [$0.words] } ?? []) + edge
        }
        let length = "\(millimetres(translation.length)) mm"
        let displacement =
            values.direction.map { [$0.words, length] }
            ?? [
                CompassWords(x: translation.x, y: translation.y).map { "\(length) \($0.text)" }
                    ?? length
            ]
        return displacement + ["\(fixedDecimal(velocity.length, places: 0)) mm/s"] + edge
    }

    /// Taps with their fingers, ticks, and whether a press lifted inside its zone.
    private var counts: [String] {
        let values = event.values
        let taps = values.count.map { fingersAndPosition + ($0 > 1 ? ["count \($0)"] : []) }
        let ticks = values.ticks.map { [$0 == 1 ? "1 tick" : "\($0) ticks"] }
        let inside = values.isInside.map { [$0 ? "inside" : "outside"] }
        return [taps, ticks, inside].compactMap(\.self).flatMap(\.self)
    }

    /// Scale and rotation.
    private var changes: [String] {
        let values = event.values
        var words: [String] = []
        if let scale = values.scale, let velocity = values.scaleVelocity {
            words += [
                "x\(fixedDecimal(scale, places: 2))", "\(fixedDecimal(velocity, places: 2))/s",
            ]
        }
        if let degrees = values.rotation, let velocity = values.rotationVelocity {
            words += [turn(degrees), "\(fixedDecimal(velocity, places: 0)) degrees/s"]
        }
        return words
    }

    /// The maximum force, and the present force if the kind measures force.
    private var force: [String] {
        let maximum = event.values.maximumForce.map {
            "greatest force \(fixedDecimal($0, places: 2))"
        }
        let isAboutForce = event.values.kind.traits.contains(.force)
        let measured = isAboutForce ? event.force : nil
        let present = measured.map { "force \(fixedDecimal($0, places: 2))" }
        return [maximum, present].compactMap(\.self)
    }

    /// Why the gesture was cancelled.
    package var reason: String {
        event.reason?.words ?? "no reason"
    }

    private var duration: String {
        "\(fixedDecimal(Double(event.durationUs) / 1_000_000, places: 2)) s"
    }

    private func turn(_ degrees: Double) -> String {
        let amount = "\(fixedDecimal(degrees.magnitude, places: 1)) degrees"
        return degrees < 0 ? "\(amount) counterclockwise" : "\(amount) clockwise"
    }

    private func millimetres(_ value: Double) -> String {
        fixedDecimal(value, places: 1)
    }
}

extension SwipeDirection {
    fileprivate var words: String {
        String(rawValue.map { $0 == "_" ? " " : $0 })
    }
}

/// A touchscreen as text: its properties, and advice if they are guesses.
package struct DeviceWords {
    private let device: DeviceRecord

    package init(_ device: DeviceRecord) {
        self.device = device
    }

    /// `344.0 x 194.0 mm (as the device reports), 10 slots, force is measured as pressure`
    package var text: String {
        let slots = device.slots == 1 ? "1 slot" : "\(device.slots) slots"
        return "\(size) mm (\(device.size.words)), \(slots), \(force)"
    }

    /// The source of force.
    package var force: String {
        switch device.force {
        case .pressure: "force is measured as pressure"
        case .area: "force is taken from the size of the touch"
        case nil: "no force seen yet"
        }
    }

    private var size: String {
        "\(fixedDecimal(device.width, places: 1)) x \(fixedDecimal(device.height, places: 1))"
    }
}

extension SizeSource {
    /// The source of the size, as text.
    package var words: String {
        switch self {
        case .kernel: "as the device reports"
        case .configured: "as configured"
        case .assumed: "assumed: the device reports no usable size"
        }
    }
}

extension GestureConfiguration {
    /// The name of the gesture of `event`, after the zone's name if that is not `screen`.
    package func name(of event: GestureEvent) -> String {
        guard zones.indices.contains(event.zone),
            zones[event.zone].gestures.indices.contains(event.gesture)
        else { return "gesture" }
        let name = zones[event.zone].gestures[event.gesture].name
        return event.zone == 0 ? name : "\(zones[event.zone].name)/\(name)"
    }
}
