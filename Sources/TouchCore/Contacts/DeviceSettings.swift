/// The configuration of one device; the defaults apply without one.
public struct DeviceSettings: Sendable, Hashable {
    /// Size of the panel before calibration and rotation; `nil` uses the size that the device
    /// reports, or an assumed one.
    public var size: SurfaceSize?
    /// The transform of positions before rotation.
    public var calibration: CalibrationMatrix
    /// The clockwise rotation of the panel from its neutral position, in quarter turns, 0 to 3.
    public var quarterTurns: Int
    /// Half the width of the suppressed jitter, in millimetres; 0 suppresses nothing.
    public var jitter: Double
    /// The number of frames that must report a contact before it counts.
    public var minimumEvents: Int
    /// The minimum touch size of a palm, in millimetres; `nil` recognises none by size.
    public var palmMajor: Double?
    /// The filter of positions that replaces `jitter`; `nil` if `jitter` applies.
    public var oneEuro: OneEuroSettings?
    /// How long a contact may be still before it counts as stuck; zero means forever.
    public var stuckAfter: Duration
    /// Which contacts count only once they appear in a second frame. If `nil`, contacts that land
    /// while others are down, and from the third ghost of the device on, all contacts.
    public var confirmation: ContactConfirmation?
    /// Whether samples that no other sample confirms are dropped. `nil` means `jumps` until the
    /// device has shown such samples, then `drop`.
    public var spikes: SpikeTreatment?
    /// Whether contacts that are parts of another are dropped. `nil` means `near` until the device
    /// has shown such contacts, then `drop`.
    public var splits: SplitTreatment?
    /// When the panel reports landings. It determines how far strokes from a side are extended
    /// back, for gestures that begin there. `nil` means `onTime` until the device has shown late
    /// landings, then `late`.
    public var landings: LandingTiming?
    /// How long a contact must have been still, while three others landed and lifted, to be ignored
    /// by taps; zero means that it never is.
    public var stillAfter: Duration
    /// What happens to the velocity of a finger that pauses.
    public var pauses: PauseTreatment
    /// How long the lift of a contact is held, so that the contact can return: at most 40 ms if it
    /// may be a tap; zero holds no lift. `nil` holds no lift until the device has shown breaks, then
    /// each lift for a quarter longer than the longest break.
    public var stitch: Duration?
    /// The maximum distance of a returning contact from its extrapolated position, in millimetres.
    public var stitchDistance: Double
    /// The source of force, and its range; `nil` uses the whole pressure axis.
    public var force: ForceCalibration?

    /// Creates settings; an omitted setting has the value that applies without a configuration.
    public init(
        size: SurfaceSize? = nil, calibration: CalibrationMatrix = .identity,
        quarterTurns: Int = 0, jitter: Double = 0.4, minimumEvents: Int = 1,
        palmMajor: Double? = nil, oneEuro: OneEuroSettings? = nil,
        stuckAfter: Duration = .seconds(120), confirmation: ContactConfirmation? = nil,
        spikes: SpikeTreatment? = nil, splits: SplitTreatment? = nil,
        landings: LandingTiming? = nil, stillAfter: Duration = .seconds(3),
        pauses: PauseTreatment = .stop,
        stitch: Duration? = nil, stitchDistance: Double = 6,
        force: ForceCalibration? = nil
    ) {
        self.size = size
        self.calibration = calibration
        self.quarterTurns = ((quarterTurns % 4) + 4) % 4
        self.jitter = jitter
        self.minimumEvents = minimumEvents
        self.palmMajor = palmMajor
        self.oneEuro = oneEuro
        self.stuckAfter = stuckAfter
        self.confirmation = confirmation
        self.spikes = spikes
        self.splits = splits
        self.landings = landings
        self.stillAfter = stillAfter
        self.pauses = pauses
        self.stitch = stitch
        self.stitchDistance = stitchDistance
        self.force = force
    }
}

/// Which contacts must appear in a second frame before they count: a ghost appears in one frame.
///
/// Waiting for a second frame delays a finger by at most 20 ms.
public enum ContactConfirmation: String, Sendable, Hashable, CaseIterable {
    /// No contact: each counts immediately.
    case off = "none"
    /// Contacts that land while others are down.
    case late
    /// Every contact.
    case all
}

/// What happens to a sample that lies far from the one before.
public enum SpikeTreatment: String, Sendable, Hashable, CaseIterable {
    /// It moves its finger immediately.
    case keep
    /// It moves its finger immediately, except after a step that no finger makes, and in the frame
    /// in which a still finger lifts.
    case jumps
    /// It moves its finger once the next sample confirms it, or after 40 ms.
    case drop
}

/// What happens to a contact that lands beside a finger, nearer than another finger could.
public enum SplitTreatment: String, Sendable, Hashable, CaseIterable {
    /// It counts as a finger.
    case keep
    /// It does not count if it is up to 9 mm from the finger, until it is 15 mm away.
    case near
    /// It does not count if it is up to 12 mm from the finger, until it is 15 mm away.
    case drop
}

/// What happens to the velocity of a finger that pauses.
public enum PauseTreatment: String, Sendable, Hashable, CaseIterable {
    /// It is 0 once the finger has not moved for 40 ms, or for 2.5 frames of a slow panel.
    case stop
    /// It is kept for 80 ms after the last sample, and is that of the newest 20 samples.
    case keep
}

/// When a panel reports that a finger has landed.
public enum LandingTiming: String, Sendable, Hashable, CaseIterable {
    /// Unknown: a stroke begins where the panel sees it first.
    case asSeen = "as_seen"
    /// In the first frame that sees the finger.
    case onTime = "on_time"
    /// In the second frame: the controller confirms contacts itself.
    case late
}

/// The source of force, and its range, as a configuration sets them.
public struct ForceCalibration: Sendable, Hashable {
    /// The source of force.
    public var source: ForceSource
    /// The value of force 0, in device units; `nil` means the minimum of the axis.
    public var minimum: Int32?
    /// The value of force 1, in device units; `nil` means the maximum of the axis.
    public var maximum: Int32?

    /// Creates a calibration from the source of force and its range in device units.
    public init(source: ForceSource = .pressure, minimum: Int32? = nil, maximum: Int32? = nil) {
        self.source = source
        self.minimum = minimum
        self.maximum = maximum
    }
}

/// The thresholds of a one-euro filter (Casiez, Roussel, Vogel: 1€ Filter, CHI 2012).
public struct OneEuroSettings: Sendable, Hashable {
    /// Cut-off frequency of a resting finger, in Hz.
    public var minimumCutoff: Double
    /// The increase of the cut-off with speed, in Hz per mm/s.
    public var beta: Double

    /// Creates settings with a cut-off in Hz, and its increase in Hz per mm/s.
    public init(minimumCutoff: Double = 5, beta: Double = 0.05) {
        self.minimumCutoff = minimumCutoff
        self.beta = beta
    }
}
