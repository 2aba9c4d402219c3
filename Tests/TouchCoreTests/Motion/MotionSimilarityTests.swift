import Testing
import TouchCore

@Suite struct MotionSimilarityTests {
    @Test func `two fingers that part by half are at one and a half`() {
        var similarity = Similarity()
        similarity.add(origin: Point(x: 0, y: 0), now: Point(x: 0, y: 10))
        similarity.add(origin: Point(x: 20, y: 0), now: Point(x: 30, y: 10))
        #expect(similarity.scale == 1.5)
        #expect(similarity.angle == 0)
        #expect(similarity.translation == Point(x: 5, y: 10))
        #expect(similarity.originRadius == 10)
        #expect(similarity.radius == 15)
    }

    @Test func `a quarter turn clockwise as seen is positive`() {
        var similarity = Similarity()
        similarity.add(origin: Point(x: -10, y: 0), now: Point(x: 0, y: -10))
        similarity.add(origin: Point(x: 10, y: 0), now: Point(x: 0, y: 10))
        #expect(similarity.scale == 1)
        #expect(similarity.angle == .pi / 2)
    }
}
