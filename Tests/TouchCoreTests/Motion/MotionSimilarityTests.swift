import Foundation
import Testing
import TouchCore
import TouchTestSupport

@Suite struct MotionSimilarityTests {
    private func similarity(_ origins: [Point], _ now: [Point]) -> Similarity {
        var similarity = Similarity()
        for (origin, now) in zip(origins, now) {
            similarity.add(origin: origin, now: now)
        }
        return similarity
    }

    @Test func `two fingers that part by half are at one and a half`() {
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

    @Test func `is the least-squares one where no similarity fits`() {
        var random = SeededGenerator(seed: 77)
        for _ in 0..<200 {
            let origins = (0..<4).map { _ in random.point(within: 60) }
            let now = (0..<4).map { _ in random.point(within: 60) }
            let best = similarity(origins, now)
            let least = Self.squaredError(origins, now, scale: best.scale, angle: best.angle)
            for (scale, angle) in [(1e-3, 0.0), (-1e-3, 0), (0, 1e-3), (0, -1e-3)] {
                let near = Self.squaredError(
                    origins, now, scale: best.scale + scale, angle: best.angle + angle)
                #expect(near > least)
            }
        }
    }

    private static func squaredError(
        _ origins: [Point], _ now: [Point], scale: Double, angle: Double
    ) -> Double {
        let share = 1 / Double(origins.count)
        let from = origins.reduce(.zero, +) * share
        let to = now.reduce(.zero, +) * share
        return zip(origins, now).reduce(0) { sum, pair in
            let arm = (pair.0 - from).turned(sine: sin(angle), cosine: cos(angle)) * scale
            return sum + (pair.1 - to - arm).squaredLength
        }
    }

    @Test func `does not depend on where the fingers are`() {
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
