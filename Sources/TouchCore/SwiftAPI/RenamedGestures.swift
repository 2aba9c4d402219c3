// The old names of gestures that SwiftUI has, too. `TouchViews` has gestures of these names, and a
// file that imports both modules must not get one of them by accident. An unavailable type would
// not prevent that: the compiler then chooses the type of the other module, and does not warn. The
// compiler prefers the initialisers below, because they have fewer parameters. They throw, so that
// `DragGesture()` does not compile, and are isolated to an actor on which nothing runs, so that
// `try DragGesture()` does not compile either.

/// The old names of gestures are isolated to this actor, so that they do not compile. Nothing runs on it.
@globalActor
public actor RenamedToSurfaceGesture {
    /// The actor; no code runs on it.
    public static let shared = RenamedToSurfaceGesture()
}

/// Thrown by the old names of gestures.
public struct RenamedGesture: Error, CustomStringConvertible {
    /// Creates the error.
    public init() {}

    public var description: String { "this gesture has another name in TouchCore: Surface…Gesture" }
}

/// The old name of `SurfaceTapGesture`.
@available(*, deprecated, renamed: "SurfaceTapGesture")
public struct TapGesture: Gesture {
    public typealias Value = SurfaceTapGesture.Value
    public typealias Body = Never

    @RenamedToSurfaceGesture
    public init() throws(RenamedGesture) { throw RenamedGesture() }
    @RenamedToSurfaceGesture
    public init(count: Int) throws(RenamedGesture) { throw RenamedGesture() }
    @RenamedToSurfaceGesture
    public init(fingers: Int) throws(RenamedGesture) { throw RenamedGesture() }
    @RenamedToSurfaceGesture
    public init(fingers: some FingerCount) throws(RenamedGesture) { throw RenamedGesture() }
    @RenamedToSurfaceGesture
    public init(count: Int, fingers: Int) throws(RenamedGesture) { throw RenamedGesture() }
    @RenamedToSurfaceGesture
    public init(count: Int, fingers: some FingerCount) throws(RenamedGesture) {
        throw RenamedGesture()
    }
    @RenamedToSurfaceGesture
    public init(_ thresholds: TapThresholds) throws(RenamedGesture) { throw RenamedGesture() }

    public func compiled() -> CompiledGesture<Value> { SurfaceTapGesture().compiled() }
}

/// The old name of `SurfaceSpatialTapGesture`.
@available(*, deprecated, renamed: "SurfaceSpatialTapGesture")
public struct SpatialTapGesture: Gesture {
    public typealias Value = SurfaceSpatialTapGesture.Value
    public typealias Body = Never

    @RenamedToSurfaceGesture
    public init() throws(RenamedGesture) { throw RenamedGesture() }
    @RenamedToSurfaceGesture
    public init(count: Int) throws(RenamedGesture) { throw RenamedGesture() }
    @RenamedToSurfaceGesture
    public init(count: ClosedRange<Int>) throws(RenamedGesture) { throw RenamedGesture() }
    @RenamedToSurfaceGesture
    public init(fingers: Int) throws(RenamedGesture) { throw RenamedGesture() }
    @RenamedToSurfaceGesture
    public init(fingers: some FingerCount) throws(RenamedGesture) { throw RenamedGesture() }
    @RenamedToSurfaceGesture
    public init(count: Int, fingers: Int) throws(RenamedGesture) { throw RenamedGesture() }
    @RenamedToSurfaceGesture
    public init(count: Int, fingers: some FingerCount) throws(RenamedGesture) {
        throw RenamedGesture()
    }
    @RenamedToSurfaceGesture
    public init(count: ClosedRange<Int>, fingers: some FingerCount) throws(RenamedGesture) {
        throw RenamedGesture()
    }
    @RenamedToSurfaceGesture
    public init(_ thresholds: TapThresholds) throws(RenamedGesture) { throw RenamedGesture() }

    public func compiled() -> CompiledGesture<Value> { SurfaceSpatialTapGesture().compiled() }
}

/// The old name of `SurfaceLongPressGesture`.
@available(*, deprecated, renamed: "SurfaceLongPressGesture")
public struct LongPressGesture: Gesture {
    public typealias Value = SurfaceLongPressGesture.Value
    public typealias Body = Never

    @RenamedToSurfaceGesture
    public init() throws(RenamedGesture) { throw RenamedGesture() }
    @RenamedToSurfaceGesture
    public init(minimumDuration: Duration) throws(RenamedGesture) { throw RenamedGesture() }
    @RenamedToSurfaceGesture
    public init(minimumDuration: Double) throws(RenamedGesture) { throw RenamedGesture() }
    @RenamedToSurfaceGesture
    public init(maximumDistance: Double) throws(RenamedGesture) { throw RenamedGesture() }
    @RenamedToSurfaceGesture
    public init(minimumDuration: Duration, maximumDistance: Double) throws(RenamedGesture) {
        throw RenamedGesture()
    }
    @RenamedToSurfaceGesture
    public init(minimumDuration: Double, maximumDistance: Double) throws(RenamedGesture) {
        throw RenamedGesture()
    }
    @RenamedToSurfaceGesture
    public init(fingers: Int) throws(RenamedGesture) { throw RenamedGesture() }
    @RenamedToSurfaceGesture
    public init(fingers: some FingerCount) throws(RenamedGesture) { throw RenamedGesture() }
    @RenamedToSurfaceGesture
    public init(minimumDuration: Double, fingers: Int) throws(RenamedGesture) {
        throw RenamedGesture()
    }
    @RenamedToSurfaceGesture
    public init(maximumDistance: Double, fingers: Int) throws(RenamedGesture) {
        throw RenamedGesture()
    }
    @RenamedToSurfaceGesture
    public init(minimumDuration: Double, maximumDistance: Double, fingers: Int)
        throws(RenamedGesture)
    { throw RenamedGesture() }
    @RenamedToSurfaceGesture
    public init(
        minimumDuration: Duration = .zero, maximumDistance: Double? = nil, fingers: some FingerCount
    ) throws(RenamedGesture) { throw RenamedGesture() }
    @RenamedToSurfaceGesture
    public init(_ thresholds: LongPressThresholds) throws(RenamedGesture) { throw RenamedGesture() }

    public func compiled() -> CompiledGesture<Value> { SurfaceLongPressGesture().compiled() }
}

/// The old name of `SurfaceDragGesture`.
@available(*, deprecated, renamed: "SurfaceDragGesture")
public struct DragGesture: Gesture {
    public typealias Value = SurfaceDragGesture.Value
    public typealias Body = Never

    @RenamedToSurfaceGesture
    public init() throws(RenamedGesture) { throw RenamedGesture() }
    @RenamedToSurfaceGesture
    public init(minimumDistance: Double) throws(RenamedGesture) { throw RenamedGesture() }
    @RenamedToSurfaceGesture
    public init(fingers: Int) throws(RenamedGesture) { throw RenamedGesture() }
    @RenamedToSurfaceGesture
    public init(fingers: some FingerCount) throws(RenamedGesture) { throw RenamedGesture() }
    @RenamedToSurfaceGesture
    public init(minimumDistance: Double, fingers: Int) throws(RenamedGesture) {
        throw RenamedGesture()
    }
    @RenamedToSurfaceGesture
    public init(minimumDistance: Double, fingers: some FingerCount) throws(RenamedGesture) {
        throw RenamedGesture()
    }
    @RenamedToSurfaceGesture
    public init(
        minimumDistance: Double = 4, axis: DragThresholds.Axis, edges: Set<SurfaceEdge> = [],
        fingers: some FingerCount = 1
    ) throws(RenamedGesture) { throw RenamedGesture() }
    @RenamedToSurfaceGesture
    public init(minimumDistance: Double = 4, edges: Set<SurfaceEdge>, fingers: some FingerCount = 1)
        throws(RenamedGesture)
    { throw RenamedGesture() }
    @RenamedToSurfaceGesture
    public init(_ thresholds: DragThresholds) throws(RenamedGesture) { throw RenamedGesture() }

    public func compiled() -> CompiledGesture<Value> { SurfaceDragGesture().compiled() }
}

/// The old name of `SurfaceMagnifyGesture`.
@available(*, deprecated, renamed: "SurfaceMagnifyGesture")
public struct MagnifyGesture: Gesture {
    public typealias Value = SurfaceMagnifyGesture.Value
    public typealias Body = Never

    @RenamedToSurfaceGesture
    public init() throws(RenamedGesture) { throw RenamedGesture() }
    @RenamedToSurfaceGesture
    public init(minimumScaleDelta: Double) throws(RenamedGesture) { throw RenamedGesture() }
    @RenamedToSurfaceGesture
    public init(fingers: some FingerCount) throws(RenamedGesture) { throw RenamedGesture() }
    @RenamedToSurfaceGesture
    public init(minimumScaleDelta: Double, fingers: some FingerCount) throws(RenamedGesture) {
        throw RenamedGesture()
    }
    @RenamedToSurfaceGesture
    public init(_ thresholds: MagnifyThresholds) throws(RenamedGesture) { throw RenamedGesture() }

    public func compiled() -> CompiledGesture<Value> { SurfaceMagnifyGesture().compiled() }
}

/// The old name of `SurfaceRotateGesture`.
@available(*, deprecated, renamed: "SurfaceRotateGesture")
public struct RotateGesture: Gesture {
    public typealias Value = SurfaceRotateGesture.Value
    public typealias Body = Never

    @RenamedToSurfaceGesture
    public init() throws(RenamedGesture) { throw RenamedGesture() }
    @RenamedToSurfaceGesture
    public init(minimumAngleDelta: Angle) throws(RenamedGesture) { throw RenamedGesture() }
    @RenamedToSurfaceGesture
    public init(fingers: some FingerCount) throws(RenamedGesture) { throw RenamedGesture() }
    @RenamedToSurfaceGesture
    public init(minimumAngleDelta: Angle, fingers: some FingerCount) throws(RenamedGesture) {
        throw RenamedGesture()
    }
    @RenamedToSurfaceGesture
    public init(_ thresholds: RotateThresholds) throws(RenamedGesture) { throw RenamedGesture() }

    public func compiled() -> CompiledGesture<Value> { SurfaceRotateGesture().compiled() }
}
