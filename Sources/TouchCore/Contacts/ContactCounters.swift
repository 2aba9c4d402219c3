/// What a device has shown since it was opened that its contacts do and fingers do not.
struct ContactHistory: Sendable {
    /// Contacts of 4 to 20 ms that were no bounces.
    private(set) var ghosts: UInt64 = 0
    /// Slots with contacts now, fingers or not.
    var down: UInt64 = 0
    private var lifts = RecentLifts()

    /// The shortest that a ghost is known by (µs): looks that are stamped as one have no length.
    private static let leastUs: Int64 = 4_000
    /// A finger that bounces comes back as soon (µs).
    private static let bounceUs: Int64 = 40_000

    /// Takes note of a contact that lifts: a ghost, where it is shorter than `limitUs` and no finger that
    /// bounced or broke.
    mutating func lift(
        _ report: TouchReport, at time: Timestamp, within limitUs: Int64,
        fingers: borrowing FingerTable
    ) {
        let landedAt = fingers.landedAt(report.index)
        let last = lifts.nearest(to: report.bit, fingers: fingers)
        let sinceUs = landedAt.microseconds(since: last.time)
        // One that landed before the other lifted is no finger that came back.
        let isBounce =
            (0..<Self.bounceUs).contains(sinceUs)
            && RecentLifts.isNear(last, to: report.bit, fingers: fingers)
        if (Self.leastUs..<limitUs).contains(time.microseconds(since: landedAt)), !isBounce {
            ghosts &+= 1
        }
        lifts.add(
            RecentLifts.Lift(time: time, place: fingers.position(ofSlot: report.index)))
    }
}

/// What a device reported that no finger does, counted since its engine was made.
public struct ContactCounters: Sendable, Hashable {
    /// Contacts that were palms, by the device's word or by their size.
    public var palms: UInt64 = 0
    /// Contacts that were gone before they counted (`min_events`).
    public var ghosts: UInt64 = 0
    /// Steps that no finger makes.
    public var jumps: UInt64 = 0
    /// Contacts that were still for so long that they are no fingers.
    public var stuck: UInt64 = 0
    /// Samples beyond the range of an axis, taken for the nearest side.
    public var clamped: UInt64 = 0
    /// Contacts that were gone in the middle of a movement, and came back (`stitch`).
    public var breaks: UInt64 = 0
    /// Those of them that were joined to one finger again.
    public var stitches: UInt64 = 0

    /// Nothing counted.
    public init() {}

    /// Has each counter be what `operation` makes of it and the same of `others`.
    ///
    /// One by one: a list of key paths would be allocated at each landing.
    package mutating func combine(
        _ others: ContactCounters, _ operation: (UInt64, UInt64) -> UInt64
    ) {
        palms = operation(palms, others.palms)
        ghosts = operation(ghosts, others.ghosts)
        jumps = operation(jumps, others.jumps)
        stuck = operation(stuck, others.stuck)
        clamped = operation(clamped, others.clamped)
        breaks = operation(breaks, others.breaks)
        stitches = operation(stitches, others.stitches)
    }

    /// Counts contacts that broke.
    ///
    /// - Parameter areJoined: they were joined again; else they were only seen to break.
    mutating func add(breaks count: UInt64, areJoined: Bool) {
        breaks &+= count
        if areJoined { stitches &+= count }
    }
}

/// What holds for a device because of what its contacts have done, as nothing is configured.
public struct DeviceAdaptation: Sendable, Hashable {
    /// Lifts in movements are held: the device has shown breaks (`DeviceSettings.stitch`).
    public var holdsLifts: Bool
    /// Each contact has to show itself in a second frame: the device has shown ghosts
    /// (`DeviceSettings.confirmation`).
    public var confirmsContacts: Bool
    /// Contacts that broke since the device was opened.
    public var breaks: UInt64
    /// Contacts of 4 to 20 ms since the device was opened, bounces left out.
    public var ghosts: UInt64
}

/// The former name of `ContactCounters`.
@available(*, deprecated, renamed: "ContactCounters")
public typealias ContactTally = ContactCounters

/// A contact that was still for so long that it counts for nothing until it lifts.
public struct StuckContact: Sendable, Hashable {
    /// The kernel's slot.
    public let slot: Int
    /// Where it is, in millimetres from the surface's top left.
    public let position: Point
    /// Since when it has been there.
    public let restsSince: Timestamp
}
