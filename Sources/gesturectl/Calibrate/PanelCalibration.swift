import LinuxIO
import TouchCore

/// A calibration of a panel, from touches at known positions or from values of older programs.
struct PanelCalibration: Equatable {
    /// Six numbers, in the order of `calibration` and LIBINPUT_CALIBRATION_MATRIX.
    let matrix: CalibrationMatrix

    /// A position to touch: an eighth of the sides from a corner.
    struct Cross: Equatable {
        let corner: String
        /// In fractions of the surface.
        let position: Point
    }

    /// In the order in which they are touched.
    static let crosses = [
        Cross(corner: "top left", position: Point(x: 0.125, y: 0.125)),
        Cross(corner: "top right", position: Point(x: 0.875, y: 0.125)),
        Cross(corner: "bottom right", position: Point(x: 0.875, y: 0.875)),
        Cross(corner: "bottom left", position: Point(x: 0.125, y: 0.875)),
    ]

    /// The maximum distance of a cross from where the matrix maps its touch, in fractions.
    private static let maximumError = 0.03

    /// The map that fits best the reported positions of the crosses, in their order and in
    /// fractions; `nil` if none fits all of them, because a cross was missed.
    init?(reported: [Point]) {
        guard reported.count == Self.crosses.count,
            let across = Self.row(reported, Self.crosses.map(\.position.x)),
            let down = Self.row(reported, Self.crosses.map(\.position.y))
        else { return nil }
        matrix = CalibrationMatrix(
            across.0, across.1, across.2, down.0, down.1, down.2)
        for (cross, point) in zip(Self.crosses, reported) {
            let x = matrix.a * point.x + matrix.b * point.y + matrix.c
            let y = matrix.d * point.x + matrix.e * point.y + matrix.f
            guard abs(x - cross.position.x) <= Self.maximumError,
                abs(y - cross.position.y) <= Self.maximumError
            else { return nil }
        }
        guard matrix.isInvertible else { return nil }
    }

    /// The values of xinput_calibrator and of X's evdev driver, which exchanges the axes first.
    ///
    /// - Parameters:
    ///   - values: the positions that are shown at the left, right, top and bottom side.
    ///   - axes: the ranges of the device's axes: the first and the last value of x, then of y.
    init?(_ values: [Double], swapsAxes: Bool, axes: [Double]) {
        let (width, height) = (axes[1] - axes[0], axes[3] - axes[2])
        let (shownWidth, shownHeight) = (values[1] - values[0], values[3] - values[2])
        guard width != 0, height != 0, shownWidth != 0, shownHeight != 0 else { return nil }
        let (x, y) = (width / shownWidth, height / shownHeight)
        let (left, top) = ((axes[0] - values[0]) / shownWidth, (axes[2] - values[2]) / shownHeight)
        matrix =
            swapsAxes
            ? CalibrationMatrix(0, x, left, y, 0, top) : CalibrationMatrix(x, 0, left, 0, y, top)
        guard matrix.isInvertible else { return nil }
    }

    /// The coefficients of x, y and 1 that map `points` to `values` with the smallest squares.
    private static func row(
        _ points: [Point], _ values: [Double]
    ) -> (Double, Double, Double)? {
        let count = Double(points.count)
        let (x, y) = (
            points.reduce(0) { $0 + $1.x } / count, points.reduce(0) { $0 + $1.y } / count
        )
        let mean = values.reduce(0, +) / count
        var (xx, xy, yy, xv, yv) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for (point, value) in zip(points, values) {
            let (dx, dy, dv) = (point.x - x, point.y - y, value - mean)
            xx += dx * dx
            xy += dx * dy
            yy += dy * dy
            xv += dx * dv
            yv += dy * dv
        }
        let determinant = xx * yy - xy * xy
        guard determinant > 1e-6 else { return nil }
        let a = (xv * yy - yv * xy) / determinant
        let b = (yv * xx - xv * xy) / determinant
        return (a, b, mean - a * x - b * y)
    }

    /// The six numbers, separated by `separator`.
    private func numbers(_ separator: String) -> String {
        [matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f].map {
            // Without -0, and to a hundredth of a millimetre on a metre.
            let rounded = ($0 * 100_000).rounded() / 100_000
            return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
        }.joined(separator: separator)
    }

    /// The lines for gestured.yaml and for udev.
    var text: String {
        """
        calibration: [\(numbers(", "))]
        # For libinput, and then not above:
        # ENV{LIBINPUT_CALIBRATION_MATRIX}="\(numbers(" "))"

        """
    }
}
