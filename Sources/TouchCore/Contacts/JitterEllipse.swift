/// An ellipse that the finger inside of it drags along: the position is the ellipse's centre.
struct JitterEllipse: Sendable {
    /// Half the width and half the height (mm).
    private let margin: Point
    /// Whether it has a width and a height.
    private let isThere: Bool

    /// Half of the panel's own noise, at least what is configured.
    init(_ surface: Surface, settings: DeviceSettings) {
        let fuzz = surface.fuzz
        margin = Point(
            x: max(fuzz.x / 2, settings.jitter), y: max(fuzz.y / 2, settings.jitter))
        isThere = margin.x > 0 && margin.y > 0
    }

    /// Where the centre is, once the finger is at `raw`.
    @inline(__always)
    func held(_ raw: Point, behind centre: Point) -> Point {
        guard isThere else { return raw }
        let step = raw - centre
        let across = step.x / margin.x
        let down = step.y / margin.y
        let distance = (across * across + down * down).squareRoot()
        // A finger that stays where it dragged the ellipse lies on its rim, give or take rounding.
        guard distance > 1 + 1e-9 else { return centre }
        return raw - step / distance
    }
}
