import Testing
import TouchTestSupport

@testable import TouchCore

/// Which fingers a zone's gestures hear.
@Suite struct ZoneTests {
    private func zone(
        _ name: String, _ rect: ZoneRect, mask: ZoneMask = .gestures, hands: Int = 1
    ) -> ZoneConfiguration {
        var zone = ZoneConfiguration(
            name: name, rect: rect,
            gestures: [ConfiguredGesture(.tap(.init())), ConfiguredGesture(.drag(.init()))])
        zone.mask = mask
        zone.hands = hands
        return zone
    }

    private func glass(_ zones: ZoneConfiguration...) -> Glass {
        Glass(configuration: .init(zones: GestureConfiguration.standard.zones + zones))
    }

    private let left = ZoneRect(
        x: .share(0), y: .share(0), width: .share(0.5), height: .share(1))
    private let middle = ZoneRect(
        x: .millimetres(80), y: .millimetres(40), width: .millimetres(60),
        height: .millimetres(60))

    @Test(arguments: [(171.99, "left/tap"), (172, "tap")])
    func `a finger belongs to the zone that it lands in`(x: Double, name: String) {
        let glass = glass(zone("left", left))
        glass.frame(0, .down(0, x, 60))
        glass.frame(50, .up(0))
        #expect(glass.said == ["50 \(name) ended ×1"])
    }

    @Test func `it belongs there for life`() {
        let glass = glass(zone("left", left))
        glass.frame(0, .down(0, 160, 60))
        glass.frame(20, .move(0, 200, 60))
        glass.frame(40, .up(0))
        #expect(glass.turns == ["20 left/drag began", "40 left/drag ended"])
    }

    @Test func `the side of the surface belongs to a zone that reaches it`() {
        let corner = ZoneRect(
            x: .share(0.92), y: .share(0.9), width: .share(0.08), height: .share(0.1))
        let glass = glass(zone("corner", corner))
        glass.frame(0, .down(0, 344, 194))
        glass.frame(50, .up(0))
        #expect(glass.said == ["50 corner/tap ended ×1"])
    }

    @Test func `the topmost zone has it, which is the last in the list`() {
        let glass = glass(zone("left", left), zone("middle", middle))
        glass.frame(0, .down(0, 100, 60))
        glass.frame(50, .up(0))
        #expect(glass.said == ["50 middle/tap ended ×1"])
    }

    @Test(arguments: [
        (ZoneMask.gestures, ["50 middle/tap ended ×1"]),
        (.inside, ["50 middle/tap ended ×1"]),
        (.all, ["50 left/tap ended ×1", "50 middle/tap ended ×1"]),
        (.none, []),
    ])
    func `a mask says who hears fingers of the zone above`(mask: ZoneMask, said: [String]) {
        let glass = glass(zone("left", left, mask: mask), zone("middle", middle))
        glass.frame(0, .down(0, 100, 60))
        glass.frame(50, .up(0))
        #expect(glass.said == said)
    }

    @Test(arguments: [
        (ZoneMask.gestures, ["50 left/tap ended ×1"]), (.inside, []),
        (.all, ["50 left/tap ended ×1"]), (.none, []),
    ])
    func `a mask says whether its own fingers are heard`(mask: ZoneMask, said: [String]) {
        let glass = glass(zone("left", left, mask: mask))
        glass.frame(0, .down(0, 20, 60))
        glass.frame(50, .up(0))
        #expect(glass.said == said)
    }

    @Test func `two people in two zones do not disturb each other`() {
        let glass = glass(zone("left", left))
        glass.frame(0, .down(0, 20, 60), .down(1, 300, 60))
        glass.frame(20, .move(0, 30, 60), .move(1, 310, 60))
        // The other's lift and landing hold nothing back here.
        glass.frame(40, .move(0, 40, 60), .up(1))
        glass.frame(60, .move(0, 50, 60), .down(1, 300, 60))
        glass.frame(80, .up(0))
        #expect(
            glass.turns == [
                "20 drag began", "20 left/drag began", "40 drag ended", "80 left/drag ended",
            ])
        #expect(glass.events.allSatisfy { $0.fingers == 1 })
    }

    @Test func `a late finger far away is a hand of its own where there are two`() {
        let glass = glass(zone("table", left, hands: 2))
        glass.frame(0, .down(0, 20, 60))
        glass.frame(20, .move(0, 30, 60))
        glass.frame(200, .down(1, 120, 60))
        glass.frame(220, .move(1, 130, 60))
        glass.frame(240, .up(0))
        glass.frame(260, .move(1, 140, 60))
        glass.frame(280, .up(1))
        #expect(
            glass.turns == [
                "20 table/drag began", "220 table/drag began", "240 table/drag ended",
                "280 table/drag ended",
            ])
    }

    @Test(arguments: [(80.0, true), (80.01, false)])
    func `how far away is 80 mm`(distance: Double, joins: Bool) {
        let glass = glass(zone("table", left, hands: 2))
        glass.frame(0, .down(0, 20, 60))
        glass.frame(20, .move(0, 30, 60))
        glass.frame(200, .down(1, 30 + distance, 60))
        #expect(glass.turns.contains("200 table/drag cancelled finger_added") == joins)
    }

    @Test func `fingers that land together are one hand however far apart`() {
        let glass = glass(zone("table", left, hands: 2))
        glass.frame(0, .down(0, 20, 60), .down(1, 160, 60))
        glass.frame(20, .move(0, 30, 60), .move(1, 170, 60))
        #expect(glass.turns == ["20 table/drag began 2 fingers"])
    }

    @Test func `two people who tap in turn are counted apart`() {
        let glass = glass(zone("table", left, hands: 2))
        for (index, x) in [20.0, 150, 20, 150].enumerated() {
            let start = Double(index) * 150
            glass.frame(start, .down(0, x, 60))
            glass.frame(start + 50, .up(0))
        }
        #expect(
            glass.said == [
                "50 table/tap ended ×1", "200 table/tap ended ×1", "350 table/tap ended ×2",
                "500 table/tap ended ×2",
            ])
    }
}
