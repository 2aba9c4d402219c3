import RealModule
import Testing

@testable import TouchCore

/// The angle of one finger that moves around a circle.
struct CircleMeterTests {
    /// Points of an ellipse about 0, from its right on, 100 a turn.
    private static func ellipse(
        _ width: Double, _ height: Double, from start: Double = 0, turns: Double
    ) -> [Point] {
        (0...Int(abs(turns) * 100)).map { step in
            let angle = 2 * Double.pi * (start + Double(step) / 100 * (turns < 0 ? -1 : 1))
            return Point(x: width * .cos(angle), y: height * .sin(angle))
        }
    }

    private static func meter(_ points: [Point]) -> CircleMeter {
        var meter = CircleMeter()
        for point in points { meter.add(point - points[0]) }
        return meter
    }

    @Test(arguments: [1.0, -1, 3, -3.25, 40])
    func `a finger on a circle has turned as often as it went around`(turns: Double) {
        let meter = Self.meter(Self.ellipse(25, 25, turns: turns))
        #expect(meter.isFollowing)
        #expect(abs(meter.angle / (2 * .pi) - turns) < 0.01 * abs(turns))
        #expect(abs(meter.radius - 25) < 0.5)
    }

    @Test(arguments: [(height: 21.0, tolerance: 0.03), (height: 17.5, tolerance: 0.06)])
    func `an oval costs little of the angle`(height: Double, tolerance: Double) {
        for start in [0.0, 0.1, 0.2, 0.3] {
            let meter = Self.meter(Self.ellipse(25, height, from: start, turns: 3))
            #expect(abs(meter.angle / (6 * .pi) - 1) < tolerance, "\(start)")
        }
    }

    /// Trembles by 1 mm, six times in a turn of 30 mm.
    @Test func `the mean angle of trembling arcs is that of the arcs`() {
        let errors = (0..<40).map { phase in
            let arc = Self.ellipse(30, 30, turns: 0.4).enumerated().map { index, point in
                let shake = Double(index) / 100 * 2 * .pi * 6
                return point
                    + Point(x: .sin(shake + Double(phase)), y: .sin(shake + 2.4 * Double(phase)))
            }
            let meter = Self.meter(arc)
            return meter.isFollowing ? meter.angle / (2 * .pi) - 0.4 : 1
        }
        #expect(abs(errors.reduce(0, +) / 40) < 0.015, "\(errors)")
    }

    @Test func `a finger that goes back has turned back`() {
        let there = Self.ellipse(25, 25, turns: 1.5)
        let meter = Self.meter(there + there.reversed())
        #expect(abs(meter.angle) < 0.02)
    }

    @Test func `the circle may wander with the hand`() {
        let points = Self.ellipse(25, 25, turns: 4).enumerated().map { index, point in
            point + Point(x: Double(index) * 0.1, y: 0)
        }
        #expect(abs(Self.meter(points).angle / (8 * .pi) - 1) < 0.03)
    }

    @Test(arguments: [
        [Point(x: 0, y: 0), Point(x: 60, y: 0)],
        [Point(x: 0, y: 0), Point(x: 60, y: 0), Point(x: 60, y: 60)],
        [Point(x: 0, y: 0), Point(x: 60, y: 0), Point(x: 0, y: 1)],
        [Point(x: 0, y: 0), Point(x: 30, y: 60), Point(x: 60, y: 0)],
        [Point(x: 0, y: 0), Point(x: 60, y: 0), Point(x: 0, y: 60), Point(x: 60, y: 60)],
    ])
    func `lines with corners are not circles`(corners: [Point]) {
        var points: [Point] = []
        for (one, next) in zip(corners, corners.dropFirst()) {
            points += (0..<60).map { one + (next - one) * (Double($0) / 60) }
        }
        var meter = CircleMeter()
        for point in points {
            meter.add(point - points[0])
            #expect(!meter.isFollowing)
        }
    }

    @Test func `a still finger, NaN and infinity are not circles`() {
        #expect(!Self.meter(Array(repeating: .zero, count: 50)).isFollowing)
        let odd = [Point.zero, Point(x: .nan, y: 1), Point(x: .infinity, y: 2), Point(x: 3, y: 4)]
        #expect(!Self.meter(odd).isFollowing)
    }
}
