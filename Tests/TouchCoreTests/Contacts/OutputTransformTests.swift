import Testing
import TouchCore

/// Panels whose output is turned, touched at fractions of their sides.
@Suite struct OutputTransformTests {
    /// 300 x 200 mm, ten units per millimetre.
    private static let panel = Panel(
        x: AxisRange(minimum: 0, maximum: 3_000, resolution: 10),
        y: AxisRange(minimum: 0, maximum: 2_000, resolution: 10))

    /// The position on the output of (x, y) on the panel, as wlroots' `apply_output_transform` maps
    /// touches.
    private static let seen: [(OutputTransform, @Sendable (Point) -> Point)] = [
        (.normal, { $0 }),
        (.turned90, { Point(x: 1 - $0.y, y: $0.x) }),
        (.turned180, { Point(x: 1 - $0.x, y: 1 - $0.y) }),
        (.turned270, { Point(x: $0.y, y: 1 - $0.x) }),
        (.flipped, { Point(x: 1 - $0.x, y: $0.y) }),
        (.flipped90, { Point(x: $0.y, y: $0.x) }),
        (.flipped180, { Point(x: $0.x, y: 1 - $0.y) }),
        (.flipped270, { Point(x: 1 - $0.y, y: 1 - $0.x) }),
    ]

    private static let settings: [DeviceSettings] =
        (0...3).flatMap { turns in
            [
                CalibrationMatrix.identity, CalibrationMatrix(0, 1, 0, 1, 0, 0),
                CalibrationMatrix(0.9, 0, 0.05, 0, 0.8, 0.1),
                // Not invertible: a surface ignores it.
                CalibrationMatrix(0, 0, 0, 0, 0, 0),
            ].map { DeviceSettings(calibration: $0, quarterTurns: turns) }
        }

    private static func unit(_ surface: Surface, _ x: Int32, _ y: Int32) -> Point {
        let point = surface.point(x: x, y: y)
        return Point(x: point.x / surface.width, y: point.y / surface.height)
    }

    @Test(arguments: 0..<8)
    func `positions are turned after calibration and rotation`(index: Int) {
        let (transform, seen) = Self.seen[index]
        for settings in Self.settings {
            let neutral = Surface(panel: Self.panel, settings: settings)
            let turned = Surface(panel: Self.panel, settings: settings.turned(by: transform))
            for (x, y) in [(0, 0), (3_000, 0), (0, 2_000), (1_100, 300)] as [(Int32, Int32)] {
                let expected = seen(Self.unit(neutral, x, y))
                let point = Self.unit(turned, x, y)
                #expect(abs(point.x - expected.x) < 1e-9 && abs(point.y - expected.y) < 1e-9)
            }
        }
    }

    @Test(arguments: OutputTransform.allCases)
    func `a quarter turn swaps width and height`(transform: OutputTransform) {
        for settings in Self.settings {
            let neutral = Surface(panel: Self.panel, settings: settings)
            let turned = Surface(panel: Self.panel, settings: settings.turned(by: transform))
            let isSideways = transform.quarterTurns % 2 == 1
            #expect(turned.width == (isSideways ? neutral.height : neutral.width))
            #expect(turned.height == (isSideways ? neutral.width : neutral.height))
            #expect(turned.sizeSource == neutral.sizeSource)
        }
    }

    @Test func `without a transform the settings are unchanged`() {
        for settings in Self.settings { #expect(settings.turned(by: .normal) == settings) }
    }
}
