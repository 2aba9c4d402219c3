/// When turning fingers are a rotation.
public struct RotateThresholds: Sendable, Hashable {
    /// How many fingers.
    public var fingers: ClosedRange<Int> = 2...5
    /// Angle, at least, in degrees.
    public var minimumRotation: Double = 10
    /// Length of the arc at the present radius, at least, in mm.
    public var minimumDistance: Double = 2
    /// Arc as a share of the centroid's travel, at least.
    public var minimumShare: Double = 0.25
    /// Radius now, at least, in mm.
    public var minimumRadius: Double = 8

    /// The defaults: what holds without a configuration.
    public init() {}
}

/// Recognises a turn.
struct RotateRecognizer: Sendable {
    let bit: UInt64
    let index: Int
    private let thresholds: RotateThresholds
    private let minimumAngle: Double

    init(_ thresholds: RotateThresholds, index: Int) {
        self.index = index
        bit = 1 << UInt64(index)
        self.thresholds = thresholds
        minimumAngle = thresholds.minimumRotation * .pi / 180
    }

    /// Whether the round's motion begins it.
    @inline(__always)
    func begins(_ motion: borrowing RoundMotion) -> Bool {
        let angle = abs(motion.angle)
        let arc = angle * motion.radius
        guard angle >= minimumAngle, arc >= thresholds.minimumDistance,
            arc >= thresholds.minimumShare * motion.translation.length,
            motion.radius >= thresholds.minimumRadius
        else { return false }
        return true
    }
}
