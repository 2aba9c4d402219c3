import Testing
import TouchCore
import TouchTestSupport

@Suite struct TapTests {
    @Test func `a short still touch is a tap at its centroid`() throws {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 60))
        glass.frame(80, .up(0))
        #expect(glass.said == ["80 tap ended ×1"])
        let tap = try #require(glass.events.first)
        #expect(tap.position == Point(x: 100, y: 60))
        #expect(tap.durationUs == 80_000)
        #expect(tap.force == nil)
    }

    @Test(arguments: [(499.0, true), (500, true), (500.001, false)])
    func `lasts at most as long as a long press takes`(lift: Double, isTap: Bool) {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 60))
        glass.frame(lift, .up(0))
        let taps = glass.events(of: "tap")
        // The deadline of the long press at 500 ms fires before a frame of that stamp.
        #expect(taps.count == (isTap && lift < 500 ? 1 : 0))
    }

    @Test(arguments: [(3.99, true), (4.0, true), (4.01, false)])
    func `tolerates slop and remembers it`(drift: Double, isTap: Bool) {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 60))
        glass.frame(20, .move(0, 100, 60 + drift))
        glass.frame(40, .move(0, 100, 60))
        glass.frame(60, .up(0))
        #expect(glass.events(of: "tap").count == (isTap ? 1 : 0))
    }

    @Test func `a range reports each tap at once and starts again after its last number`() {
        let glass = Glass()
        for tap in 0..<4 {
            glass.frame(Double(tap) * 200, .down(0, 100, 60))
            glass.frame(Double(tap) * 200 + 60, .up(0))
        }
        #expect(
            glass.said == [
                "60 tap ended ×1", "260 tap ended ×2", "460 tap ended ×3", "660 tap ended ×1",
            ])
    }

    @Test(arguments: [(39.0, 1), (40, 2), (350, 2), (351, 1)])
    func `the count goes on within the gap`(gap: Double, count: Int) {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 60))
        glass.frame(60, .up(0))
        glass.frame(60 + gap, .down(0, 100, 60))
        glass.frame(120 + gap, .up(0))
        #expect(glass.events.last?.values == .tap(count: count))
    }

    @Test(arguments: [(8.0, 2), (8.01, 1)])
    func `the count goes on within the spacing`(distance: Double, count: Int) {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 60))
        glass.frame(60, .up(0))
        glass.frame(160, .down(0, 100 + distance, 60))
        glass.frame(220, .up(0))
        #expect(glass.events.last?.values == .tap(count: count))
    }

    @Test func `a drag between two taps breaks the count`() {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 60))
        glass.frame(30, .up(0))
        glass.frame(80, .down(0, 100, 60))
        glass.frame(100, .move(0, 110, 60))
        glass.frame(120, .up(0))
        glass.frame(170, .down(0, 100, 60))
        glass.frame(200, .up(0))
        #expect(glass.events.last?.values == .tap(count: 1))
    }

    @Test func `fingers that land together are one tap`() throws {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 60))
        glass.frame(90, .down(1, 120, 60))
        glass.frame(180, .down(2, 110, 70))
        glass.frame(200, .up(1))
        glass.frame(260, .up(0), .up(2))
        #expect(glass.said == ["260 tap ended ×1 3 fingers"])
        #expect(try #require(glass.events.first).position.x == 110)
    }

    @Test(arguments: [(80.0, true), (80.01, false)])
    func `fingers of one tap land near each other`(distance: Double, isTap: Bool) {
        let glass = Glass()
        glass.frame(0, .down(0, 100, 60), .down(1, 100 + distance, 60))
        glass.frame(80, .up(0), .up(1))
        #expect(glass.events(of: "tap").count == (isTap ? 1 : 0))
    }

    @Test func `two thumbs that overlap are two taps`() {
        let glass = Glass()
        glass.frame(0, .down(0, 60, 60))
        glass.frame(150, .down(1, 200, 60))
        glass.frame(200, .up(0))
        glass.frame(300, .up(1))
        #expect(glass.said == ["200 tap ended ×1", "300 tap ended ×1"])
    }

    @Test func `a contact that flickers beside a resting finger is no tap`() {
        let glass = Glass()
        glass.frame(0, .down(0, 60, 60), .down(1, 80, 60))
        glass.frame(150, .up(1))
        glass.frame(200, .down(1, 80, 60))
        glass.frame(240, .up(1))
        glass.frame(700, .up(0))
        #expect(glass.events(of: "tap").isEmpty)
    }

    @Test func `a late finger beside one that has been down long is no tap`() {
        let glass = Glass()
        glass.frame(0, .down(0, 60, 60))
        glass.frame(501, .down(1, 80, 60))
        glass.frame(540, .up(1))
        glass.frame(800, .up(0))
        #expect(glass.events(of: "tap").isEmpty)
    }

    @Test func `six fingers are no tap by default`() {
        let glass = Glass()
        glass.frame(0, (0..<6).map { .down($0, 100 + Double($0) * 10, 60) })
        glass.frame(80, (0..<6).map { .up($0) })
        #expect(glass.said.isEmpty)
    }
}
