import GestureClient
import LinuxIO

/// Lines of the daemon as text for people.
///
/// Text from devices is escaped: a name may contain control characters.
struct EventText {
    private let style: TextStyle
    private var clock = ClockText()
    private var lastUs: Int64 = 0
    private var devices: Set<Int> = []

    init(style: TextStyle) {
        self.style = style
    }

    /// The text of an event; `nil` if it is not shown.
    mutating func line(for event: GestureClientEvent) -> String? {
        switch event {
        case .hello(let hello):
            clock.hello = hello
            devices = []
            return told(hello.monotonicUs, style.faint(ReadableName.of(hello.server)))
        case .device(let update): return line(for: update)
        case .snapshotEnd(let count):
            return count == 0 ? told(lastUs, style.alarming("no touchscreen is there")) : nil
        case .gesture(let update):
            return told(
                update.timeUs, GestureText(update, style, tellsDevice: devices.count > 1).line)
        case .activity(let update):
            return told(update.timeUs, style.faint(update.isActive ? "active" : "idle"))
        case .contact(let update): return told(update.timeUs, Self.text(of: update))
        case .health(let update): return told(update.timeUs, style.alarming(Self.text(of: update)))
        case .overflow(let dropped):
            return told(
                lastUs, style.alarming("\(NumberText.count(dropped, "line")) lost: read too slowly")
            )
        case .bye(let reason):
            return told(lastUs, style.faint("bye: \(ReadableName.of(reason.rawValue))"))
        case .unknown: return nil
        }
    }

    private mutating func line(for update: DeviceUpdate) -> String {
        let device = update.device
        if update.change == .removed {
            devices.remove(device.id)
        } else {
            devices.insert(device.id)
        }
        let change = update.change == .present ? "" : " \(ReadableName.of(update.change.rawValue))"
        return told(
            lastUs, style.faint("touchscreen \(device.id)\(change): \(DeviceText(device).line)"))
    }

    private mutating func told(_ us: Int64, _ text: String) -> String {
        lastUs = us
        return "\(style.faint(clock.time(at: us)))  \(text)"
    }

    private static func text(of update: ContactUpdate) -> String {
        let place = update.place.map { "  at \(GestureText.millimetres($0.xMm, $0.yMm))" } ?? ""
        let force = update.force.map { "  force \(NumberText.decimal($0, places: 2))" } ?? ""
        let slot = update.slot.map { " \($0)" } ?? ""
        return "contact\(slot) \(ReadableName.of(update.phase.rawValue))\(place)\(force)"
    }

    private static func text(of update: HealthUpdate) -> String {
        var parts = [ReadableName.of(update.problem.rawValue)]
        if let device = update.device { parts.append("touchscreen \(device)") }
        if let place = update.place {
            parts.append("at \(GestureText.millimetres(place.xMm, place.yMm))")
        }
        for (count, noun) in [
            (update.palms, "palm"), (update.ghosts, "ghost"), (update.jumps, "jump"),
        ] where count ?? 0 > 0 {
            parts.append(NumberText.count(count ?? 0, noun))
        }
        if let late = update.lateUs { parts.append("by \(NumberText.duration(us: late))") }
        if let message = update.message { parts.append(escapedText(message, limit: 1024)) }
        return parts.joined(separator: "  ")
    }
}
