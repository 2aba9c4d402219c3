/// One contact in one frame, in device units.
///
/// A frame is a stamp and the reports of the contacts that it names; a contact that it does not
/// name is as it was.
public struct TouchReport: Sendable, Hashable {
    /// What became of the contact in this frame.
    public enum Phase: UInt8, Sendable {
        /// The contact went on; its slot was named in the frame.
        case moved
        /// The contact ended; the values are its last.
        case lifted
        /// The contact is new.
        case landed
    }

    /// The kernel's slot, 0 to 63.
    public var slot: UInt8
    /// What became of the contact.
    public var phase: Phase
    /// The contact is a palm by the device's own word (`MT_TOOL_PALM`).
    public var isPalm: Bool
    /// For `lifted`: the frame moved the contact before it ended it.
    public var movedBeforeLift: Bool
    /// Position on the device's axes.
    public var x: Int32
    /// Position on the device's axes.
    public var y: Int32
    /// Pressure on the device's axis; 0 where it has none.
    public var pressure: Int32
    /// Length of the contact's ellipse on the device's axis; 0 where it has none.
    public var touchMajor: Int32

    /// The contact in `slot`, in device units.
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
    /// The slot as an index; a slot beyond the table's 64 cannot come from the assembler.
    var index: Int { Int(slot & 63) }

    /// The slot as a bit of a mask.
    @inline(__always)
    var bit: UInt64 { 1 << UInt64(slot & 63) }
}

/// The head of a frame: what holds for all of its reports.
public struct TouchFrame: Sendable, Hashable {
    /// The kernel's stamp.
    public var time: Timestamp
    /// When the panel looked, where that is known better than by `time`: velocities are measured by it.
    ///
    /// No more than 50 ms before `time`, and never after it.
    public var sampledAt: Timestamp?
    /// Events were lost before this frame; its reports name every contact on the glass as `landed`.
    public var isResynchronised: Bool

    /// How long before its stamp the panel may have looked (µs): six frames at 120 Hz.
    package static let greatestSampleLagUs: Int64 = 50_000

    /// A frame with a stamp.
    ///
    /// - Parameters:
    ///   - time: the kernel's stamp.
    ///   - sampledAt: when the panel looked; `nil` where only `time` is known.
    ///   - isResynchronised: events were lost before it.
    public init(time: Timestamp, sampledAt: Timestamp? = nil, isResynchronised: Bool = false) {
        self.time = time
        self.sampledAt = sampledAt
        self.isResynchronised = isResynchronised
    }
}

/// An instant on the kernel's clock, in microseconds.
///
/// Only differences have a meaning: hardware counts from boot (`CLOCK_MONOTONIC`), a recording
/// from wherever its recorder began.
public struct Timestamp: Sendable, Hashable, Comparable {
    /// Microseconds since the clock's origin.
    public var microseconds: Int64

    /// The end of time: what is due then is never due.
    static let never = Timestamp(microseconds: .max)

    /// An instant so many microseconds after the clock's origin.
    public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.microseconds < right.microseconds
    }

    /// The time from `earlier` to this instant, in microseconds.
    ///
    /// Saturates instead of overflowing: stamps in a recording can be anything.
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
