/// One contact in one frame, in device units.
///
/// A frame is a timestamp and reports of contacts; a contact without a report is unchanged.
public struct TouchReport: Sendable, Hashable {
    /// How the contact changed in this frame.
    public enum Phase: UInt8, Sendable {
        /// The contact continues, and the frame has a report of its slot.
        case moved
        /// The contact ended; the report has its last values.
        case lifted
        /// The contact is new.
        case landed
    }

    /// The kernel's slot, 0 to 63.
    public var slot: UInt8
    /// How the contact changed in this frame.
    public var phase: Phase
    /// Whether the device reports the contact as a palm (`MT_TOOL_PALM`).
    public var isPalm: Bool
    /// Whether the contact moved in this frame before it ended. `true` for `moved` only inside of
    /// the engine, if the lift is held back.
    public var movedBeforeLift: Bool
    /// Position on the device's x axis, in device units.
    public var x: Int32
    /// Position on the device's y axis, in device units.
    public var y: Int32
    /// Pressure on the device's axis; 0 if it has no such axis.
    public var pressure: Int32
    /// Length of the contact's ellipse on the device's axis; 0 if it has no such axis.
    public var touchMajor: Int32

    /// Creates a report of the contact in `slot`, in device units.
    public init(
        slot: UInt8, phase: Phase, x: Int32, y: Int32, pressure: Int32 = 0, touchMajor: Int32 = 0,
        isPalm: Bool = false, movedBeforeLift: Bool = false
    ) {
        self.slot = slot
        self.phase = phase
        self.isPalm = isPalm
        self.movedBeforeLift = movedBeforeLift
        self.x = x
        self.y = y
        self.pressure = pressure
        self.touchMajor = touchMajor
    }
}

extension TouchReport {
    /// The slot as an index; the assembler never reports a slot beyond the table's 64.
    var index: Int { Int(slot & 63) }

    /// The slot as a bit of a mask.
    @inline(__always)
    var bit: UInt64 { 1 << UInt64(slot & 63) }
}

/// The head of a frame, common to all of its reports.
public struct TouchFrame: Sendable, Hashable {
    /// The kernel's timestamp.
    public var time: Timestamp
    /// When the panel sampled the frame; `nil` if only `time` is known. Velocities use it.
    ///
    /// At most 50 ms before `time`, and never after it.
    public var sampledAt: Timestamp?
    /// Whether events were lost before this frame. If so, it has a report with `landed` of every
    /// contact that is down.
    public var isResynchronised: Bool

    /// The maximum time from the panel's scan to the timestamp (µs): six frames at 120 Hz.
    package static let maximumSampleLagUs: Int64 = 50_000

    /// Creates a frame with a timestamp.
    ///
    /// - Parameters:
    ///   - time: the kernel's timestamp.
    ///   - sampledAt: when the panel sampled it; `nil` if only `time` is known.
    ///   - isResynchronised: whether events were lost before it.
    public init(time: Timestamp, sampledAt: Timestamp? = nil, isResynchronised: Bool = false) {
        self.time = time
        self.sampledAt = sampledAt
        self.isResynchronised = isResynchronised
    }
}

/// An instant on the kernel's clock, in microseconds.
///
/// Only differences are meaningful: hardware counts from boot (`CLOCK_MONOTONIC`), a recording from
/// an arbitrary origin.
public struct Timestamp: Sendable, Hashable, Comparable {
    /// Microseconds since the clock's origin.
    public var microseconds: Int64

    /// The end of time: a deadline that is never due.
    static let never = Timestamp(microseconds: .max)

    /// Creates the instant `microseconds` after the clock's origin.
    public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.microseconds < right.microseconds
    }

    /// The time from `earlier` to this instant, in microseconds.
    ///
    /// Saturates instead of overflowing: timestamps in a recording are arbitrary.
    public func microseconds(since earlier: Timestamp) -> Int64 {
        let (difference, overflow) = microseconds.subtractingReportingOverflow(earlier.microseconds)
        guard overflow else { return difference }
        return microseconds < earlier.microseconds ? .min : .max
    }

    /// The instant `microseconds` later; saturates instead of overflowing.
    public func advanced(byMicroseconds microseconds: Int64) -> Timestamp {
        let (sum, overflow) = self.microseconds.addingReportingOverflow(microseconds)
        guard overflow else { return Timestamp(microseconds: sum) }
        return Timestamp(microseconds: microseconds < 0 ? .min : .max)
    }
}
