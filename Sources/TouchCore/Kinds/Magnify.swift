/// When spreading or closing fingers are a magnification.
public struct MagnifyThresholds: Sendable, Hashable {
    /// How many fingers.
    public var fingers: ClosedRange<Int> = 2...5
    /// Change of the spread (twice the root mean square radius), at least, in mm.
    public var minimumDistance: Double = 5
    /// Change of the scale, |scale − 1|, at least.
    public var minimumScale: Double = 0.1
    /// Change of the spread as a share of the centroid's travel, at least.
    public var minimumShare: Double = 0.5
    /// Radius now, at least, in mm.
    public var minimumRadius: Double = 8

    /// The defaults: what holds without a configuration.
    public init() {}
}

/// Recognises a change of scale.
struct MagnifyRecognizer: Sendable {
    let bit: UInt64
    let index: Int
    private let thresholds: MagnifyThresholds

    init(_ thresholds: MagnifyThresholds, index: Int) {
        self.index = index
        bit = 1 << UInt64(index)
        self.thresholds = thresholds
    }

    /// Whether the round's motion begins it.
    @inline(__always)
    func begins(_ motion: borrowing RoundMotion) -> Bool {
        let change = abs(motion.spreadChange)
        guard change >= thresholds.minimumDistance,
            abs(motion.scale - 1) >= thresholds.minimumScale,
            change >= thresholds.minimumShare * motion.translation.length,
            motion.radius >= thresholds.minimumRadius
        else { return false }
        return true
    }
}
