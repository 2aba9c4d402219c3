/// The contacts of a device since it was opened that behaved as no finger does.
struct ContactHistory: Sendable {
    /// Contacts of 4 to 20 ms that were not bounces, far from the contacts before and after them.
    private(set) var ghosts: UInt64 = 0
    /// The same without those that are long past.
    var ghostEvidence = FaultEvidence(proof: 3)
    /// The frames of the panel.
    var frames = FrameInterval()
    /// The landings that were reported a frame late.
    var lateLandings = LateLandings()
    /// The samples that were not measurements.
    var spikes = SpikeEvidence()
    /// The contacts that were parts of others.
    var splits = SplitEvidence()
    /// Slots with contacts now, whether they are fingers or not.
    var down: UInt64 = 0
    private var lifts = RecentLifts()
    /// The lift of the last ghost, unless it was a brief tap.
    private var lastGhost: RecentLifts.Lift?

    /// The minimum duration of a ghost (µs). Shorter ones are unknown: several scans may have the
    /// same timestamp.
    private static let minimumGhostUs: Int64 = 4_000
    /// A bouncing finger returns within this time (µs).
    private static let bounceUs: Int64 = 40_000

    /// A contact this near to another is a tap, however brief: ghosts appear anywhere (mm, squared).
    private static let squaredNearness = 400.0
    /// Contacts later than this are unrelated (µs).
    private static let nearnessUs: Int64 = 10_000_000

    /// Records the lift of a contact: it is a ghost if it is shorter than `limitUs` and not a
    /// finger that bounced or broke, or that taps again and again.
    mutating func lift(
        _ report: TouchReport, at time: Timestamp, within limitUs: Int64,
        fingers: borrowing FingerTable
    ) {
        let landedAt = fingers.landedAt(report.index)
        let last = lifts.nearest(to: report.bit, fingers: fingers)
        let sinceUs = landedAt.microseconds(since: last.time)
        // A contact that landed before the other lifted is not a returning finger.
        let isBounce =
            (0..<Self.bounceUs).contains(sinceUs)
            && RecentLifts.isNear(last, to: report.bit, fingers: fingers)
        let lift = RecentLifts.Lift(
            time: time, position: fingers.position(ofSlot: report.index))
        let isBrief = (Self.minimumGhostUs..<limitUs).contains(time.microseconds(since: landedAt))
        defer { lifts.add(lift) }
        if let lastGhost, Self.areNear(lift, lastGhost) {
            self.lastGhost = nil
            ghosts &-= 1
            ghostEvidence.withdraw()
        } else if isBrief, !isBounce, !lifts.latest(2, contain: { Self.areNear(lift, $0) }) {
            lastGhost = lift
            ghosts &+= 1
            ghostEvidence.add()
        }
    }

    private static func areNear(_ lift: RecentLifts.Lift, _ other: RecentLifts.Lift) -> Bool {
        lift.time.microseconds(since: other.time) <= nearnessUs
            && lift.position.squaredDistance(to: other.position) <= squaredNearness
    }
}

/// Counts of contacts and samples of a device that no finger causes, since its engine was made.
public struct ContactCounters: Sendable, Hashable {
    /// Palms, as reported by the device or recognised by their size.
    public var palms: UInt64 = 0
    /// Contacts that lifted before they counted (`min_events`).
    public var ghosts: UInt64 = 0
    /// Steps that no finger makes.
    public var jumps: UInt64 = 0
    /// Samples that were not measurements, and moved no finger or were found to be wrong
    /// afterwards.
    public var spikes: UInt64 = 0
    /// Contacts that were parts of another (`DeviceSettings.splits`).
    public var splits: UInt64 = 0
    /// Contacts that were still for too long to be fingers.
    public var stuck: UInt64 = 0
    /// Samples beyond the range of an axis, clamped to the nearest side.
    public var clamped: UInt64 = 0
    /// Contacts that disappeared in the middle of a touch and returned (`stitch`).
    public var breaks: UInt64 = 0
    /// Broken contacts that were joined to one finger.
    public var stitches: UInt64 = 0

    /// Creates counters of 0.
    public init() {}

    /// Combines each counter with the same one of `others`.
    ///
    /// Written out for each counter: a list of key paths would be allocated at each landing.
    package mutating func combine(
        _ others: ContactCounters, _ operation: (UInt64, UInt64) -> UInt64
    ) {
        palms = operation(palms, others.palms)
        ghosts = operation(ghosts, others.ghosts)
        jumps = operation(jumps, others.jumps)
        spikes = operation(spikes, others.spikes)
        splits = operation(splits, others.splits)
        stuck = operation(stuck, others.stuck)
        clamped = operation(clamped, others.clamped)
        breaks = operation(breaks, others.breaks)
        stitches = operation(stitches, others.stitches)
    }

    /// Counts contacts that broke, and those of them that were joined to one finger.
    mutating func add(breaks count: UInt64, joined: UInt64) {
        breaks &+= count
        stitches &+= joined
    }
}

/// How an engine has adapted settings that are not configured to the contacts of its device.
public struct DeviceAdaptation: Sendable, Hashable {
    /// Whether lifts are held: the device has shown breaks (`DeviceSettings.stitch`).
    public var holdsLifts: Bool { hold > .zero }
    /// How long lifts are held because the device has shown breaks; zero if it has not.
    public var hold: Duration
    /// Whether each contact must appear in a second frame: the device has shown ghosts
    /// (`DeviceSettings.confirmation`).
    public var confirmsContacts: Bool
    /// Whether a sample that lies far from the one before must be confirmed by the next one: the
    /// device has shown spikes (`DeviceSettings.spikes`).
    public var dropsSpikes: Bool
    /// Whether a contact up to 12 mm from a finger is a part of it: the device has shown splits
    /// (`DeviceSettings.splits`).
    public var dropsSplits: Bool
    /// Whether strokes from a side are drawn back by two frames: the device has shown that it
    /// reports landings a frame late (`DeviceSettings.landings`).
    public var landsLate: Bool
    /// Contacts that broke since the device was opened.
    public var breaks: UInt64
    /// Contacts of 4 to 20 ms since the device was opened, except bounces.
    public var ghosts: UInt64
    /// Samples that were not measurements, since the device was opened.
    public var spikes: UInt64
    /// Contacts that were parts of another, since the device was opened.
    public var splits: UInt64

    /// Whether a setting is adapted that was not in `other`; `nil` for a device without adaptation.
    package func isNew(since other: DeviceAdaptation?) -> Bool {
        hold > other?.hold ?? .zero
            || confirmsContacts && other?.confirmsContacts != true
            || dropsSpikes && other?.dropsSpikes != true
            || dropsSplits && other?.dropsSplits != true
            || landsLate && other?.landsLate != true
    }
}

/// The former name of `ContactCounters`.
@available(*, deprecated, renamed: "ContactCounters")
public typealias ContactTally = ContactCounters

/// A contact that was still for too long to be a finger; it does not count until it lifts.
public struct StuckContact: Sendable, Hashable {
    /// The kernel's slot.
    public let slot: Int
    /// Its position, in millimetres from the surface's top left.
    public let position: Point
    /// When it began to rest there.
    public let restsSince: Timestamp
}
