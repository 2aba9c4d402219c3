/// A place in a picture, in pixels from its top left.
struct PlotPixel: Hashable {
    var x: Double
    var y: Double

    /// The place so much to the right and down.
    func moved(_ dx: Double, _ dy: Double) -> PlotPixel {
        PlotPixel(x: x + dx, y: y + dy)
    }

    /// How far it is to `other`.
    func distance(to other: PlotPixel) -> Double {
        let (dx, dy) = (x - other.x, y - other.y)
        return (dx * dx + dy * dy).squareRoot()
    }
}
