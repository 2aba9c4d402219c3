import Testing
import TouchCore
import TouchTestSupport

/// Zones that come and go while fingers are down.
@Suite struct AddedZoneTests {
    private let whole = ZoneRect(x: .share(0), y: .share(0), width: .share(1), height: .share(1))
    private let left = ZoneRect(
        x: .share(0), y: .share(0), width: .share(0.5), height: .share(1))

    private func zone(_ rect: ZoneRect) -> ZoneConfiguration {
        ZoneConfiguration(
            name: "added", rect: rect,
            gestures: [ConfiguredGesture(.tap(.init())), ConfiguredGesture(.drag(.init()))])
    }

    /// Zone and phase of each event that is no `changed`, and no swipe.
    private func heard(_ glass: Glass) -> [String] {
        glass.events.filter { $0.phase != .changed && $0.values.kind != .swipe }.map {
            "\($0.zone) \($0.phase)"
        }
    }

    private func tap(_ glass: Glass, _ ms: Double, slot: Int = 0, x: Double = 50) {
        glass.frame(ms, .down(slot, x, 60))
        glass.frame(ms + 50, .up(slot))
    }

    @Test func `a zone hears fingers that land after it was added, and what lives goes on`() {
        let glass = Glass()
        glass.frame(0, .down(0, 50, 60))
        glass.frame(20, .move(0, 80, 60))
        glass.addZone(zone(whole), index: 7)
        glass.frame(40, .down(1, 300, 60))
        glass.frame(60, .move(0, 90, 60))
        glass.frame(90, .up(1))
        glass.frame(100, .up(0))
        #expect(heard(glass) == ["0 began", "7 ended", "0 ended"])
    }

    @Test func `it lies above the whole surface and below what is configured`() {
        let configured = ZoneConfiguration(
            name: "left", rect: left, gestures: [ConfiguredGesture(.tap(.init()))])
        let glass = Glass(
            configuration: .init(zones: GestureConfiguration.standard.zones + [configured]))
        glass.addZone(zone(whole), index: 2)
        tap(glass, 0, x: 50)
        tap(glass, 1_000, x: 300)
        #expect(heard(glass) == ["1 ended", "2 ended"])
    }

    @Test func `a newer zone lies above an older one`() {
        let glass = Glass()
        glass.addZone(zone(left), index: 1)
        glass.addZone(zone(whole), index: 2)
        tap(glass, 0)
        glass.removeZone(index: 2)
        tap(glass, 1_000)
        #expect(heard(glass) == ["2 ended", "1 ended"])
    }

    @Test func `gestures of a zone that goes are cancelled, and no others`() {
        let glass = Glass()
        glass.addZone(zone(left), index: 1)
        glass.frame(0, .down(0, 50, 60), .down(1, 300, 60))
        glass.frame(20, .move(0, 80, 60), .move(1, 330, 60))
        glass.removeZone(index: 1)
        glass.frame(40, .move(0, 90, 60), .move(1, 335, 60))
        glass.frame(60, .up(0), .up(1))
        #expect(heard(glass) == ["0 began", "1 began", "1 cancelled", "0 ended"])
        #expect(glass.events.compactMap(\.reason) == [.reloaded])
    }

    @Test func `an index is used again, with the fingers of the old zone still down`() {
        let glass = Glass()
        for round in 0..<100 {
            let ms = Double(round) * 1_000
            glass.addZone(zone(whole), index: 1)
            glass.frame(ms, .down(0, 50, 60))
            glass.frame(ms + 20, .move(0, 80, 60))
            glass.removeZone(index: 1)
            glass.addZone(zone(whole), index: 1)
            tap(glass, ms + 100, slot: 1)
            glass.frame(ms + 200, .up(0))
            glass.removeZone(index: 1)
        }
        #expect(
            heard(glass)
                == Array(repeating: ["1 began", "1 cancelled", "1 ended"], count: 100).flatMap(
                    \.self))
        #expect(glass.nextDeadline == nil)
    }

    @Test func `adding twice, and removing what is not there, do nothing`() {
        let glass = Glass()
        glass.removeZone(index: 0)
        glass.removeZone(index: 5)
        glass.addZone(zone(whole), index: 1)
        glass.addZone(zone(left), index: 1)
        glass.removeZone(index: 0)
        tap(glass, 0, x: 300)
        glass.removeZone(index: 1)
        glass.removeZone(index: 1)
        tap(glass, 1_000)
        #expect(heard(glass) == ["1 ended", "0 ended"])
    }
}
