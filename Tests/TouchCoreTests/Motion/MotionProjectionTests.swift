import Testing
import TouchCore

@Suite struct MotionProjectionTests {
    @Test func `a prediction goes on for a quarter of a second`() {
        let predicted = Projection.predictedTranslation(
            Point(x: 8.5, y: 0.25), velocity: Point(x: 412, y: -10))
        #expect(predicted == Point(x: 111.5, y: -2.25))
    }
}
