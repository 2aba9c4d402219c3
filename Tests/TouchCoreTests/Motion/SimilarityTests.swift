import Foundation
import Testing
import TouchCore
import TouchTestSupport

@Suite struct SimilarityTests {
    private func similarity(_ origins: [Point], _ now: [Point]) -> Similarity {
        var similarity = Similarity()
        for (origin, now) in zip(origins, now) {
            similarity.add(origin: origin, now: now)
        }
        return similarity
    }

    @Test func `two fingers that spread by half have a scale of one and a half`() {
        let similarity = similarity(
            [Point(x: 0, y: 0), Point(x: 20, y: 0)], [Point(x: 0, y: 10), Point(x: 30, y: 10)])
        #expect(similarity.count == 2)
        #expect(similarity.scale == 1.5)
        #expect(similarity.angle == 0)
        #expect(similarity.originCentroid == Point(x: 10, y: 0))
        #expect(similarity.centroid == Point(x: 15, y: 10))
        #expect(similarity.translation == Point(x: 5, y: 10))
        #expect(similarity.originRadius == 10)
        #expect(similarity.radius == 15)
    }

    @Test func `a quarter turn clockwise as seen is positive`() {
        let similarity = similarity(
            [Point(x: -10, y: 0), Point(x: 10, y: 0)], [Point(x: 0, y: -10), Point(x: 0, y: 10)])
        #expect(similarity.scale == 1)
        #expect(similarity.angle == .pi / 2)
    }

    @Test(arguments: 2...10)
    func `finds the similarity that moved the fingers`(fingers: Int) {
        var random = SeededGenerator(seed: UInt64(fingers))
        for _ in 0..<200 {
            let origins = (0..<fingers).map { _ in random.point(within: 60) }
            let angle = Double.random(in: -3.1...3.1, using: &random)
            let scale = Double.random(in: 0.1...5, using: &random)
            let shift = random.point(within: 300)
            let now = origins.map {
                $0.turned(sine: sin(angle), cosine: cos(angle)) * scale + shift
            }
            let found = similarity(origins, now)
            #expect(found.scale.isNear(scale, within: 1e-9))
            #expect(found.angle.isNear(angle, within: 1e-9))
            #expect(found.radius.isNear(found.originRadius * scale, within: 1e-9))
        }
    }

    @Test func `is the least-squares similarity if none fits exactly`() {
        var random = SeededGenerator(seed: 77)
        for _ in 0..<200 {
            let origins = (0..<4).map { _ in random.point(within: 60) }
            let now = (0..<4).map { _ in random.point(within: 60) }
            let best = similarity(origins, now)
            let minimum = Self.squaredError(origins, now, scale: best.scale, angle: best.angle)
            for (scale, angle) in [(1e-3, 0.0), (-1e-3, 0), (0, 1e-3), (0, -1e-3)] {
                let near = Self.squaredError(
                    origins, now, scale: best.scale + scale, angle: best.angle + angle)
                #expect(near > minimum)
            }
        }
    }

    private static func squaredError(
        _ origins: [Point], _ now: [Point], scale: Double, angle: Double
    ) -> Double {
        let weight = 1 / Double(origins.count)
        let from = origins.reduce(.zero, +) * weight
        let to = now.reduce(.zero, +) * weight
        return zip(origins, now).reduce(0) { sum, pair in
            let arm = (pair.0 - from).turned(sine: sin(angle), cosine: cos(angle)) * scale
            return sum + (pair.1 - to - arm).squaredLength
        }
    }

    @Test func `does not depend on the position of the fingers`() {
        let origins = [Point(x: 0, y: 1), Point(x: 22, y: 3), Point(x: 7, y: 18)]
        let now = [Point(x: 1, y: 0), Point(x: 25, y: 9), Point(x: 2, y: 20)]
        let near = similarity(origins, now)
        let shift = Point(x: 1e8, y: -1e8)
        let far = similarity(origins.map { $0 + shift }, now.map { $0 + shift })
        #expect(far.scale.isNear(near.scale, within: 1e-6))
        #expect(far.angle.isNear(near.angle, within: 1e-6))
        #expect(far.radius.isNear(near.radius, within: 1e-6))
    }
}

@Suite struct SimilarityDegenerateTests {
    @Test func `without fingers the movement is zero`() {
        let nothing = Similarity()
        #expect(nothing.scale == 1)
        #expect(nothing.angle == 0)
        #expect(nothing.translation == .zero)
        #expect(nothing.radius == 0)
    }

    @Test func `one finger has only a translation`() {
        var one = Similarity()
        one.add(origin: Point(x: 3, y: 4), now: Point(x: 30, y: 4))
        #expect(one.scale == 1)
        #expect(one.angle == 0)
        #expect(one.translation == Point(x: 27, y: 0))
        #expect(one.originRadius == 0)
    }

    @Test func `fingers that began at one position have scale 1 and no rotation`() {
        var similarity = Similarity()
        similarity.add(origin: Point(x: 3.1, y: 4.7), now: Point(x: 0, y: 0))
        similarity.add(origin: Point(x: 3.1, y: 4.7), now: Point(x: 9, y: 0))
        similarity.add(origin: Point(x: 3.1, y: 4.7), now: Point(x: 0, y: 5))
        #expect(similarity.scale == 1)
        #expect(similarity.angle == 0)
        #expect(similarity.radius > 0)
    }

    @Test func `fingers that met at one position have scale 0`() {
        var similarity = Similarity()
        similarity.add(origin: Point(x: 0, y: 0), now: Point(x: 5, y: 5))
        similarity.add(origin: Point(x: 10, y: 0), now: Point(x: 5, y: 5))
        #expect(similarity.scale == 0)
        #expect(similarity.angle == 0)
    }

    @Test func `a finger on the centroid changes nothing`() {
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
    func `an angle is unwrapped to the nearest turn`(angle: Double, previous: Double, turns: Double)
    {
        let expected = angle + turns * 2 * .pi
        #expect(Similarity.unwrapped(angle, nearest: previous).isNear(expected, within: 1e-12))
    }
}
