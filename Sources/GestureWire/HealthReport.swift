public import TouchCore

/// A condition of a device or of the daemon that an operator may need to know.
public enum HealthReport: Sendable, Hashable {
    /// A contact rested too long to be a finger. Both positions are measured from the top left of
    /// the surface: as fractions of its sides, and in millimetres.
    case stuck(unitPosition: Point, position: Point)
    /// The kernel dropped events; the state of the contacts was read again.
    case resynchronised
    /// Contacts or jumps of contacts were rejected, or positions beyond the axes clamped. The
    /// counts begin when the device is opened.
    case rejected(palms: UInt64, ghosts: UInt64, jumps: UInt64, clamped: UInt64)
    /// A device has shown breaks, ghosts, spikes, splits or late landings, and `setting` applies to
    /// its contacts from now on. The counts begin when the device is opened.
    case adapted(breaks: UInt64, ghosts: UInt64, spikes: UInt64, splits: UInt64, setting: String)
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

/// A member of an `activity` line.
package enum ActivityMember: String, WireMember {
    case time = "time_us"
    case state

    package static let names = MemberNames(of: Self.self)
}

/// A member of a `wake` line.
package enum WakeMember: String, WireMember {
    case time = "time_us"
    case began = "began_us"

    package static let names = MemberNames(of: Self.self)
}

/// A member of a `health` line.
package enum HealthMember: String, WireMember {
    case time = "time_us"
    case problem, device, x, y
    case xMillimetres = "x_mm"
    case yMillimetres = "y_mm"
    case palms, ghosts, jumps, clamped, breaks, spikes, splits
    case late = "late_us"
    case message

    package static let names = MemberNames(of: Self.self)
}

/// The value of `problem` in `health` lines.
package enum HealthProblem: String, Sendable, CaseIterable {
    case stuck, resynchronised, rejected, adapted, late
    case configurationError = "configuration_error"
}

extension LineBuffer {
    /// Appends the body of an `activity` line; `us` is on the clock of event timestamps.
    public mutating func appendActivityBody(_ state: ActivityState, at us: Int64) {
        append(ActivityMember.time, us)
        append(ActivityMember.state, keyword: state)
        append("}\n")
    }

    /// Appends the body of a `wake` line; both times are on the clock of event timestamps.
    public mutating func appendWakeBody(began: Int64, at us: Int64) {
        append(WakeMember.time, us)
        append(WakeMember.began, began)
        append("}\n")
    }

    /// Appends the body of a `health` line.
    ///
    /// - Parameters:
    ///   - device: its number; `nil` if the report is about no device.
    ///   - us: the time, on the clock of event timestamps.
    ///   - includesPositions: whether the line contains the position of the contact.
    public mutating func appendHealthBody(
        _ report: HealthReport, device: Int?, at us: Int64, includesPositions: Bool
    ) {
        append(HealthMember.time, us)
        append(HealthMember.problem, keyword: report.problem)
        if let device { append(HealthMember.device, device) }
        switch report {
        case .stuck(let unitPosition, let position):
            if includesPositions { appendPosition(unitPosition, position) }
        case .rejected(let palms, let ghosts, let jumps, let clamped):
            append(HealthMember.palms, palms)
            append(HealthMember.ghosts, ghosts)
            append(HealthMember.jumps, jumps)
            append(HealthMember.clamped, clamped)
        case .adapted(let breaks, let ghosts, let spikes, let splits, let setting):
            append(HealthMember.ghosts, ghosts)
            append(HealthMember.breaks, breaks)
            append(HealthMember.spikes, spikes)
            append(HealthMember.splits, splits)
            append(HealthMember.message, setting)
        case .late(let delay): append(HealthMember.late, delay)
        case .configurationError(let text): append(HealthMember.message, text)
        case .resynchronised: break
        }
        append("}\n")
    }

    private mutating func appendPosition(_ unitPosition: Point, _ position: Point) {
        append(HealthMember.x, unitPosition.x, places: .five)
        append(HealthMember.y, unitPosition.y, places: .five)
        append(HealthMember.xMillimetres, position.x, places: .two)
        append(HealthMember.yMillimetres, position.y, places: .two)
    }
}

extension HealthReport {
    fileprivate var problem: HealthProblem {
        switch self {
        case .stuck: .stuck
        case .resynchronised: .resynchronised
        case .rejected: .rejected
        case .adapted: .adapted
        case .late: .late
        case .configurationError: .configurationError
        }
    }
}
