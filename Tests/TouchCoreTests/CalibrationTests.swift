import Testing
import TouchTestSupport

@testable import TouchCore

/// Positions of a panel of 344 × 194 mm, 100 units a millimetre, that is calibrated.
@Suite struct CalibrationTests {
    private static let clockwise = CalibrationMatrix(0, -1, 1, 1, 0, 0)
    private static let upsideDown = CalibrationMatrix(-1, 0, 1, 0, -1, 1)
    private static let counterclockwise = CalibrationMatrix(0, 1, 0, -1, 0, 1)

    private func surface(_ matrix: CalibrationMatrix, quarterTurns: Int = 0) -> Surface {
        Surface(
            panel: Glass.panel, settings: .init(calibration: matrix, quarterTurns: quarterTurns))
    }

    private func isClose(_ point: Point, _ other: Point) -> Bool {
        point.squaredDistance(to: other) < 1e-18
    }

    @Test(
        arguments: [
            (clockwise, Point(x: 174, y: 10)), (upsideDown, Point(x: 334, y: 174)),
            (counterclockwise, Point(x: 20, y: 334)),
            (CalibrationMatrix(-1, 0, 1, 0, 1, 0), Point(x: 334, y: 20)),
            (CalibrationMatrix(0, 1, 0, 1, 0, 0), Point(x: 20, y: 10)),
            (CalibrationMatrix(2, 0, 0, 0, 1, 0.5), Point(x: 20, y: 117)),
        ] as [(CalibrationMatrix, Point)])
    func `maps shares of the sides`(matrix: CalibrationMatrix, place: Point) {
        #expect(isClose(surface(matrix).point(x: 1_000, y: 2_000), place))
    }

    @Test(arguments: [
        (clockwise, 194.0, 344.0), (counterclockwise, 194, 344), (upsideDown, 344, 194),
    ])
    func `a quarter turn swaps the sides`(
        matrix: CalibrationMatrix, width: Double, height: Double
    ) {
        let surface = surface(matrix)
        #expect(surface.width == width && surface.height == height)
        let turned = self.surface(matrix, quarterTurns: 1)
        #expect(turned.width == height && turned.height == width)
    }

    @Test(arguments: 0...3)
    func `comes before rotation`(quarterTurns: Int) {
        let once = surface(.identity, quarterTurns: quarterTurns + 1)
        let both = surface(Self.clockwise, quarterTurns: quarterTurns)
        for (x, y) in [(0, 0), (1_000, 2_000), (34_400, 0), (20_000, 19_400)] as [(Int32, Int32)] {
            #expect(isClose(both.point(x: x, y: y), once.point(x: x, y: y)))
        }
    }

    @Test func `places beyond the surface are taken for its side`() {
        let surface = surface(CalibrationMatrix(1, 0, 0.5, 0, 1, -0.5))
        #expect(surface.point(x: 20_000, y: 2_000) == Point(x: 344, y: 0))
        #expect(surface.point(x: .max, y: .min) == Point(x: 344, y: 0))
    }

    @Test(
        arguments: [
            CalibrationMatrix(0, 0, 0, 0, 0, 0), CalibrationMatrix(1, 1, 0, 2, 2, 0),
            CalibrationMatrix(.nan, 0, 0, 0, 1, 0), CalibrationMatrix(1, 0, .infinity, 0, 1, 0),
            CalibrationMatrix(1e300, 0, 0, 0, 1, 0),
        ])
    func `a matrix that leads nowhere is none`(matrix: CalibrationMatrix) {
        #expect(!matrix.isInvertible)
        #expect(surface(matrix, quarterTurns: 1) == surface(.identity, quarterTurns: 1))
    }

    @Test func `noise follows the positions`() {
        var panel = Glass.panel
        panel.x.fuzz = 200
        panel.y.fuzz = 50
        func fuzz(_ matrix: CalibrationMatrix, _ quarterTurns: Int) -> Point {
            let settings = DeviceSettings(calibration: matrix, quarterTurns: quarterTurns)
            return Surface(panel: panel, settings: settings).fuzz
        }
        #expect(isClose(fuzz(Self.upsideDown, 0), Point(x: 2, y: 0.5)))
        #expect(isClose(fuzz(Self.clockwise, 0), Point(x: 0.5, y: 2)))
        #expect(isClose(fuzz(Self.clockwise, 1), Point(x: 2, y: 0.5)))
        #expect(isClose(fuzz(CalibrationMatrix(2, 0, 0, 0, 1, 0), 0), Point(x: 4, y: 0.5)))
    }

    @Test(arguments: [CalibrationMatrix(0.98, 0.02, 0.01, -0.02, 1.01, 0), clockwise])
    func `axes that cannot be do not trap`(matrix: CalibrationMatrix) {
        for (minimum, maximum) in [(Int32.min, Int32.max), (5, 5), (10, -10)] as [(Int32, Int32)] {
            let axis = AxisRange(minimum: minimum, maximum: maximum)
            let surface = Surface(
                panel: Panel(x: axis, y: axis), settings: .init(calibration: matrix))
            let point = surface.point(x: 7, y: -7)
            #expect((0...surface.width).contains(point.x))
            #expect((0...surface.height).contains(point.y))
        }
    }
}
