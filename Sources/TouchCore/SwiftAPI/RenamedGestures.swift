// The old names of gestures that SwiftUI has, too. `TouchViews` has gestures of these names, and a file that
// imports both modules must not get one of them by accident. An unavailable type would not prevent that:
// the compiler then picks the other module's without a word. An initialiser that throws is preferred to it,
// because it has fewer parameters, and does not compile in `DragGesture()`.

/// Thrown by the old names of gestures.
public struct RenamedGesture: Error, CustomStringConvertible {
    public var description: String { "this gesture has another name in TouchCore: Surface…Gesture" }
}

/// `SurfaceTapGesture` has replaced it.
@available(*, deprecated, renamed: "SurfaceTapGesture")
public struct TapGesture: Gesture {
    public typealias Value = SurfaceTapGesture.Value
    public typealias Body = Never

    public init() throws(RenamedGesture) { throw RenamedGesture() }
    public init(count: Int) throws(RenamedGesture) { throw RenamedGesture() }
    public init(fingers: some FingerCount) throws(RenamedGesture) { throw RenamedGesture() }
    public init(count: Int, fingers: some FingerCount) throws(RenamedGesture) {
        throw RenamedGesture()
    }

    public func compiled() -> CompiledGesture<Value> { SurfaceTapGesture().compiled() }
}

/// `SurfaceSpatialTapGesture` has replaced it.
@available(*, deprecated, renamed: "SurfaceSpatialTapGesture")
public struct SpatialTapGesture: Gesture {
    public typealias Value = SurfaceSpatialTapGesture.Value
    public typealias Body = Never

    public init() throws(RenamedGesture) { throw RenamedGesture() }
    public init(count: Int) throws(RenamedGesture) { throw RenamedGesture() }
    public init(fingers: some FingerCount) throws(RenamedGesture) { throw RenamedGesture() }
    public init(count: Int, fingers: some FingerCount) throws(RenamedGesture) {
        throw RenamedGesture()
    }

    public func compiled() -> CompiledGesture<Value> { SurfaceSpatialTapGesture().compiled() }
}

/// `SurfaceLongPressGesture` has replaced it.
@available(*, deprecated, renamed: "SurfaceLongPressGesture")
public struct LongPressGesture: Gesture {
    public typealias Value = SurfaceLongPressGesture.Value
    public typealias Body = Never

    public init() throws(RenamedGesture) { throw RenamedGesture() }
    public init(minimumDuration: Duration) throws(RenamedGesture) { throw RenamedGesture() }
    public init(maximumDistance: Double) throws(RenamedGesture) { throw RenamedGesture() }
    public init(minimumDuration: Duration, maximumDistance: Double) throws(RenamedGesture) {
        throw RenamedGesture()
    }
    public init(fingers: some FingerCount) throws(RenamedGesture) { throw RenamedGesture() }

    public func compiled() -> CompiledGesture<Value> { SurfaceLongPressGesture().compiled() }
}

/// `SurfaceDragGesture` has replaced it.
@available(*, deprecated, renamed: "SurfaceDragGesture")
public struct DragGesture: Gesture {
    public typealias Value = SurfaceDragGesture.Value
    public typealias Body = Never

    public init() throws(RenamedGesture) { throw RenamedGesture() }
    public init(minimumDistance: Double) throws(RenamedGesture) { throw RenamedGesture() }
    public init(fingers: some FingerCount) throws(RenamedGesture) { throw RenamedGesture() }
    public init(minimumDistance: Double, fingers: some FingerCount) throws(RenamedGesture) {
        throw RenamedGesture()
    }

    public func compiled() -> CompiledGesture<Value> { SurfaceDragGesture().compiled() }
}

/// `SurfaceMagnifyGesture` has replaced it.
@available(*, deprecated, renamed: "SurfaceMagnifyGesture")
public struct MagnifyGesture: Gesture {
    public typealias Value = SurfaceMagnifyGesture.Value
    public typealias Body = Never

    public init() throws(RenamedGesture) { throw RenamedGesture() }
    public init(minimumScaleDelta: Double) throws(RenamedGesture) { throw RenamedGesture() }
    public init(fingers: some FingerCount) throws(RenamedGesture) { throw RenamedGesture() }

    public func compiled() -> CompiledGesture<Value> { SurfaceMagnifyGesture().compiled() }
}

/// `SurfaceRotateGesture` has replaced it.
@available(*, deprecated, renamed: "SurfaceRotateGesture")
public struct RotateGesture: Gesture {
    public typealias Value = SurfaceRotateGesture.Value
    public typealias Body = Never

    public init() throws(RenamedGesture) { throw RenamedGesture() }
    public init(minimumAngleDelta: Angle) throws(RenamedGesture) { throw RenamedGesture() }
    public init(fingers: some FingerCount) throws(RenamedGesture) { throw RenamedGesture() }

    public func compiled() -> CompiledGesture<Value> { SurfaceRotateGesture().compiled() }
}
