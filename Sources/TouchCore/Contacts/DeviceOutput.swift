/// The output of a touchscreen, as a compositor describes it.
public struct DeviceOutput: Sendable, Hashable {
    /// The name of the output in the compositor.
    public var name: String
    /// How the output is turned: the value of `wl_output.transform`.
    public var transform: OutputTransform
    /// The physical size before the transform, in millimetres; `nil` if unknown.
    public var size: SurfaceSize?

    /// An output with a name and a transform.
    public init(_ name: String, _ transform: OutputTransform, size: SurfaceSize? = nil) {
        self.name = name
        self.transform = transform
        self.size = size
    }
}
