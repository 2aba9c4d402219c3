import Testing
import TouchTestSupport

@testable import TouchCore

@Suite struct SurfaceTests {
    private typealias Axis = (maximum: Int32, resolution: Int32)

    private func panel(_ x: Axis, _ y: Axis) -> Panel {
        Panel(
            x: AxisRange(minimum: 0, maximum: x.maximum, resolution: x.resolution),
            y: AxisRange(minimum: 0, maximum: y.maximum, resolution: y.resolution))
    }

    @Test func `trusts the size that the kernel reports`() {
        let surface = Surface(panel: panel((32_767, 55), (32_767, 98)))
        #expect(abs(surface.width - 595.76) < 0.01 && abs(surface.height - 334.36) < 0.01)
        #expect(surface.sizeSource == .kernel)
    }

    @Test(
        arguments: [
            ((1_279, 0), (767, 0), 219.97, 131.92),  // no resolution: the ranges' ratio
            ((767, 0), (1_279, 0), 131.92, 219.97),  // the same, in portrait
            ((4_095, 0), (4_095, 0), 217.5, 136),  // no screen is square: 16 : 10
            ((32_767, 1), (32_767, 1), 217.5, 136),  // too large: 32 m wide
            ((4_095, 40), (2_559, 0), 217.52, 135.93),  // only x has a resolution
            ((2_000, 100), (1_200, 100), 219.95, 131.97),  // too small: 20 × 12 mm
            ((40_000, 20), (1_000, 20), 217.5, 136),  // too narrow: 40 : 1
        ] as [(x: (Int32, Int32), y: (Int32, Int32), width: Double, height: Double)])
    func `assumes a 10.1-inch panel if the reported size is impossible`(
        x: (Int32, Int32), y: (Int32, Int32), width: Double, height: Double
    ) {
        let surface = Surface(panel: panel(x, y))
        #expect(surface.sizeSource == .assumed)
        #expect(abs(surface.width - width) < 0.01)
        #expect(abs(surface.height - height) < 0.01)
    }

    @Test func `a configured size has precedence`() {
        let settings = DeviceSettings(size: SurfaceSize(width: 344, height: 194))
        let surface = Surface(panel: panel((32_767, 55), (32_767, 98)), settings: settings)
        #expect(surface.sizeSource == .configured && surface.width == 344)
        #expect(surface.point(x: 32_767, y: 0) == Point(x: 344, y: 0))
    }

    @Test(
        arguments: [
            (0, Point(x: 10, y: 20)), (1, Point(x: 174, y: 10)), (2, Point(x: 334, y: 174)),
            (3, Point(x: 20, y: 334)),
        ] as [(Int, Point)])
    func `turns clockwise`(quarterTurns: Int, position: Point) {
        let surface = Surface(
            panel: TestScreen.panel, settings: .init(quarterTurns: quarterTurns))
        #expect(surface.point(x: 1_000, y: 2_000) == position)
        #expect(surface.width == (quarterTurns % 2 == 0 ? 344 : 194))
    }

    @Test(arguments: [(Int32.min, 0.0), (-1, 0), (34_401, 1), (Int32.max, 1)] as [(Int32, Double)])
    func `clamps values beyond the axis`(raw: Int32, unit: Double) {
        let surface = Surface(panel: TestScreen.panel)
        #expect(surface.unit(surface.point(x: raw, y: 0)).x == unit)
    }

    @Test func `impossible axes do not trap`() {
        for (minimum, maximum) in [(Int32.min, Int32.max), (5, 5), (10, -10)] as [(Int32, Int32)] {
            let axis = AxisRange(minimum: minimum, maximum: maximum, fuzz: -3, resolution: -1)
            let surface = Surface(panel: Panel(x: axis, y: axis))
            let point = surface.point(x: 7, y: -7)
            #expect(point.x.isFinite && point.y.isFinite)
            #expect(surface.width == 217.5)
        }
    }
}

/// Positions of a calibrated panel of 344 × 194 mm with 100 units per millimetre.
@Suite struct CalibrationTests {
    private static let clockwise = CalibrationMatrix(0, -1, 1, 1, 0, 0)
    private static let upsideDown = CalibrationMatrix(-1, 0, 1, 0, -1, 1)
    private static let counterclockwise = CalibrationMatrix(0, 1, 0, -1, 0, 1)

    private func surface(_ matrix: CalibrationMatrix, quarterTurns: Int = 0) -> Surface {
        Surface(
            panel: TestScreen.panel,
            settings: .init(calibration: matrix, quarterTurns: quarterTurns))
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
    func `a matrix maps fractions of the sides`(matrix: CalibrationMatrix, position: Point) {
        #expect(isClose(surface(matrix).point(x: 1_000, y: 2_000), position))
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
    func `calibration is applied before rotation`(quarterTurns: Int) {
        let rotated = surface(.identity, quarterTurns: quarterTurns + 1)
        let calibratedAndRotated = surface(Self.clockwise, quarterTurns: quarterTurns)
        for (x, y) in [(0, 0), (1_000, 2_000), (34_400, 0), (20_000, 19_400)] as [(Int32, Int32)] {
            let expected = rotated.point(x: x, y: y)
            #expect(isClose(calibratedAndRotated.point(x: x, y: y), expected))
        }
    }

    @Test func `positions beyond the surface are clamped to its side`() {
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
    func `a matrix without an inverse is ignored`(matrix: CalibrationMatrix) {
        #expect(!matrix.isInvertible)
        #expect(surface(matrix, quarterTurns: 1) == surface(.identity, quarterTurns: 1))
    }

    @Test func `fuzz is transformed like positions`() {
        var panel = TestScreen.panel
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
    func `impossible axes do not trap`(matrix: CalibrationMatrix) {
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

/// Maps of positions, applied one after the other.
struct CalibrationMatrixTests {
    private let quarterTurn = CalibrationMatrix(0, -1, 1, 1, 0, 0)
    private let leftHalf = CalibrationMatrix(0.5, 0, 0, 0, 1, 0)

    @Test func `the identity changes no map`() {
        #expect(quarterTurn.followed(by: .identity) == quarterTurn)
        #expect(CalibrationMatrix.identity.followed(by: quarterTurn) == quarterTurn)
    }

    @Test func `the first map is applied first`() {
        // The first map turns, then compresses into the left half. The second compresses, then turns.
        #expect(quarterTurn.followed(by: leftHalf) == CalibrationMatrix(0, -0.5, 0.5, 1, 0, 0))
        #expect(leftHalf.followed(by: quarterTurn) == CalibrationMatrix(0, -1, 1, 0.5, 0, 0))
    }

    @Test func `four quarter turns are the identity`() {
        let halfTurn = quarterTurn.followed(by: quarterTurn)
        #expect(halfTurn == CalibrationMatrix(-1, 0, 1, 0, -1, 1))
        #expect(halfTurn.followed(by: halfTurn) == .identity)
    }
}
