import Testing
import TouchCore
import TouchTestSupport

@Suite struct JitterEllipseTests {
    @Test func `a finger that stays where it went to changes nothing`() {
        var generator = SeededGenerator(seed: 1)
        for number in 0..<500 {
            let place = generator.point(within: 80) + Point(x: 172, y: 97)
            let glass = Glass(settings: DeviceSettings(jitter: 0.4))
            glass.frame(0, .down(0, 172, 97))
            glass.frame(200, .move(0, place.x, place.y))
            let told = glass.events.count
            for frame in 1...3 { glass.frame(200 + 10 * Double(frame), .move(0, place.x, place.y)) }
            #expect(glass.events.count == told, "place \(number)")
        }
    }
}
