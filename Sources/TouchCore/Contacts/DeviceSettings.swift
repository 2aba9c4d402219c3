/// The configuration of one device; the defaults are what holds without one.
public struct DeviceSettings: Sendable, Hashable {
    /// Size of the panel before calibration and rotation; `nil` takes the device's word, or assumes
    /// one.
    public var size: SurfaceSize?
    /// What is done to positions before rotation.
    public var calibration: CalibrationMatrix
    /// How far the panel is turned clockwise from its neutral position, in quarter turns, 0 to 3.
    public var quarterTurns: Int
    /// Half the width of the jitter that is held back, in millimetres; 0 holds nothing back.
    public var jitter: Double
    /// Frames that must name a contact before it counts.
    public var minimumEvents: Int
    /// A touch size from which on a contact is a palm, in millimetres; `nil` judges none by size.
    public var palmMajor: Double?
    /// The filter of positions in place of `jitter`; `nil`: none.
    public var oneEuro: OneEuroSettings?
    /// How long a contact may lie still before it counts as stuck; zero: for ever.
    public var stuckAfter: Duration
    /// Which contacts count only once they are there in a second frame; `nil`: those that land beside
    /// others, and every one from the third ghost on that the device shows.
    public var confirmation: ContactConfirmation?
    /// How long the lift of a moving contact is held, for the contact to come back; zero: never, and
    /// `nil`: 40 ms from the third break on that the device shows.
    public var stitch: Duration?
    /// How far from where it would be a contact comes back, at most, in millimetres.
    public var stitchDistance: Double
    /// What stands in for force, and its range; `nil` takes the pressure axis as it is.
    public var force: ForceCalibration?

    /// Settings; what is left out is as without a configuration.
    public init(
        size: SurfaceSize? = nil, calibration: CalibrationMatrix = .identity,
        quarterTurns: Int = 0, jitter: Double = 0.4, minimumEvents: Int = 1,
        palmMajor: Double? = nil, oneEuro: OneEuroSettings? = nil,
        stuckAfter: Duration = .seconds(120), confirmation: ContactConfirmation? = nil,
        stitch: Duration? = nil, stitchDistance: Double = 6, force: ForceCalibration? = nil
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
        self.stitch = stitch
        self.stitchDistance = stitchDistance
        self.force = force
    }
}

/// Which contacts are asked whether they are there in a second frame, before they count.
///
/// A ghost is there for one frame. A second frame costs a finger its time, 20 ms at most.
public enum ContactConfirmation: String, Sendable, Hashable, CaseIterable {
    /// None: each counts at once.
    case off = "none"
    /// Those that land while others are down.
    case late
    /// Every one.
    case all
}

/// The range that a configuration gives force.
public struct ForceCalibration: Sendable, Hashable {
    /// What stands in for force.
    public var source: ForceSource
    /// Device units that are a force of 0; `nil`: the axis' least.
    public var minimum: Int32?
    /// Device units that are a force of 1; `nil`: the axis' greatest.
    public var maximum: Int32?

    /// What stands in for force, and its range in device units.
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
    /// How much the cut-off rises with speed, in Hz per mm/s.
    public var beta: Double

    /// A cut-off in Hz, and how much it rises in Hz per mm/s.
    public init(minimumCutoff: Double = 5, beta: Double = 0.05) {
        self.minimumCutoff = minimumCutoff
        self.beta = beta
    }
}
