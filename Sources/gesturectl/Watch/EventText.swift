import GestureClient
import Glibc
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
            clock = ClockText(hello: hello)
            devices = []
            return stamped(hello.monotonicUs, style.faint(ReadableName.of(hello.server)))
        case .device(let update): return line(for: update)
        case .snapshotEnd(let count):
            return count == 0 ? stamped(lastUs, style.alarming("no touchscreen is connected")) : nil
        case .gesture(let update):
            return stamped(
                update.timeUs, GestureText(update, style, showsDevice: devices.count > 1).line)
        case .activity(let update):
            return stamped(update.timeUs, style.faint(update.isActive ? "active" : "idle"))
        case .wake(let update):
            return stamped(update.timeUs, style.faint("the touch that woke has lifted"))
        case .contact(let update): return stamped(update.timeUs, Self.text(of: update))
        case .health(let update):
            return stamped(update.timeUs, style.alarming(Self.text(of: update)))
        case .explanation(let update): return stamped(update.timeUs, Self.text(of: update))
        case .overflow(let dropped):
            return stamped(
                lastUs, style.alarming("\(NumberText.count(dropped, "line")) lost: read too slowly")
            )
        case .bye(let reason):
            return stamped(lastUs, style.faint("bye: \(ReadableName.of(reason.rawValue))"))
        case .unknown: return nil
        }
    }

    private mutating func line(for update: DeviceUpdate) -> String {
        let device = update.device
        if device.path == nil { clock.isRecording = true }
        if update.change == .removed {
            devices.remove(device.id)
        } else {
            devices.insert(device.id)
        }
        let change = update.change == .present ? "" : " \(ReadableName.of(update.change.rawValue))"
        return stamped(
            lastUs, style.faint("touchscreen \(device.id)\(change): \(DeviceText(device).line)"))
    }

    private mutating func stamped(_ us: Int64, _ text: String) -> String {
        lastUs = us
        if clock.isRecording, us != clock.hello?.monotonicUs {
            clock.firstUs = clock.firstUs ?? us
        }
        return "\(style.faint(clock.time(at: us)))  \(text)"
    }

    private static func text(of update: ContactUpdate) -> String {
        let place = update.place.map { "  at \(GestureText.millimetres($0.xMm, $0.yMm))" } ?? ""
        let force = update.force.map { "  force \(NumberText.decimal($0, places: 2))" } ?? ""
        let slot = update.slot.map { " \($0)" } ?? ""
        return "contact\(slot) \(ReadableName.of(update.phase.rawValue))\(place)\(force)"
    }

    /// `? swipe: a finger moved 3.1 mm, at least 10.0 (minimum_distance)`.
    static func text(of update: ExplanationUpdate) -> String {
        let zone = update.zone == "screen" ? "" : "\(ReadableName.of(update.zone))/"
        let part = update.part.map { "its \(ReadableName.of($0)): " } ?? ""
        return
            "? \(zone)\(ReadableName.of(update.name)): \(part)\(escapedText(update.text, limit: 1_024))"
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
        let lines = update.message.map { ReadableName.lines(of: $0).map { "\n    " + $0 } }
        return parts.joined(separator: "  ") + (lines ?? []).joined()
    }
}

/// A touchscreen as text for people.
struct DeviceText {
    private let device: TouchDevice

    init(_ device: TouchDevice) {
        self.device = device
    }

    /// `ELAN Touchscreen, 344 × 194 mm, 10 fingers`
    var line: String {
        var parts = [ReadableName.of(device.name), size, NumberText.count(device.slots, "finger")]
        if device.force != "none" { parts.append("force by \(ReadableName.of(device.force))") }
        if let output = device.output { parts.append("on \(ReadableName.of(output))") }
        if device.state != "open" { parts.append(problem) }
        return parts.joined(separator: ", ")
    }

    /// `344 × 194 mm`, and the source of the size unless it is the kernel.
    var size: String {
        let size = "\(NumberText.decimal(device.width)) × \(NumberText.decimal(device.height)) mm"
        return device.size == "kernel" ? size : "\(size) (\(ReadableName.of(device.size)))"
    }

    /// The state of a device that cannot be read, and its error.
    var problem: String {
        let error = device.error.map { ": \(ReadableName.of($0))" } ?? ""
        return "\(ReadableName.of(device.state))\(error)"
    }
}

/// The time of day of events.
struct ClockText {
    /// The line that relates timestamps to the time of day; `nil` before it has been received.
    var hello: Hello?
    /// Whether timestamps are those of a recording, which cannot be converted to the time of day.
    var isRecording = false
    /// The first timestamp of the recording.
    var firstUs: Int64?

    /// `14:03:11.204` in local time, or `+1.204 s` since a recording began; spaces if it is
    /// unknown.
    func time(at us: Int64) -> String {
        guard let hello, !isRecording || firstUs != nil else {
            return String(repeating: " ", count: 12)
        }
        if isRecording, let firstUs {
            let seconds = Double(us.subtractingReportingOverflow(firstUs).partialValue) / 1e6
            let text = "+\(fixedDecimal(seconds, places: 3)) s"
            return String(repeating: " ", count: max(0, 12 - text.count)) + text
        }
        let realtime = hello.realtimeUs(at: us)
        var seconds = time_t(realtime / 1_000_000)
        var parts = tm()
        guard localtime_r(&seconds, &parts) != nil else { return "\(realtime)" }
        let ms = Int32(realtime % 1_000_000 / 1_000)
        let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { digits($0, 2) }
        return clock.joined(separator: ":") + "." + digits(ms, 3)
    }

    private func digits(_ number: Int32, _ width: Int) -> String {
        let text = "\(number)"
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }
}

/// Numbers as text for people.
enum NumberText {
    /// With at most `places` decimals, without trailing zeros.
    static func decimal(_ value: Double, places: Int = 1) -> String {
        // Values of this size have no decimals that matter.
        guard value.magnitude < 1e12 else { return "\(value)" }
        return shortDecimal(value, places: places)
    }

    /// A duration: `86 ms`, `1.2 s`, `3 min 5 s`, `2 h 10 min`, `12 d 3 h`.
    static func duration(us: Int64) -> String {
        let us = max(0, us)
        let seconds = us / 1_000_000
        switch us {
        case ..<1_000: return "\(us) µs"
        case ..<1_000_000: return "\(us / 1_000) ms"
        case ..<60_000_000: return "\(decimal(Double(us) / 1e6)) s"
        case ..<3_600_000_000: return "\(seconds / 60) min \(seconds % 60) s"
        case ..<86_400_000_000: return "\(seconds / 3_600) h \(seconds % 3_600 / 60) min"
        default: return "\(seconds / 86_400) d \(seconds % 86_400 / 3_600) h"
        }
    }

    /// A count with its noun: `1 finger`, `2 fingers`.
    static func count(_ count: Int, _ noun: String) -> String {
        "\(count) \(noun)\(count == 1 ? "" : "s")"
    }

    /// `text` padded with spaces to `width` characters.
    static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}

/// Text attributes on a terminal.
struct TextStyle {
    /// Whether attributes are used.
    let isColoured: Bool

    /// The style for an output, unless the user wants none ($NO_COLOR, $TERM).
    init(of output: OutputFile) {
        let isUnwanted = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
        let terminal = getenv("TERM").map { String(cString: $0) } ?? "dumb"
        isColoured = output.isTerminal && !isUnwanted && terminal != "dumb"
    }

    init(isColoured: Bool) {
        self.isColoured = isColoured
    }

    /// Emphasised.
    func strong(_ text: String) -> String { wrapped(text, "1") }

    /// Secondary.
    func faint(_ text: String) -> String { wrapped(text, "2") }

    /// An error.
    func alarming(_ text: String) -> String { wrapped(text, "31") }

    private func wrapped(_ text: String, _ code: String) -> String {
        isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
