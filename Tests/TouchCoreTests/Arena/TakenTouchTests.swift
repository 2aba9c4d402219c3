import Testing
import TouchTestSupport

@testable import TouchCore

/// Touches of several fingers that a zone takes from the zones above it (`mask: several`).
@Suite struct TakenTouchTests {
    /// A map of the left half, with two markers.
    private func screen(hands: Int = 1, mask: ZoneMask = .several) -> TestScreen {
        var map = ZoneConfiguration(
            name: "map",
            rect: ZoneRect(x: .share(0), y: .share(0), width: .share(0.5), height: .share(1)),
            gestures: [ConfiguredGesture(.tap(.init())), ConfiguredGesture(.drag(.init()))])
        map.mask = mask
        map.hands = hands
        let markers = [("a", 40.0), ("b", 120)].map { name, x in
            ZoneConfiguration(
                name: name,
                rect: ZoneRect(
                    x: .millimetres(x), y: .millimetres(40), width: .millimetres(40),
                    height: .millimetres(40)),
                gestures: [ConfiguredGesture(.press(.init())), ConfiguredGesture(.tap(.init()))])
        }
        return TestScreen(
            configuration: .init(zones: GestureConfiguration.standard.zones + [map] + markers))
    }

    @Test func `the gestures of markers are cancelled when a second finger lands`() {
        let screen = screen()
        screen.frame(0, .down(0, 70, 60))
        screen.frame(50, .down(1, 130, 60))
        screen.frame(70, .move(0, 76, 60), .move(1, 136, 60))
        screen.frame(90, .up(0), .up(1))
        #expect(
            screen.transitions == [
                "0 a/press began", "50 a/press cancelled finger_added",
                "70 map/drag began 2 fingers", "90 map/drag ended 2 fingers",
            ])
    }

    @Test func `markers do not receive fingers that land together`() {
        let screen = screen()
        screen.frame(0, .down(0, 70, 60), .down(1, 130, 60))
        screen.frame(60, .up(0), .up(1))
        #expect(screen.transitions == ["60 map/tap ended ×1 2 fingers"])
    }

    @Test func `a marker does not receive the finger that remains, nor those that join it`() {
        let screen = screen()
        screen.frame(0, .down(0, 70, 60), .down(1, 130, 60))
        screen.frame(20, .move(0, 76, 60), .move(1, 136, 60))
        screen.frame(40, .up(1))
        screen.frame(400, .down(2, 130, 60))
        screen.frame(450, .up(2))
        screen.frame(500, .up(0))
        #expect(!screen.transitions.contains { $0.contains(" a/") || $0.contains(" b/") })
        screen.frame(1_000, .down(0, 70, 60))
        screen.frame(1_050, .up(0))
        #expect(
            screen.transitions.suffix(3) == [
                "1050 map/tap ended ×1", "1050 a/press ended inside", "1050 a/tap ended ×1",
            ])
    }

    @Test func `a finger outside the zone that takes touches does not count`() {
        let screen = screen()
        screen.frame(0, .down(0, 70, 60), .down(1, 300, 60))
        screen.frame(60, .up(0), .up(1))
        #expect(screen.transitions.contains("60 a/tap ended ×1"))
    }

    @Test func `hands that are kept apart are touches of their own`() {
        let screen = screen(hands: 2)
        screen.frame(0, .down(0, 50, 60))
        screen.frame(150, .down(1, 150, 60))
        screen.frame(200, .up(0), .up(1))
        #expect(screen.transitions.contains("200 a/tap ended ×1"))
        #expect(screen.transitions.contains("200 b/tap ended ×1"))
    }

    @Test func `a palm and a finger are a touch of one finger`() {
        let screen = screen()
        screen.frame(0, .down(0, 20, 60))
        screen.frame(450, .down(1, 130, 60))
        screen.frame(500, .up(1))
        #expect(
            screen.transitions.suffix(3) == [
                "500 map/tap ended ×1", "500 b/press ended inside", "500 b/tap ended ×1",
            ])
    }

    @Test(arguments: [(700.0, true), (450, false)])
    func `a tap beside a held finger is a touch of its own`(time: Double, isOwn: Bool) {
        let screen = screen()
        screen.frame(0, .down(0, 90, 60))
        screen.frame(time, .down(1, 130, 60))
        screen.frame(time + 60, .up(1))
        #expect(screen.transitions.contains("\(Int(time) + 60) map/tap ended ×1"))
        #expect(screen.transitions.contains("\(Int(time) + 60) b/tap ended ×1") == isOwn)
    }

    @Test func `a finger beside a held one that moves joins its touch`() {
        let screen = screen()
        screen.frame(0, .down(0, 90, 60))
        screen.frame(700, .down(1, 130, 60))
        screen.frame(720, .move(1, 136, 60))
        #expect(screen.transitions.contains("720 b/press cancelled finger_added"))
    }

    @Test(arguments: [ZoneMask.all, .gestures])
    func `other masks take no touch`(mask: ZoneMask) {
        let screen = screen(mask: mask)
        screen.frame(0, .down(0, 70, 60), .down(1, 130, 60))
        screen.frame(60, .up(0), .up(1))
        #expect(screen.transitions.contains("60 a/tap ended ×1"))
    }
}
