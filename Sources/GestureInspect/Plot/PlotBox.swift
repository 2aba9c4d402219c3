/// A part of a picture with sides along it, in pixels.
struct PlotBox: Hashable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    /// The right side.
    var right: Double { x + width }
    /// The lower side.
    var bottom: Double { y + height }

    /// The box around a circle.
    init(around centre: PlotPixel, radius: Double) {
        self.init(
            x: centre.x - radius, y: centre.y - radius, width: 2 * radius, height: 2 * radius)
    }

    init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Whether the two have more than a side in common.
    func overlaps(_ other: PlotBox) -> Bool {
        x < other.right && other.x < right && y < other.bottom && other.y < bottom
    }

    /// Whether `other` lies within.
    func contains(_ other: PlotBox) -> Bool {
        x <= other.x && other.right <= right && y <= other.y && other.bottom <= bottom
    }
}
