/// What a configuration says of one device; the defaults are what holds without one.
public struct DeviceSettings: Sendable, Hashable {
    /// Size of the panel before rotation; `nil` takes the device's word, or assumes one.
    public var size: SurfaceSize?
    /// How far the panel is turned clockwise from its neutral position, in quarter turns, 0 to 3.
    public var quarterTurns: Int
    /// Half the width of the jitter that is held back, in millimetres; 0 holds nothing back.
    public var jitter: Double
    /// Frames that must name a contact before it counts.
    public var minimumEvents: Int
    /// What stands in for force, and its range; `nil` takes the pressure axis as it is.
    public var force: ForceCalibration?

    public init(
        size: SurfaceSize? = nil, quarterTurns: Int = 0, jitter: Double = 0.4,
        minimumEvents: Int = 1, force: ForceCalibration? = nil
    ) {
        self.size = size
        self.quarterTurns = ((quarterTurns % 4) + 4) % 4
        self.jitter = jitter
        self.minimumEvents = minimumEvents
        self.force = force
    }
}

/// The range that a configuration gives force.
public struct ForceCalibration: Sendable, Hashable {
    public var source: ForceSource
    /// Device units that are a force of 0.
    public var minimum: Int32
    /// Device units that are a force of 1.
    public var maximum: Int32

    public init(source: ForceSource = .pressure, minimum: Int32, maximum: Int32) {
        self.source = source
        self.minimum = minimum
        self.maximum = maximum
    }
}
