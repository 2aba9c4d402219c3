/// The calibrated surface of a panel: device units to millimetres.
public struct Surface: Sendable, Hashable {
    /// Width in millimetres, after rotation.
    public var width: Double
    /// Height in millimetres, after rotation.
    public var height: Double
    /// Where the size comes from.
    public var sizeSource: SizeSource

    public init(panel: Panel) {
        width = 217.5
        height = 136
        sizeSource = .assumed
    }
}
