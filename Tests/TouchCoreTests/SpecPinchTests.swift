import RealModule
import Testing
import TouchCore
import TouchTestSupport

/// `magnify` and `rotate`, number by number.
@Suite struct SpecPinchTests {
    /// Two fingers either side of (170, 100) go at once to another radius, angle and centre.
    private func begun(
        from radius: Double, to end: Double, degrees: Double = 0, travel: Double = 0
    ) -> Set<GestureKind> {
        let glass = Glass()
        glass.frame(0, .down(0, 170 - radius, 100), .down(1, 170 + radius, 100))
        let x = end * Double.cos(degrees * .pi / 180)
        let y = end * Double.sin(degrees * .pi / 180)
        glass.frame(
            50, .move(0, 170 - x, 100 - y + travel), .move(1, 170 + x, 100 + y + travel))
        return Set(glass.events.map(\.values.kind)).intersection([.magnify, .rotate])
    }

    @Test(arguments: [(22.49, false), (22.5, true), (17.51, false), (17.5, true)])
    func `magnify asks for 5 mm of spread`(end: Double, begins: Bool) {
        #expect(begun(from: 20, to: end) == (begins ? [.magnify] : []))
    }

    @Test(arguments: [(54.9, false), (55.1, true), (45.1, false), (44.9, true)])
    func `magnify asks for a tenth of the scale`(end: Double, begins: Bool) {
        #expect(begun(from: 50, to: end) == (begins ? [.magnify] : []))
    }

    @Test(arguments: [(20.0, true), (20.1, false)])
    func `magnify asks for half of the centroid's travel`(travel: Double, begins: Bool) {
        #expect(begun(from: 20, to: 25, travel: travel) == (begins ? [.magnify] : []))
    }

    @Test(arguments: [(8.0, true), (7.99, false)])
    func `magnify asks for a radius of 8 mm now`(end: Double, begins: Bool) {
        #expect(begun(from: 20, to: end) == (begins ? [.magnify] : []))
    }

    @Test(arguments: [(9.9, false), (10.1, true), (-9.9, false), (-10.1, true)])
    func `rotate asks for 10 degrees`(degrees: Double, begins: Bool) {
        #expect(begun(from: 30, to: 30, degrees: degrees) == (begins ? [.rotate] : []))
    }

    @Test(arguments: [(11.3, false), (11.6, true)])
    func `rotate asks for an arc of 2 mm`(degrees: Double, begins: Bool) {
        #expect(begun(from: 10, to: 10, degrees: degrees) == (begins ? [.rotate] : []))
    }

    // 30 mm and 20 degrees are an arc of 10.47 mm.
    @Test(arguments: [(41.8, true), (42, false)])
    func `rotate asks for a quarter of the centroid's travel`(travel: Double, begins: Bool) {
        #expect(begun(from: 30, to: 30, degrees: 20, travel: travel) == (begins ? [.rotate] : []))
    }

    @Test(arguments: [(8.01, true), (7.98, false)])
    func `rotate asks for a radius of 8 mm now`(radius: Double, begins: Bool) {
        #expect(begun(from: radius, to: radius, degrees: 40) == (begins ? [.rotate] : []))
    }

    @Test(arguments: [1, 6])
    func `neither is made of one finger or of six`(fingers: Int) {
        let glass = Glass()
        let slots = Array(0..<fingers)
        let places: [Double] = slots.map { 100 + Double($0) * 20 }
        glass.frame(0, slots.map { .down($0, places[$0], 100) })
        glass.frame(50, slots.map { .move($0, 170 + (places[$0] - 170) * 1.4, 101) })
        #expect(Set(glass.events.map(\.values.kind)).isDisjoint(with: [.magnify, .rotate]))
    }

    @Test func `scale and turn are measured against the start of the round`() throws {
        let glass = Glass()
        glass.frame(0, .down(0, 150, 100), .down(1, 190, 100), .down(2, 170, 130))
        glass.frame(200, .move(0, 140, 100), .move(1, 200, 100))
        glass.frame(300, .up(2))
        glass.frame(400, .move(0, 130, 100), .move(1, 210, 100))
        glass.frame(450, .move(0, 125, 100), .move(1, 215, 100))
        let began = try #require(glass.events(of: "magnify").last { $0.phase == .began })
        guard let scale = began.values.scale else { return }
        #expect(began.time.microseconds == 450_000 && began.fingers == 2)
        #expect(abs(scale - 90.0 / 60) < 1e-9)
    }

    @Test(arguments: [(80.0, true), (81, false)])
    func `a scale that rests has no velocity after 80 ms`(silence: Double, moves: Bool) throws {
        let glass = Glass()
        glass.frame(0, .down(0, 150, 100), .down(1, 190, 100))
        for step in 1...10 {
            let way = Double(step)
            glass.frame(Double(step) * 10, .move(0, 150 - way, 100), .move(1, 190 + way, 100))
        }
        glass.frame(100 + silence, .up(0), .up(1))
        let ended = try #require(glass.events(of: "magnify").last)
        guard let scale = ended.values.scale, let velocity = ended.values.scaleVelocity else {
            return
        }
        #expect(abs(scale - 1.5) < 1e-9)
        #expect(moves ? abs(velocity - 5) < 1e-6 : velocity == 0)
    }
}
