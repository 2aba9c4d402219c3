import Testing
import TouchTestSupport

@testable import TouchCore

/// The fingers that the gestures of a zone receive.
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

    private func screen(_ zones: ZoneConfiguration...) -> TestScreen {
        TestScreen(configuration: .init(zones: GestureConfiguration.standard.zones + zones))
    }

    private let left = ZoneRect(
        x: .share(0), y: .share(0), width: .share(0.5), height: .share(1))
    private let middle = ZoneRect(
        x: .millimetres(80), y: .millimetres(40), width: .millimetres(60),
        height: .millimetres(60))

    @Test(arguments: [(171.99, "left/tap"), (172, "tap")])
    func `a finger belongs to the zone that it lands in`(x: Double, name: String) {
        let screen = screen(zone("left", left))
        screen.frame(0, .down(0, x, 60))
        screen.frame(50, .up(0))
        #expect(screen.transitions == ["50 \(name) ended ×1"])
    }

    @Test func `a finger belongs to its zone until it lifts`() {
        let screen = screen(zone("left", left))
        screen.frame(0, .down(0, 160, 60))
        screen.frame(20, .move(0, 200, 60))
        screen.frame(40, .up(0))
        #expect(screen.transitions == ["20 left/drag began", "40 left/drag ended"])
    }

    @Test func `a zone that reaches a side of the surface includes it`() {
        let corner = ZoneRect(
            x: .share(0.92), y: .share(0.9), width: .share(0.08), height: .share(0.1))
        let screen = screen(zone("corner", corner))
        screen.frame(0, .down(0, 344, 194))
        screen.frame(50, .up(0))
        #expect(screen.transitions == ["50 corner/tap ended ×1"])
    }

    @Test func `the topmost zone, the last in the list, receives a finger`() {
        let screen = screen(zone("left", left), zone("middle", middle))
        screen.frame(0, .down(0, 100, 60))
        screen.frame(50, .up(0))
        #expect(screen.transitions == ["50 middle/tap ended ×1"])
    }

    @Test(arguments: [
        (ZoneMask.gestures, ["50 middle/tap ended ×1"]),
        (.inside, ["50 middle/tap ended ×1"]),
        (.all, ["50 left/tap ended ×1", "50 middle/tap ended ×1"]),
        (.several, ["50 left/tap ended ×1", "50 middle/tap ended ×1"]),
        (.none, []),
    ])
    func `a mask decides which zones receive fingers of the zone above`(
        mask: ZoneMask, expected: [String]
    ) {
        let screen = screen(zone("left", left, mask: mask), zone("middle", middle))
        screen.frame(0, .down(0, 100, 60))
        screen.frame(50, .up(0))
        #expect(screen.transitions == expected)
    }

    @Test(arguments: [
        (ZoneMask.gestures, ["50 left/tap ended ×1"]), (.inside, []),
        (.all, ["50 left/tap ended ×1"]), (.several, ["50 left/tap ended ×1"]), (.none, []),
    ])
    func `a mask decides whether a zone receives its own fingers`(
        mask: ZoneMask, expected: [String]
    ) {
        let screen = screen(zone("left", left, mask: mask))
        screen.frame(0, .down(0, 20, 60))
        screen.frame(50, .up(0))
        #expect(screen.transitions == expected)
    }

    @Test(arguments: [ZoneMask.inside, .none])
    func `the mask of the only zone applies`(mask: ZoneMask) {
        var zone = GestureConfiguration.standard.zones[0]
        zone.mask = mask
        let screen = TestScreen(configuration: .init(zones: [zone]))
        screen.frame(0, .down(0, 20, 60))
        screen.frame(50, .up(0))
        #expect(screen.events.isEmpty)
    }

    @Test func `two people in two zones do not disturb each other`() {
        let screen = screen(zone("left", left))
        screen.frame(0, .down(0, 20, 60), .down(1, 300, 60))
        screen.frame(20, .move(0, 30, 60), .move(1, 308, 60))
        // The lift and the landing of the other finger delay no gesture of this zone.
        screen.frame(40, .move(0, 40, 60), .up(1))
        screen.frame(60, .move(0, 50, 60), .down(1, 300, 60))
        screen.frame(80, .up(0))
        #expect(
            screen.transitions == [
                "20 drag began", "20 left/drag began", "40 drag ended", "80 left/drag ended",
            ])
        #expect(screen.events.allSatisfy { $0.fingers == 1 })
    }

    @Test func `a late finger far away is another hand if the zone has two`() {
        let screen = screen(zone("table", left, hands: 2))
        screen.frame(0, .down(0, 20, 60))
        screen.frame(20, .move(0, 30, 60))
        screen.frame(200, .down(1, 120, 60))
        screen.frame(220, .move(1, 130, 60))
        screen.frame(240, .up(0))
        screen.frame(260, .move(1, 140, 60))
        screen.frame(280, .up(1))
        #expect(
            screen.transitions == [
                "20 table/drag began", "220 table/drag began", "240 table/drag ended",
                "280 table/drag ended",
            ])
    }

    @Test(arguments: [(80.0, true), (80.01, false)])
    func `a late finger joins a hand within 80 mm`(distance: Double, joins: Bool) {
        let screen = screen(zone("table", left, hands: 2))
        screen.frame(0, .down(0, 20, 60))
        screen.frame(20, .move(0, 30, 60))
        screen.frame(200, .down(1, 30 + distance, 60))
        #expect(screen.transitions.contains("200 table/drag cancelled finger_added") == joins)
    }

    @Test(arguments: [(200.0, true), (200.01, false)], [0.0, 16, 100])
    func `fingers that land together are one hand within its span`(
        distance: (mm: Double, joins: Bool), lead: Double
    ) {
        let screen = TestScreen(configuration: table(.drag(.init())))
        screen.frame(0, .down(0, 20, 60))
        screen.frame(lead, .down(1, 20 + distance.mm, 60))
        screen.frame(lead + 20, .move(0, 30, 60), .move(1, 30 + distance.mm, 60))
        let began = "\(Int(lead) + 20) table/drag began"
        #expect(
            screen.transitions == (distance.joins ? ["\(began) 2 fingers"] : [began, began]))
    }

    @Test func `without a span fingers that land together are one hand however far apart`() {
        let screen = TestScreen(configuration: table(.drag(.init()), span: 0))
        screen.frame(0, .down(0, 5, 60), .down(1, 340, 60))
        screen.frame(20, .move(0, 15, 60), .move(1, 330, 70))
        #expect(screen.transitions == ["20 table/drag began 2 fingers"])
    }

    @Test(arguments: [140.0, 200])
    func `a wide pinch at a table is one hand`(distance: Double) {
        let screen = TestScreen(
            configuration: table(.magnify(.init())))
        screen.frame(0, .down(0, 20, 60))
        screen.frame(16, .down(1, 20 + distance, 60))
        for step in 1...20 {
            screen.frame(
                16 + Double(step) * 10, .move(0, 20 + Double(step), 60),
                .move(1, 20 + distance - Double(step), 60))
        }
        #expect(screen.events.first?.fingers == 2)
    }

    @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 2, 0], [0, 2, 1], [1, 0, 2], [2, 0, 1]])
    func `a finger between two links them to one hand, whichever slots they have`(slots: [Int]) {
        let screen = TestScreen(configuration: table(.drag(.init())))
        let fingers = zip(slots, [10.0, 130, 260])
        screen.frame(0, fingers.map { .down($0, $1, 60) })
        screen.frame(20, fingers.map { .move($0, $1 + 10, 60) })
        #expect(screen.transitions == ["20 table/drag began 3 fingers"])
    }

    @Test(arguments: [[10.0, 260, 130], [130, 10, 260], [260, 10, 130]])
    func `fingers that land one after another at a table are recognised`(places: [Double]) {
        let screen = TestScreen(configuration: table(.drag(.init()), span: 80))
        for (slot, x) in places.enumerated() {
            screen.frame(Double(slot) * 30, .down(slot, x, 60))
        }
        screen.frame(100, places.enumerated().map { .move($0, $1 + 10, 60) })
        // With two hands the third finger joins the nearest.
        #expect(screen.events.map(\.fingers).sorted() == [1, 2])
    }

    @Test func `a far finger that lands with no hand vacant joins the nearest`() {
        let screen = TestScreen(configuration: table(.drag(.init()), span: 80))
        screen.frame(0, .down(0, 10, 60), .down(1, 330, 60))
        screen.frame(50, .down(2, 120, 60))
        screen.frame(70, .move(0, 20, 60), .move(1, 320, 60), .move(2, 130, 60))
        #expect(
            screen.transitions == ["70 table/drag began 2 fingers", "70 table/drag began"])
    }

    @Test func `fingers of another zone do not change the order of hands that land together`() {
        func events(besideFinger isBeside: Bool) -> [Point] {
            var screenZone = ZoneConfiguration(name: "screen", gestures: [])
            screenZone.hands = 2
            var table = ZoneConfiguration(
                name: "table", rect: left, gestures: [ConfiguredGesture(.press(.init()))])
            table.hands = 2
            table.handSpan = 40
            let screen = TestScreen(configuration: .init(zones: [screenZone, table]))
            if isBeside { screen.frame(0, .down(0, 340, 60)) }
            screen.frame(500, .down(1, 120, 60), .down(2, 20, 60))
            return screen.events.map(\.position)
        }
        #expect(events(besideFinger: true) == events(besideFinger: false))
        #expect(events(besideFinger: true).count == 2)
    }

    @Test(arguments: [(0, 1), (1, 0)])
    func `a finger far from two hands is of the one that left earlier, in any slots`(
        early: Int, late: Int
    ) {
        var table = ZoneConfiguration(
            name: "table",
            gestures: [ConfiguredGesture(.tap(.init()), cooldown: .milliseconds(1_500))])
        table.hands = 2
        let screen = TestScreen(configuration: .init(zones: [table]))
        screen.frame(0, .down(early, 20, 100), .down(late, 330, 100))
        screen.frame(100, .up(early))
        screen.frame(300, .up(late))
        // The cooldown of the early hand has ended, that of the late one has not.
        screen.frame(1_650, .down(0, 170, 100))
        screen.frame(1_700, .up(0))
        #expect(screen.events.count == 3)
    }

    /// A table for two with one gesture.
    private func table(_ gesture: GestureDefinition, span: Double = 200) -> GestureConfiguration {
        var table = ZoneConfiguration(
            name: "table", gestures: [ConfiguredGesture(gesture)])
        table.hands = 2
        table.handSpan = span
        return GestureConfiguration(zones: [table])
    }

    @Test(arguments: [(0, 1), (1, 0)])
    func `a hand that returns has its arena again, whichever slots its fingers have`(
        slots: (Int, Int)
    ) {
        var tap = TapThresholds()
        tap.maximumSeparation = 0
        var table = ZoneConfiguration(
            name: "table", rect: left, gestures: [ConfiguredGesture(.tap(tap))])
        table.hands = 2
        let screen = screen(table)
        screen.frame(0, .down(0, 90, 60), .down(1, 110, 60))
        screen.frame(50, .up(0), .up(1))
        // One of them is farther than 80 mm from the hand's last position.
        screen.frame(150, .down(slots.0, 15, 60), .down(slots.1, 170, 60))
        screen.frame(200, .up(0), .up(1))
        #expect(
            screen.transitions == [
                "50 table/tap ended ×1 2 fingers", "200 table/tap ended ×2 2 fingers",
            ])
    }

    @Test(arguments: [(10.0, 160.0, 1), (160, 10, 2)], [(0, 1), (1, 0)])
    func `fingers that return to two hands at once are the hand that lifted or landed later`(
        touch: (first: Double, second: Double, count: Int), slots: (Int, Int)
    ) {
        var tap = TapThresholds()
        tap.maximumSeparation = 0
        tap.maximumSpacing = 0
        var table = ZoneConfiguration(
            name: "table", rect: left, gestures: [ConfiguredGesture(.tap(tap))])
        table.hands = 2
        for firstLift in [50.0, 200] {
            let screen = screen(table)
            screen.frame(0, .down(0, touch.first, 60))
            if firstLift < 200 { screen.frame(firstLift, .up(0)) }
            screen.frame(150, .down(1, touch.second, 60))
            screen.frame(200, .up(0), .up(1))
            screen.frame(300, .down(slots.0, 10, 60), .down(slots.1, 160, 60))
            screen.frame(350, .up(0), .up(1))
            // If the other hand is at 10 mm, it is the nearest to these.
            screen.frame(450, .down(0, 10, 60), .down(1, 20, 60))
            screen.frame(500, .up(0), .up(1))
            #expect(screen.transitions.last == "500 table/tap ended ×\(touch.count) 2 fingers")
        }
    }

    @Test func `a finger that lifts while another lands leaves its arena to a later one`() {
        let screen = screen(zone("table", left, hands: 2))
        screen.frame(0, .down(0, 20, 60))
        screen.frame(50, .up(0), .down(1, 160, 60))
        screen.frame(250, .down(0, 20, 60))
        screen.frame(300, .up(0))
        #expect(
            screen.transitions == ["50 table/tap ended ×1", "300 table/tap ended ×2"])
    }

    @Test(arguments: [(0, 1), (1, 0)])
    func `force that another finger of the frame proves is known, whichever slots they have`(
        inCard: Int, beside: Int
    ) {
        let card = ZoneConfiguration(
            name: "card", rect: middle, gestures: [ConfiguredGesture(.force(.init()))])
        let screen = screen(card)
        screen.frame(0, .down(inCard, 100, 60, force: 0.1), .down(beside, 200, 60, force: 0.2))
        screen.frame(10, .move(inCard, 100, 60, force: 0.3), .move(beside, 200, 60, force: 0.4))
        screen.frame(20, .move(inCard, 100, 60, force: 0.3), .move(beside, 200, 60, force: 0.5))
        #expect(screen.transitions == ["20 card/force began"])
    }

    @Test func `taps of two people in turn are counted separately`() {
        let screen = screen(zone("table", left, hands: 2))
        for (index, x) in [20.0, 150, 20, 150].enumerated() {
            let start = Double(index) * 150
            screen.frame(start, .down(0, x, 60))
            screen.frame(start + 50, .up(0))
        }
        #expect(
            screen.transitions == [
                "50 table/tap ended ×1", "200 table/tap ended ×1", "350 table/tap ended ×2",
                "500 table/tap ended ×2",
            ])
    }

    @Test func `a finger that lands between two hands returns to the nearer one`() {
        let screen = screen(zone("table", left, hands: 2))
        for (index, x) in [60.0, 141, 136].enumerated() {
            let start = Double(index) * 150
            screen.frame(start, .down(0, x, 60))
            screen.frame(start + 50, .up(0))
        }
        #expect(
            screen.transitions == [
                "50 table/tap ended ×1", "200 table/tap ended ×1", "350 table/tap ended ×2",
            ])
    }
}
