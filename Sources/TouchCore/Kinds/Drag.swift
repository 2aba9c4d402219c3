/// When moving fingers are a drag.
public struct DragThresholds: Sendable, Hashable {
    /// The ways that count.
    public enum Axis: String, Sendable, Hashable, CaseIterable {
        /// Every way.
        case any
        /// To the left and right alone.
        case horizontal
        /// Up and down alone.
        case vertical
    }

    /// How many fingers.
    public var fingers: ClosedRange<Int> = 1...5
    /// How far the centroid must have moved, in mm; it begins beyond.
    public var minimumDistance: Double = 4
    /// The axis along which the distance counts.
    public var axis: Axis = .any
    /// The sides in whose band a finger must land; none: it may begin anywhere.
    public var edges: Set<SurfaceEdge> = []
    /// Width of the bands along the sides that `edge` tells of, in mm; `nil` takes the greater of
    /// 5 mm and 3 % of the surface.
    public var edgeWidth: Double?

    /// The defaults: what holds without a configuration.
    public init() {}
}

extension DragThresholds: GestureThresholds {
    package static var kind: GestureKind { .drag }
    package static var summary: String { "The middle of one to five fingers moves" }
    package static var traits: KindTraits { [] }
    package static var fields: GestureFields { [.translation, .velocity, .predicted, .edge] }
    package var definition: GestureDefinition { .drag(self) }

    package static var table: [Threshold<Self>] {
        [
            .fingers(\.fingers),
            .length(
                "minimum_distance", \.minimumDistance,
                "How far the middle of the fingers must go. Less starts sooner, and spoils taps."),
            .word("axis", \.axis, "The way that counts towards the distance."),
            .edge(\.edges), .edgeWidth(\.edgeWidth),
        ]
    }
}

extension GestureValues {
    /// Lengths in mm, velocities in mm/s.
    @inline(__always)
    public static func drag(
        translation: Point, velocity: Point, predicted: Point, edge: SurfaceEdge?
    ) -> GestureValues {
        var values = GestureValues(.drag)
        values.translation = translation
        values.velocity = velocity
        values.predicted = predicted
        values.edge = edge
        return values
    }
}

/// Recognises a centroid that moves.
struct DragRecognizer: Sendable {
    let bit: UInt64
    let index: Int
    let edgeWidth: Double?
    /// Bits of the sides that it must come from; 0: any place.
    let edges: UInt8
    private let axis: DragThresholds.Axis
    private let squaredDistance: Double

    init(_ thresholds: DragThresholds, index: Int) {
        self.index = index
        bit = 1 << UInt64(index)
        edgeWidth = thresholds.edgeWidth
        edges = thresholds.edges.reduce(0) { $0 | $1.bit }
        axis = thresholds.axis
        squaredDistance = thresholds.minimumDistance * thresholds.minimumDistance
    }

    /// Whether a translation since the start of the round begins it.
    func begins(_ translation: Point) -> Bool {
        switch axis {
        case .any: translation.squaredLength > squaredDistance
        case .horizontal: translation.x * translation.x > squaredDistance
        case .vertical: translation.y * translation.y > squaredDistance
        }
    }
}
