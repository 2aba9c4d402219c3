public import TouchCore

/// Something about a device, or the daemon, that is no gesture and that who looks after it may want
/// to know.
public enum HealthReport: Sendable, Hashable {
    /// A contact was still for so long that it counts as no finger; both lengths from the surface's
    /// top left, as a share and in millimetres.
    case stuck(unitPosition: Point, position: Point)
    /// The kernel lost events; what is on the glass was asked for anew.
    case resynchronised
    /// Contacts, steps of contacts, or places beyond the axes were refused; the counts since the
    /// device was opened.
    case rejected(palms: UInt64, ghosts: UInt64, jumps: UInt64, clamped: UInt64)
    /// A frame was done so many microseconds after the kernel stamped it.
    case late(us: Int64)
    /// The configuration that was to take over is wrong, as the text says.
    case configurationError(String)
}

/// Whether somebody touches something.
public enum ActivityState: String, Sendable, Hashable, CaseIterable {
    case active
    /// Nobody has for the time that is configured.
    case idle
}

extension LineBuffer {
    /// Appends the body of an `activity` line; `us` is on the clock of stamps.
    public mutating func appendActivityBody(_ state: ActivityState, at us: Int64) {
        append(#","time_us":"#)
        append(integer: us)
        append(#","state":"#)
        append(string: state.rawValue)
        append("}\n")
    }

    /// Appends the body of a `health` line.
    ///
    /// - Parameters:
    ///   - device: `nil` where it is about none of them.
    ///   - us: on the clock of stamps.
    ///   - tellsPositions: else the line does not say where a contact is.
    public mutating func appendHealthBody(
        _ report: HealthReport, device: Int?, at us: Int64, tellsPositions: Bool
    ) {
        append(#","time_us":"#)
        append(integer: us)
        append(#","problem":"#)
        append(string: report.word)
        if let device {
            append(#","device":"#)
            append(integer: device)
        }
        switch report {
        case .stuck(let unit, let place):
            if tellsPositions { appendPlace(unit, place) }
        case .rejected(let palms, let ghosts, let jumps, let clamped):
            append(#","palms":"#)
            append(integer: palms)
            append(#","ghosts":"#)
            append(integer: ghosts)
            append(#","jumps":"#)
            append(integer: jumps)
            append(#","clamped":"#)
            append(integer: clamped)
        case .late(let us):
            append(#","late_us":"#)
            append(integer: us)
        case .configurationError(let text):
            append(#","message":"#)
            append(string: text)
        case .resynchronised: break
        }
        append("}\n")
    }

    private mutating func appendPlace(_ unit: Point, _ place: Point) {
        append(#","x":"#)
        append(decimal: unit.x, places: .five)
        append(#","y":"#)
        append(decimal: unit.y, places: .five)
        append(#","x_mm":"#)
        append(decimal: place.x, places: .two)
        append(#","y_mm":"#)
        append(decimal: place.y, places: .two)
    }
}

extension HealthReport {
    fileprivate var word: String {
        switch self {
        case .stuck: "stuck"
        case .resynchronised: "resynchronised"
        case .rejected: "rejected"
        case .late: "late"
        case .configurationError: "configuration_error"
        }
    }
}
