/// One step in the life of one gesture: what the engine says.
public struct GestureEvent: Sendable, Hashable {
    /// The kernel's stamp of the frame, or the deadline that fired.
    public var time: Timestamp
    /// The device, as in its `device` line.
    public var device: Int
    /// Index of the zone in the engine's configuration.
    public var zone: Int
    /// Index of the gesture in its zone's list.
    public var gesture: Int
    /// Names one recognition; never used again.
    public var id: UInt64
    /// Where the gesture stands.
    public var phase: GesturePhase
    /// Why, where `phase` is `cancelled`.
    public var reason: CancellationReason?
    /// Fingers of the gesture; the same through all of its life.
    public var fingers: Int
    /// Centroid in millimetres from the surface's top left.
    public var position: Point
    /// Centroid as a share of the surface, 0 to 1.
    public var unitPosition: Point
    /// Since the first finger landed, in microseconds.
    public var durationUs: Int64
    /// The greatest force of its fingers, 0 to 1; `nil` while the device has shown none.
    public var force: Double?
    /// What stands in for force.
    public var forceSource: ForceSource?
    /// What belongs to the kind.
    public var values: GestureValues
    /// Of a composition: where what its parts say stands in the buffer.
    public var parts: Range<Int> = 0..<0
}
