public import TouchCore

/// The request `set_output`: which output a device has, and how that is turned.
public struct OutputReport: Sendable, Hashable {
    /// The `id` of the device.
    public var device: Int
    /// `nil` to withdraw an earlier report.
    public var output: DeviceOutput?

    public init(device: Int, _ output: DeviceOutput?) {
        self.device = device
        self.output = output
    }
}

/// A member of `set_output`.
package enum OutputMember: String, WireMember {
    case device, output, transform
    case width = "width_mm"
    case height = "height_mm"

    package static let names = MemberNames(of: Self.self)
}

extension OutputReport {
    /// The range of a side, in millimetres: that of `size_mm`.
    private static let sides = 1.0...10_000.0
    /// The maximum length of an output's name, in bytes: that of `output` in the configuration.
    private static let maximumName = 256

    init(_ members: RequestMembers) throws(RequestError) {
        guard let device = try members.integer(OutputMember.device) else {
            throw RequestError(.invalidValue, "the request needs a device", member: "device")
        }
        self.device = device
        let transform: OutputTransform? = try members.keyword(OutputMember.transform, "transform")
        let width = try members.number(OutputMember.width, Self.sides)
        let height = try members.number(OutputMember.height, Self.sides)
        guard let name = try members.text(OutputMember.output, Self.maximumName) else {
            guard transform == nil, width == nil, height == nil else {
                throw RequestError(
                    .invalidValue, "the request needs an output; with device alone it withdraws",
                    member: "output")
            }
            output = nil
            return
        }
        guard (width == nil) == (height == nil) else {
            throw RequestError(
                .invalidValue, "width_mm and height_mm come together, or not at all",
                member: width == nil ? "width_mm" : "height_mm")
        }
        var size: SurfaceSize?
        if let width, let height { size = SurfaceSize(width: width, height: height) }
        output = DeviceOutput(name, transform ?? .normal, size: size)
    }
}
