/// The two sides of a surface, in millimetres.
public struct SurfaceSize: Sendable, Hashable {
    /// From left to right.
    public var width: Double
    /// From top to bottom.
    public var height: Double

    /// A size in millimetres.
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// No touchscreen is thinner than 30 mm, longer than 3 m, or beyond 1:10.
    var isPlausible: Bool {
        let sides = 30.0...3_000.0
        guard sides.contains(width), sides.contains(height) else { return false }
        return max(width, height) <= 10 * min(width, height)
    }
}

/// How large a panel is: configured, told by the kernel, or assumed.
enum PanelSize {
    /// Diagonal of the panel that is assumed: 10.1 inches, the commonest kiosk panel.
    static let assumedDiagonal = 256.5
    /// The assumed panel where the axis ranges do not look like a screen's: 16:10.
    static let assumedSize = SurfaceSize(width: 217.5, height: 136)
    /// Aspects that screens have; ranges outside of them say nothing about the panel's shape.
    static let screenAspects = 1.2...2.5

    static func of(
        _ panel: Panel, configured: SurfaceSize?
    ) -> (size: SurfaceSize, source: SizeSource) {
        if let configured, configured.width > 0, configured.height > 0 {
            return (configured, .configured)
        }
        if panel.x.resolution > 0, panel.y.resolution > 0 {
            let told = SurfaceSize(
                width: panel.x.span / Double(panel.x.resolution),
                height: panel.y.span / Double(panel.y.resolution))
            if told.isPlausible { return (told, .kernel) }
        }
        return (assumed(aspect: panel.x.span / panel.y.span), .assumed)
    }

    private static func assumed(aspect: Double) -> SurfaceSize {
        guard screenAspects.contains(aspect) || screenAspects.contains(1 / aspect) else {
            return assumedSize
        }
        let height = assumedDiagonal / (aspect * aspect + 1).squareRoot()
        return SurfaceSize(width: height * aspect, height: height)
    }
}
