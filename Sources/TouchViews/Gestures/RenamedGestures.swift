public import TouchCore

// The former names of `TouchCore`'s gestures, for the gestures of views. In a file that imports
// both modules they are as visible as `TouchViews`' own, so that the compiler never chooses one of
// the two silently.

@available(*, deprecated, renamed: "SurfaceTapGesture")
extension TouchCore.TapGesture: TouchViews.Gesture {
    @MainActor
    public var body: Never { preconditionFailure("\(Self.self) has no body") }

    @MainActor
    public func _makeNode() -> GestureMachine<Value> { GestureMachine(node: LeafNode()) }
}

@available(*, deprecated, renamed: "SurfaceSpatialTapGesture")
extension TouchCore.SpatialTapGesture: TouchViews.Gesture {
    @MainActor
    public var body: Never { preconditionFailure("\(Self.self) has no body") }

    @MainActor
    public func _makeNode() -> GestureMachine<Value> { GestureMachine(node: LeafNode()) }

    @RenamedToSurfaceGesture
    public init(count: Int, coordinateSpace: some CoordinateSpaceProtocol) throws(RenamedGesture) {
        throw RenamedGesture()
    }

    @RenamedToSurfaceGesture
    public init(coordinateSpace: some CoordinateSpaceProtocol) throws(RenamedGesture) {
        throw RenamedGesture()
    }
}

@available(*, deprecated, renamed: "SurfaceLongPressGesture")
extension TouchCore.LongPressGesture: TouchViews.Gesture {
    @MainActor
    public var body: Never { preconditionFailure("\(Self.self) has no body") }

    @MainActor
    public func _makeNode() -> GestureMachine<Value> { GestureMachine(node: LeafNode()) }
}

@available(*, deprecated, renamed: "SurfaceDragGesture")
extension TouchCore.DragGesture: TouchViews.Gesture {
    @MainActor
    public var body: Never { preconditionFailure("\(Self.self) has no body") }

    @MainActor
    public func _makeNode() -> GestureMachine<Value> { GestureMachine(node: LeafNode()) }

    @RenamedToSurfaceGesture
    public init(minimumDistance: CGFloat, coordinateSpace: some CoordinateSpaceProtocol)
        throws(RenamedGesture)
    {
        throw RenamedGesture()
    }

    @RenamedToSurfaceGesture
    public init(coordinateSpace: some CoordinateSpaceProtocol) throws(RenamedGesture) {
        throw RenamedGesture()
    }
}

@available(*, deprecated, renamed: "SurfaceMagnifyGesture")
extension TouchCore.MagnifyGesture: TouchViews.Gesture {
    @MainActor
    public var body: Never { preconditionFailure("\(Self.self) has no body") }

    @MainActor
    public func _makeNode() -> GestureMachine<Value> { GestureMachine(node: LeafNode()) }
}

@available(*, deprecated, renamed: "SurfaceRotateGesture")
extension TouchCore.RotateGesture: TouchViews.Gesture {
    @MainActor
    public var body: Never { preconditionFailure("\(Self.self) has no body") }

    @MainActor
    public func _makeNode() -> GestureMachine<Value> { GestureMachine(node: LeafNode()) }
}
