import Testing
import TouchTestSupport

@testable import TouchCore

@Suite struct SurfaceTests {
    private func panel(_ x: (Int32, Int32), _ y: (Int32, Int32)) -> Panel {
        Panel(
            x: AxisRange(minimum: 0, maximum: x.0, resolution: x.1),
            y: AxisRange(minimum: 0, maximum: y.0, resolution: y.1))
    }

    @Test func `takes the kernel's word for the size`() {
        let surface = Surface(panel: panel((32_767, 55), (32_767, 98)))
        #expect(abs(surface.width - 595.76) < 0.01 && abs(surface.height - 334.36) < 0.01)
        #expect(surface.sizeSource == .kernel)
    }

    @Test(
        arguments: [
            ((1_279, 0), (767, 0), 219.97, 131.92),  // no resolution: the ranges' aspect
            ((767, 0), (1_279, 0), 131.92, 219.97),  // the same upright
            ((4_095, 0), (4_095, 0), 217.5, 136),  // a square says nothing
            ((32_767, 1), (32_767, 1), 217.5, 136),  // a panel 32 m wide
            ((4_095, 40), (2_559, 0), 217.52, 135.93),  // one axis alone
            ((2_000, 100), (1_200, 100), 219.95, 131.97),  // 20 × 12 mm
            ((40_000, 20), (1_000, 20), 217.5, 136),  // 1 : 40
        ] as [(x: (Int32, Int32), y: (Int32, Int32), width: Double, height: Double)])
    func `assumes a 10.1-inch panel where the told size cannot be`(
        x: (Int32, Int32), y: (Int32, Int32), width: Double, height: Double
    ) {
        let surface = Surface(panel: panel(x, y))
        #expect(surface.sizeSource == .assumed)
        #expect(abs(surface.width - width) < 0.01)
        #expect(abs(surface.height - height) < 0.01)
    }

    @Test func `a configured size stands above all`() {
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
    func `turns clockwise`(quarterTurns: Int, place: Point) {
        let surface = Surface(
            panel: Glass.panel, settings: .init(quarterTurns: quarterTurns))
        #expect(surface.point(x: 1_000, y: 2_000) == place)
        #expect(surface.width == (quarterTurns % 2 == 0 ? 344 : 194))
    }

    @Test(arguments: [(Int32.min, 0.0), (-1, 0), (34_401, 1), (Int32.max, 1)] as [(Int32, Double)])
    func `clamps values beyond the axis`(raw: Int32, unit: Double) {
        let surface = Surface(panel: Glass.panel)
        #expect(surface.unit(surface.point(x: raw, y: 0)).x == unit)
    }

    @Test func `axes that cannot be do not trap`() {
        for (minimum, maximum) in [(Int32.min, Int32.max), (5, 5), (10, -10)] as [(Int32, Int32)] {
            let axis = AxisRange(minimum: minimum, maximum: maximum, fuzz: -3, resolution: -1)
            let surface = Surface(panel: Panel(x: axis, y: axis))
            let point = surface.point(x: 7, y: -7)
            #expect(point.x.isFinite && point.y.isFinite)
            #expect(surface.width == 217.5)
        }
    }
}
