/// Calibration, rotation and millimetres in one: an affine map from steps of the axes.
///
/// A step is one device unit from the axis' least value.
struct CalibratedMap: Sendable, Hashable {
    private let horizontal: Row
    private let vertical: Row

    /// - Parameters:
    ///   - steps: the spans of both axes, in device units.
    ///   - size: the surface, as calibration and rotation leave it.
    init(
        _ matrix: CalibrationMatrix, quarterTurns: Int, steps: (x: Double, y: Double),
        size: SurfaceSize
    ) {
        let across = Row(
            x: matrix.a / steps.x, y: matrix.b / steps.y, constant: matrix.c, side: 1)
        let down = Row(
            x: matrix.d / steps.x, y: matrix.e / steps.y, constant: matrix.f, side: 1)
        let (turnedAcross, turnedDown) =
            switch quarterTurns {
            case 1: (down.reversed, across)
            case 2: (across.reversed, down.reversed)
            case 3: (down, across.reversed)
            default: (across, down)
            }
        horizontal = turnedAcross.stretched(to: size.width)
        vertical = turnedDown.stretched(to: size.height)
    }

    /// Millimetres from the surface's top left; values beyond a side are taken for the side.
    @inline(__always)
    func point(x: Double, y: Double) -> Point {
        Point(x: horizontal.place(x: x, y: y), y: vertical.place(x: x, y: y))
    }

    /// The noise in millimetres that noise of the axes, in device units, makes at most.
    func noise(x: Double, y: Double) -> Point {
        Point(x: horizontal.noise(x: x, y: y), y: vertical.noise(x: x, y: y))
    }
}

extension CalibratedMap {
    /// One coordinate of the map, from 0 to the length of its side.
    private struct Row: Sendable, Hashable {
        let x: Double
        let y: Double
        let constant: Double
        let side: Double

        /// Counted from the other end of the side.
        var reversed: Row { Row(x: -x, y: -y, constant: side - constant, side: side) }

        func stretched(to length: Double) -> Row {
            Row(x: x * length, y: y * length, constant: constant * length, side: side * length)
        }

        @inline(__always)
        func place(x rawX: Double, y rawY: Double) -> Double {
            min(max(x * rawX + y * rawY + constant, 0), side)
        }

        func noise(x rawX: Double, y rawY: Double) -> Double {
            abs(x) * rawX + abs(y) * rawY
        }
    }
}
