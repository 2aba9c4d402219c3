public import TouchCore

/// The position of a configured zone on a touchscreen, as the reply to `zones` describes it.
public struct ZonePlacement: Sendable, Hashable {
    /// The maximum number of zones in one reply; further ones are omitted.
    public static let limit = 256

    /// The id of the device.
    public var device: Int
    /// The value of `zone` in gesture lines.
    public var name: String
    /// Its top left corner, as shares of the surface from the top left, 0 to 1.
    public var origin: Point
    /// Its size as shares of the surface, to the right and downwards, 0 to 1.
    public var size: Point
    /// The widths of the bands in which fingers must land for gestures of the zone, in millimetres;
    /// sides without a band are missing.
    public var edges: [SurfaceEdge: Double]

    /// A zone of a device; `origin` and `size` are shares of its surface.
    public init(
        device: Int, name: String, origin: Point = Point(x: 0, y: 0),
        size: Point = Point(x: 1, y: 1), edges: [SurfaceEdge: Double] = [:]
    ) {
        self.device = device
        self.name = name
        self.origin = origin
        self.size = size
        self.edges = edges
    }
}

extension LineBuffer {
    /// Appends the reply to `zones`, with the first `ZonePlacement.limit` of them.
    public mutating func appendReply(to id: RequestID?, _ zones: [ZonePlacement]) {
        appendReplyHead(id, isSuccess: true)
        append(ReplyMember.zones)
        append("[")
        for (index, zone) in zones.prefix(ZonePlacement.limit).enumerated() {
            if index > 0 { append(",") }
            append(zone)
        }
        append("]}\n")
    }

    private mutating func append(_ zone: ZonePlacement) {
        append(first: ZoneMember.device)
        append(integer: zone.device)
        append(ZoneMember.name, zone.name)
        append(ZoneMember.x, zone.origin.x, places: .five)
        append(ZoneMember.y, zone.origin.y, places: .five)
        append(ZoneMember.width, zone.size.x, places: .five)
        append(ZoneMember.height, zone.size.y, places: .five)
        if !zone.edges.isEmpty { append(zone.edges) }
        append("}")
    }

    private mutating func append(_ edges: [SurfaceEdge: Double]) {
        append(ZoneMember.edges)
        append("{")
        var isFirst = true
        for edge in SurfaceEdge.allCases {
            guard let width = edges[edge] else { continue }
            if !isFirst { append(",") }
            isFirst = false
            append(string: edge.rawValue)
            append(":")
            append(decimal: width, places: .two)
        }
        append("}")
    }
}
