import Testing
import TouchCore
import TouchTestSupport

/// Zones that are added and removed while fingers are down.
@Suite struct AddedZoneTests {
    private let whole = ZoneRect(x: .share(0), y: .share(0), width: .share(1), height: .share(1))
    private let left = ZoneRect(
        x: .share(0), y: .share(0), width: .share(0.5), height: .share(1))

    private func zone(_ rect: ZoneRect) -> ZoneConfiguration {
        ZoneConfiguration(
            name: "added", rect: rect,
            gestures: [ConfiguredGesture(.tap(.init())), ConfiguredGesture(.drag(.init()))])
    }

    /// Zone and phase of each event except `changed` and swipes.
    private func received(_ screen: TestScreen) -> [String] {
        screen.events.filter { $0.phase != .changed && $0.values.kind != .swipe }.map {
            "\($0.zone) \($0.phase)"
        }
    }

    private func tap(_ screen: TestScreen, _ ms: Double, slot: Int = 0, x: Double = 50) {
        screen.frame(ms, .down(slot, x, 60))
        screen.frame(ms + 50, .up(slot))
    }

    @Test
    func `a zone receives fingers that land after it was added, and active gestures continue`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 50, 60))
        screen.frame(20, .move(0, 80, 60))
        screen.addZone(zone(whole), index: 7)
        screen.frame(40, .down(1, 300, 60))
        screen.frame(60, .move(0, 90, 60))
        screen.frame(90, .up(1))
        screen.frame(100, .up(0))
        #expect(received(screen) == ["0 began", "7 ended", "0 ended"])
    }

    @Test func `an added zone is above the zone of the whole surface and below configured zones`() {
        let configured = ZoneConfiguration(
            name: "left", rect: left, gestures: [ConfiguredGesture(.tap(.init()))])
        let screen = TestScreen(
            configuration: .init(zones: GestureConfiguration.standard.zones + [configured]))
        screen.addZone(zone(whole), index: 2)
        tap(screen, 0, x: 50)
        tap(screen, 1_000, x: 300)
        #expect(received(screen) == ["1 ended", "2 ended"])
    }

    private let right = ZoneRect(
        x: .share(0.5), y: .share(0), width: .share(0.5), height: .share(1))

    @Test func `a zone that moves keeps its fingers, and receives those that land in its new area`()
    {
        let screen = TestScreen()
        screen.addZone(zone(left), index: 7)
        screen.frame(0, .down(0, 50, 60))
        screen.frame(20, .move(0, 80, 60))
        screen.moveZone(index: 7, to: right)
        screen.frame(40, .move(0, 110, 60))
        screen.frame(60, .up(0))
        tap(screen, 1_000, x: 50)
        tap(screen, 2_000, x: 300)
        #expect(received(screen) == ["7 began", "7 ended", "0 ended", "7 ended"])
    }

    @Test func `a zone that moves keeps its position in the stacking order`() {
        let screen = TestScreen()
        screen.addZone(zone(whole), index: 1)
        screen.addZone(zone(left), index: 2)
        screen.moveZone(index: 1, to: left)
        tap(screen, 0)
        screen.moveZone(index: 2, to: right)
        tap(screen, 1_000)
        #expect(received(screen) == ["2 ended", "1 ended"])
    }

    @Test func `to move a configured zone, or an index without a zone, does nothing`() {
        let configured = ZoneConfiguration(
            name: "left", rect: left, gestures: [ConfiguredGesture(.tap(.init()))])
        let screen = TestScreen(
            configuration: .init(zones: GestureConfiguration.standard.zones + [configured]))
        for index in [0, 1, 5] { screen.moveZone(index: index, to: right) }
        tap(screen, 0)
        #expect(received(screen) == ["1 ended"])
    }

    @Test func `a newer zone lies above an older one`() {
        let screen = TestScreen()
        screen.addZone(zone(left), index: 1)
        screen.addZone(zone(whole), index: 2)
        tap(screen, 0)
        screen.removeZone(index: 2)
        tap(screen, 1_000)
        #expect(received(screen) == ["2 ended", "1 ended"])
    }

    @Test func `gestures of a removed zone are cancelled, and no others`() {
        let screen = TestScreen()
        screen.addZone(zone(left), index: 1)
        screen.frame(0, .down(0, 50, 60), .down(1, 300, 60))
        screen.frame(20, .move(0, 80, 60), .move(1, 330, 60))
        screen.removeZone(index: 1)
        screen.frame(40, .move(0, 90, 60), .move(1, 335, 60))
        screen.frame(60, .up(0), .up(1))
        #expect(received(screen) == ["0 began", "1 began", "1 cancelled", "0 ended"])
        #expect(screen.events.compactMap(\.reason) == [.reloaded])
    }

    @Test func `an index can be used again while fingers of its old zone are down`() {
        let screen = TestScreen()
        for round in 0..<100 {
            let ms = Double(round) * 1_000
            screen.addZone(zone(whole), index: 1)
            screen.frame(ms, .down(0, 50, 60))
            screen.frame(ms + 20, .move(0, 80, 60))
            screen.removeZone(index: 1)
            screen.addZone(zone(whole), index: 1)
            tap(screen, ms + 100, slot: 1)
            screen.frame(ms + 200, .up(0))
            screen.removeZone(index: 1)
        }
        #expect(
            received(screen)
                == Array(repeating: ["1 began", "1 cancelled", "1 ended"], count: 100).flatMap(
                    \.self))
        #expect(screen.nextDeadline == nil)
    }

    @Test func `to add an index twice, or to remove one without a zone, does nothing`() {
        let screen = TestScreen()
        screen.removeZone(index: 0)
        screen.removeZone(index: 5)
        screen.addZone(zone(whole), index: 1)
        screen.addZone(zone(left), index: 1)
        screen.removeZone(index: 0)
        tap(screen, 0, x: 300)
        screen.removeZone(index: 1)
        screen.removeZone(index: 1)
        tap(screen, 1_000)
        #expect(received(screen) == ["1 ended", "0 ended"])
    }
}
