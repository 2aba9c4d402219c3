import Foundation
import Testing
import TouchCore

@Suite struct MotionSimilarityDegenerateTests {
    @Test func `no finger has not moved`() {
        let nothing = Similarity()
        #expect(nothing.scale == 1)
        #expect(nothing.angle == 0)
        #expect(nothing.translation == .zero)
        #expect(nothing.radius == 0)
    }

    @Test func `one finger can only move`() {
        var one = Similarity()
        one.add(origin: Point(x: 3, y: 4), now: Point(x: 30, y: 4))
        #expect(one.scale == 1)
        #expect(one.angle == 0)
        #expect(one.translation == Point(x: 27, y: 0))
        #expect(one.originRadius == 0)
    }

    @Test func `fingers that began in one place are neither turned nor grown`() {
        var similarity = Similarity()
        similarity.add(origin: Point(x: 3.1, y: 4.7), now: Point(x: 0, y: 0))
        similarity.add(origin: Point(x: 3.1, y: 4.7), now: Point(x: 9, y: 0))
        similarity.add(origin: Point(x: 3.1, y: 4.7), now: Point(x: 0, y: 5))
        #expect(similarity.scale == 1)
        #expect(similarity.angle == 0)
        #expect(similarity.radius > 0)
    }

    @Test func `fingers that met in one place are at scale 0`() {
        var similarity = Similarity()
        similarity.add(origin: Point(x: 0, y: 0), now: Point(x: 5, y: 5))
        similarity.add(origin: Point(x: 10, y: 0), now: Point(x: 5, y: 5))
        #expect(similarity.scale == 0)
        #expect(similarity.angle == 0)
    }

    @Test func `a finger on the centroid does no harm`() {
        var similarity = Similarity()
        for x in [-10.0, 0, 10] {
            similarity.add(origin: Point(x: x, y: 0), now: Point(x: 0, y: x * 2))
        }
        #expect(similarity.scale.isNear(2))
        #expect(similarity.angle.isNear(.pi / 2))
    }

    @Test func `three fingers turn by 540 degrees without drift`() {
        let fingers = [Point(x: 20, y: 0), Point(x: -10, y: 17), Point(x: -10, y: -17)]
        var angle = 0.0
        for degrees in stride(from: 0.0, through: 540, by: 7.5) {
            let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
            var similarity = Similarity()
            for finger in fingers {
                similarity.add(origin: finger, now: finger.turned(sine: sine, cosine: cosine))
            }
            angle = Similarity.unwrapped(similarity.angle, nearest: angle)
            #expect((angle * 180 / .pi).isNear(degrees, within: 1e-9))
            #expect(similarity.scale.isNear(1, within: 1e-9))
        }
    }

    @Test(arguments: [
        (angle: 3.0, previous: 3.1, turns: 0.0), (-3.0, 3.1, 1), (3.0, -3.1, -1),
        (0.5, 12.6, 2), (-3.0, 6.4, 1), (3.0, -6.4, -1), (0, 0, 0),
    ])
    func `takes the turn that is nearest`(angle: Double, previous: Double, turns: Double) {
        let expected = angle + turns * 2 * .pi
        #expect(Similarity.unwrapped(angle, nearest: previous).isNear(expected, within: 1e-12))
    }
}
