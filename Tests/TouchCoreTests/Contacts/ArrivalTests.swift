import Testing
import TouchCore
import TouchTestSupport

/// Strokes over the bezel (docs/gestures/contacts.md).
@Suite struct ArrivalTests {
    /// A panel of 60 Hz.
    private static let frame = 1_000 / 60.0

    private func screen(
        _ landings: LandingTiming? = nil, _ gestures: [GestureDefinition] = [.swipe(.init())]
    ) -> TestScreen {
        TestScreen(
            settings: DeviceSettings(
                jitter: 0, stuckAfter: .zero, confirmation: .off, spikes: .keep,
                landings: landings, stitch: .zero),
            configuration: GestureConfiguration(gestures: gestures.map { ConfiguredGesture($0) }))
    }

    /// Frames of a finger that moves to the right, at these distances from the left side.
    private func stroke(_ xs: [Double], on screen: TestScreen, at start: Double = 0) {
        for (index, x) in xs.enumerated() {
            let time = start + Double(index) * Self.frame
            screen.frame(time, index == 0 ? .down(0, x, 90) : .move(0, x, 90))
        }
        screen.frame(start + Double(xs.count) * Self.frame, .up(0))
        screen.wait(until: start + 600)
    }

    /// Five frames at 700 mm/s.
    private func steady(from x: Double) -> [Double] { (0..<5).map { x + 11.7 * Double($0) } }

    @Test(arguments: [
        (x: 10.3, edge: SurfaceEdge?.some(.left)), (11.5, .left), (12.5, .left), (13.5, nil),
        (25, nil),
    ])
    func `a stroke that was beyond the side a frame earlier comes from it`(
        x: Double, edge: SurfaceEdge?
    ) {
        let screen = screen()
        stroke(steady(from: x), on: screen)
        #expect(screen.events(of: "swipe").map(\.values.edge) == [edge])
    }

    /// A stroke whose second frame is stamped 5 ms late: the first step seems long, and the second
    /// short.
    private func lateStroke(from x: Double = 11.5, on screen: TestScreen, at start: Double) {
        for (index, x) in steady(from: x).enumerated() {
            let time = start + Double(index) * Self.frame + (index == 1 ? 5 : 0)
            screen.frame(time, index == 0 ? .down(0, x, 90) : .move(0, x, 90))
        }
        screen.frame(start + 5 * Self.frame, .up(0))
        screen.wait(until: start + 600)
    }

    @Test(arguments: [11.5, 25])
    func `a late stamp changes the edge of neither swipes nor drags`(x: Double) {
        let drag = GestureDefinition.drag(edge(DragThresholds(), \.edges))
        for gesture in [GestureDefinition.swipe(.init()), drag] {
            let screen = screen(nil, [gesture])
            for index in 0..<3 { stroke(steady(from: 40), on: screen, at: Double(index) * 600) }
            lateStroke(from: x, on: screen, at: 2_000)
            let edges = screen.events.filter { $0.phase == .ended }.map(\.values.edge)
            #expect(edges.contains(.left) == (x < 20))
        }
    }

    /// Starts at another rate: stamps 1 ms apart, or 38 ms.
    @Test(arguments: [1.0, 38], [1, 10])
    func `strokes at another rate spoil the edges of three strokes at most`(
        interval: Double, count: Int
    ) {
        let screen = screen()
        for index in 0..<5 { stroke(steady(from: 40), on: screen, at: Double(index) * 1_000) }
        for index in 0..<count {
            let start = 10_000 + Double(index) * 1_000
            for (step, x) in steady(from: 30).enumerated() {
                let time = start + Double(step) * interval
                screen.frame(time, step == 0 ? .down(0, x, 90) : .move(0, x, 90))
            }
            screen.frame(start + 200, .up(0))
            screen.wait(until: start + 600)
        }
        let before = screen.events(of: "swipe").count
        for index in 0..<20 { lateStroke(on: screen, at: 30_000 + Double(index) * 1_000) }
        let edges = screen.events(of: "swipe").dropFirst(before).map(\.values.edge)
        #expect(edges.count == 20)
        #expect(edges.count { $0 != .left } <= (count == 1 ? 0 : 3))
    }

    @Test(arguments: [1.0, 8, 38])
    func `regular frames have their edge whatever the rate of earlier strokes`(interval: Double) {
        let screen = screen()
        for index in 0..<5 {
            let start = Double(index) * 1_000
            for (step, x) in steady(from: 40).enumerated() {
                let time = start + Double(step) * interval
                screen.frame(time, step == 0 ? .down(0, x, 90) : .move(0, x, 90))
            }
            screen.frame(start + 200, .up(0))
            screen.wait(until: start + 600)
        }
        let before = screen.events(of: "swipe").count
        stroke(steady(from: 11.5), on: screen, at: 10_000)
        #expect(screen.events(of: "swipe").dropFirst(before).map(\.values.edge) == [.left])
    }

    @Test func `starts whose second sample was lost or withheld do not show the rate`() {
        let screen = screen()
        for index in 0..<6 {
            let start = Double(index) * 1_000
            for (step, x) in steady(from: 20).enumerated() where step != 1 {
                let time = start + Double(step) * Self.frame
                screen.frame(time, step == 0 ? .down(0, x, 90) : .move(0, x, 90))
            }
            screen.frame(start + 5 * Self.frame, .up(0))
            screen.wait(until: start + 600)
        }
        let edges = screen.events(of: "swipe").map(\.values.edge)
        #expect(edges == Array(repeating: nil, count: 6))
    }

    @Test(arguments: [0.0, 5])
    func `a drag of a side does not begin for a finger that begins at rest inside`(late: Double) {
        let drag = GestureDefinition.drag(edge(DragThresholds(), \.edges))
        let screen = screen(nil, [drag])
        for index in 0..<5 { stroke(steady(from: 40), on: screen, at: Double(index) * 1_000) }
        for (index, x) in [12.0, 16, 26, 40, 56].enumerated() {
            let time = 10_000 + Double(index) * Self.frame + (index == 1 ? late : 0)
            screen.frame(time, index == 0 ? .down(0, x, 90) : .move(0, x, 90))
        }
        screen.frame(10_200, .up(0))
        screen.wait(until: 11_000)
        #expect(screen.events.isEmpty)
    }

    @Test func `a long press does not wait for a drag of a side`() {
        let drag = GestureDefinition.drag(edge(DragThresholds(), \.edges))
        let screen = screen(nil, [.longPress(.init()), drag])
        screen.frame(0, .down(0, 12, 90))
        screen.frame(Self.frame, .move(0, 12.1, 90))
        screen.wait(until: 700)
        screen.frame(800, .up(0))
        screen.wait(until: 1_000)
        #expect(screen.transitions == ["500 long_press began", "800 long_press ended"])
    }

    @Test func `a stroke is not drawn back if that is configured`() {
        let screen = screen(.asSeen)
        stroke(steady(from: 10.4), on: screen)
        #expect(screen.events(of: "swipe").map(\.values.edge) == [nil])
    }

    @Test func `a finger that lands inside and speeds up does not come from the side`() {
        let screen = screen()
        stroke([11, 21, 38, 56, 74], on: screen)
        #expect(screen.events(of: "swipe").map(\.values.edge) == [nil])
    }

    @Test(arguments: [(x: 10.4, count: 1), (30, 0)])
    func `gestures of a side begin only for strokes over the bezel`(x: Double, count: Int) {
        let swipe = GestureDefinition.swipe(edge(SwipeThresholds(), \.edges))
        let drag = GestureDefinition.drag(edge(DragThresholds(), \.edges))
        for gesture in [swipe, drag] {
            let screen = screen(nil, [gesture])
            stroke(steady(from: x), on: screen)
            #expect(screen.events.count { $0.phase == .ended } == count)
        }
    }

    private func edge<Thresholds>(
        _ thresholds: Thresholds, _ edges: WritableKeyPath<Thresholds, Set<SurfaceEdge>>
    ) -> Thresholds {
        var thresholds = thresholds
        thresholds[keyPath: edges] = [.left]
        return thresholds
    }

    @Test func `an edge drag does not begin for a finger from rest inside`() {
        let screen = screen(nil, [.drag(edge(DragThresholds(), \.edges))])
        stroke([11, 21, 38, 56, 74], on: screen)
        #expect(screen.events.isEmpty)
    }

    @Test func `a drag that begins with two samples has no edge that the third may refute`() {
        let screen = screen(nil, [.drag(.init()), .swipe(.init())])
        stroke([11, 21, 38, 56, 74], on: screen)
        #expect(screen.events(of: "drag").allSatisfy { $0.values.edge == nil })
        #expect(!screen.events(of: "drag").isEmpty)
    }

    @Test func `two samples of a stroke over the bezel count at its lift`() {
        let screen = screen(nil, [.swipe(edge(SwipeThresholds(), \.edges))])
        stroke([16, 33], on: screen)
        #expect(screen.events(of: "swipe").map(\.values.edge) == [.left])
    }

    /// Gestures that wait for a drag from the left side; a finger that lands at 50 mm and is still.
    private func stillFinger(
        _ gesture: GestureDefinition, samples: Int = 1
    ) -> [GestureEvent] {
        let screen = TestScreen(
            settings: DeviceSettings(
                jitter: 0, stuckAfter: .zero, confirmation: .off, spikes: .keep, stitch: .zero),
            configuration: GestureConfiguration(gestures: [
                ConfiguredGesture(.drag(edge(DragThresholds(), \.edges)), name: "menu"),
                ConfiguredGesture(gesture, name: "other", waitsFor: ["menu"]),
            ]))
        screen.frame(0, .down(0, 50, 90))
        for number in 1..<max(samples, 2) where number < samples {
            screen.frame(Double(number) * Self.frame, .move(0, 50 + 0.1 * Double(number), 90))
        }
        screen.wait(until: 1_000)
        screen.frame(1_000, .up(0))
        return screen.events(of: "other")
    }

    @Test(arguments: 1...2)
    func `a long press that waits for an edge drag begins at its time if the finger is still`(
        samples: Int
    ) {
        let events = stillFinger(.longPress(.init()), samples: samples)
        #expect(events.first?.time == Timestamp(microseconds: 500_000))
    }

    @Test func `a press waits for an edge drag for 40 ms if the finger is still`() {
        let events = stillFinger(.press(.init()))
        #expect(events.first?.time == Timestamp(microseconds: 40_000))
    }

    @Test func `five landings a frame late are learned, and forgotten after one in time`() {
        let screen = screen()
        for number in 0..<7 {
            stroke(steady(from: 15 + Double(number)), on: screen, at: 1_000 * Double(number))
        }
        let edges: [SurfaceEdge?] = [nil, nil, nil, nil, .left, .left, .left]
        #expect(screen.events(of: "swipe").map(\.values.edge) == edges)
        #expect(screen.adaptation.landsLate)
        stroke(steady(from: 6), on: screen, at: 8_000)
        #expect(!screen.adaptation.landsLate)
    }

    @Test(arguments: [2, 4])
    func `two steady strokes teach nothing, and four do not either`(count: Int) {
        let screen = screen()
        for number in 0..<count {
            stroke(steady(from: 15 + 2 * Double(number)), on: screen, at: 1_000 * Double(number))
        }
        #expect(!screen.adaptation.landsLate)
    }

    @Test func `steady strokes from one point inside teach nothing`() {
        let screen = screen()
        for number in 0..<9 { stroke(steady(from: 16), on: screen, at: 1_000 * Double(number)) }
        #expect(!screen.adaptation.landsLate)
    }

    @Test func `strokes from rest inside are evidence against late landings`() {
        let screen = screen()
        for number in 0..<9 {
            let isSteady = number.isMultiple(of: 2)
            let xs = isSteady ? steady(from: 15 + Double(number) / 2) : [11, 21, 38, 56, 74]
            stroke(xs, on: screen, at: 1_000 * Double(number))
        }
        #expect(!screen.adaptation.landsLate)
    }

    @Test func `after 50 lifts without a late landing a device has none`() {
        let screen = screen()
        for number in 0..<5 {
            stroke(steady(from: 15 + Double(number)), on: screen, at: 1_000 * Double(number))
        }
        for tap in 0..<49 {
            #expect(screen.adaptation.landsLate)
            screen.frame(6_000 + 500 * Double(tap), .down(0, 100, 60))
            screen.frame(6_080 + 500 * Double(tap), .up(0))
        }
        #expect(!screen.adaptation.landsLate)
    }
}

/// Contacts that never lift (docs/gestures/contacts.md).
@Suite struct StillContactTests {
    /// Without `held_after`, which also recognises taps beside a contact that is not ignored.
    private func screen(stillAfter: Duration) -> TestScreen {
        var zone = GestureConfiguration.standard.zones[0]
        zone.heldAfter = .zero
        return TestScreen(
            settings: DeviceSettings(
                jitter: 0, confirmation: .off, spikes: .keep, stillAfter: stillAfter,
                stitch: .zero),
            configuration: GestureConfiguration(zones: [zone]))
    }

    /// Taps at each of `seconds`, 40 mm beside a contact that rests from 0 on. Returns the seconds of
    /// the recognised taps.
    private func taps(_ seconds: ClosedRange<Int>, on screen: TestScreen) -> [Int] {
        screen.frame(0, .down(9, 100, 100))
        for second in seconds {
            screen.frame(Double(second) * 1_000, .down(0, 140, 100))
            screen.frame(Double(second) * 1_000 + 80, .up(0))
            screen.wait(until: Double(second) * 1_000 + 900)
        }
        return screen.events(of: "tap").map { Int($0.time.microseconds / 1_000_000) }
    }

    @Test func `taps ignore a contact that was still during three others`() {
        #expect(taps(4...8, on: screen(stillAfter: .seconds(3))) == [7, 8])
    }

    @Test func `a contact of less than three seconds is not ignored`() {
        #expect(taps(1...2, on: screen(stillAfter: .seconds(3))) == [])
    }

    @Test func `a contact that moved is ignored again only after three others`() {
        let screen = screen(stillAfter: .seconds(3))
        _ = taps(4...6, on: screen)
        screen.frame(6_950, .move(9, 104, 100))
        screen.frame(11_000, .down(0, 140, 100))
        screen.frame(11_080, .up(0))
        screen.wait(until: 12_000)
        #expect(screen.events(of: "tap").isEmpty)
    }

    @Test func `no contact is ignored if that is configured`() {
        #expect(taps(4...8, on: screen(stillAfter: .zero)) == [])
    }
}
