import GestureSettings
import GestureWire
import LinuxIO
import TouchCore

/// The positions of configured zones, for programs that draw them.
extension SocketServer {
    /// The zones of each touchscreen, the lowest first; at most as many as fit into one reply.
    var zonePlacements: [ZonePlacement] {
        var placements: [ZonePlacement] = []
        for device in devices {
            for zone in configuration.gestures.zones where zone.isOn(device) {
                guard placements.count < ZonePlacement.limit else { return placements }
                placements.append(ZonePlacement(zone, on: device))
            }
        }
        return placements
    }
}

extension ZonePlacement {
    /// The part of a zone that lies on the surface of `device`.
    ///
    /// If its gestures begin in bands of different widths along a side, the placement has the
    /// widest: within it one of them can begin.
    fileprivate init(_ zone: ZoneConfiguration, on device: DeviceRecord) {
        self.init(device: device.id, name: zone.name)
        if let rect = zone.rect {
            let horizontal = Self.shares(of: rect.horizontal, along: device.width)
            let vertical = Self.shares(of: rect.vertical, along: device.height)
            origin = Point(x: horizontal.start, y: vertical.start)
            size = Point(x: horizontal.length, y: vertical.length)
        }
        let surface = Point(x: device.width, y: device.height)
        for bands in zone.nodes.compactMap(\.gesture.definition.edgeBands) {
            for edge in bands.sides {
                edges[edge] = max(edges[edge] ?? 0, bands.width(of: edge, on: surface))
            }
        }
    }

    /// The part of a side with the length `side` (mm) that a span covers, as shares of it.
    private static func shares(
        of span: ZoneSpan, along side: Double
    ) -> (start: Double, length: Double) {
        guard side > 0 else { return (0, 1) }
        let (start, end) = span.millimetres(of: side)
        let first = min(max(start / side, 0), 1)
        return (first, max(min(end / side, 1) - first, 0))
    }
}

extension ZoneConfiguration {
    /// Whether the device has the zone: by its name, which may be a pattern, or by its output.
    fileprivate func isOn(_ device: DeviceRecord) -> Bool {
        devices.isEmpty
            || devices.contains {
                $0 == device.output || NamePattern($0).matches(device.name)
            }
    }
}
