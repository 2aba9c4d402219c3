public import TouchCore

/// A condition of a device or of the daemon that an operator may need to know; no gesture.
public enum HealthReport: Sendable, Hashable {
    /// A contact rested too long to be a finger. Both positions from the surface's top left, as a
    /// fraction and in millimetres.
    case stuck(unitPosition: Point, position: Point)
    /// The kernel dropped events; the state of the contacts was read again.
    case resynchronised
    /// Contacts, jumps of contacts, or positions beyond the axes were rejected; counts since the
    /// device was opened.
    case rejected(palms: UInt64, ghosts: UInt64, jumps: UInt64, clamped: UInt64)
    /// A device has shown breaks or ghosts, so that contacts are treated according to the setting
    /// from now on; counts since the device was opened.
    case adapted(breaks: UInt64, ghosts: UInt64, setting: String)
    /// A frame was processed this many microseconds after its timestamp.
    case late(us: Int64)
    /// A new configuration is invalid, as the text explains.
    case configurationError(String)
}

/// Whether any touchscreen is being touched.
public enum ActivityState: String, Sendable, Hashable, CaseIterable {
    case active
    /// Nothing was touched for the configured time.
    case idle
}

extension LineBuffer {
    /// Appends the body of an `activity` line; `us` is on the clock of event timestamps.
    public mutating func appendActivityBody(_ state: ActivityState, at us: Int64) {
        append(#","time_us":"#)
        append(integer: us)
        append(#","state":"#)
        append(string: state.rawValue)
        append("}\n")
    }

    /// Appends the body of a `wake` line; both times are on the clock of event timestamps.
    public mutating func appendWakeBody(began: Int64, at us: Int64) {
        append(#","time_us":"#)
        append(integer: us)
        append(#","began_us":"#)
        append(integer: began)
        append("}\n")
    }

    /// Appends the body of a `health` line.
    ///
    /// - Parameters:
    ///   - device: `nil` if the report is about no device.
    ///   - us: on the clock of event timestamps.
    ///   - includesPositions: whether the line contains the position of the contact.
    public mutating func appendHealthBody(
        _ report: HealthReport, device: Int?, at us: Int64, includesPositions: Bool
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
            if includesPositions { appendPlace(unit, place) }
        case .rejected(let palms, let ghosts, let jumps, let clamped):
            append(#","palms":"#)
            append(integer: palms)
            append(#","ghosts":"#)
            append(integer: ghosts)
            append(#","jumps":"#)
            append(integer: jumps)
            append(#","clamped":"#)
            append(integer: clamped)
        case .adapted(let breaks, let ghosts, let setting):
            append(#","ghosts":"#)
            append(integer: ghosts)
            append(#","breaks":"#)
            append(integer: breaks)
            append(#","message":"#)
            append(string: setting)
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
        case .adapted: "adapted"
        case .late: "late"
        case .configurationError: "configuration_error"
        }
    }
}
