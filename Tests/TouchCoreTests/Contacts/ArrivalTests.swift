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
    func `gestures of a side begin for strokes over the bezel alone`(x: Double, count: Int) {
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

    @Test func `two landings a frame late teach the device, and one in time unteaches it`() {
        let screen = screen()
        for number in 0..<5 {
            stroke(steady(from: 15 + Double(number)), on: screen, at: 1_000 * Double(number))
        }
        #expect(screen.events(of: "swipe").map(\.values.edge) == [nil, .left, .left, .left, .left])
        #expect(screen.adaptation.landsLate)
        stroke(steady(from: 6), on: screen, at: 6_000)
        #expect(!screen.adaptation.landsLate)
    }

    @Test func `after 50 lifts without a late landing a device has none`() {
        let screen = screen()
        for number in 0..<3 { stroke(steady(from: 16), on: screen, at: 1_000 * Double(number)) }
        for tap in 0..<49 {
            #expect(screen.adaptation.landsLate)
            screen.frame(4_000 + 500 * Double(tap), .down(0, 100, 60))
            screen.frame(4_080 + 500 * Double(tap), .up(0))
        }
        #expect(!screen.adaptation.landsLate)
    }
}

/// Contacts that never lift (docs/gestures/contacts.md).
@Suite struct StillContactTests {
    private func screen(stillAfter: Duration) -> TestScreen {
        TestScreen(
            settings: DeviceSettings(
                jitter: 0, confirmation: .off, spikes: .keep, stillAfter: stillAfter,
                stitch: .zero))
    }

    /// Taps 40 mm beside a contact that rests from 0 on, each at a second.
    private func taps(_ seconds: ClosedRange<Int>, on screen: TestScreen) -> [Int] {
        screen.frame(0, .down(9, 100, 100))
        for second in seconds {
            screen.frame(Double(second) * 1_000, .down(0, 140, 100))
            screen.frame(Double(second) * 1_000 + 80, .up(0))
            screen.wait(until: Double(second) * 1_000 + 900)
        }
        return screen.events(of: "tap").map { Int($0.time.microseconds / 1_000_000) }
    }

    @Test func `taps ignore a contact that was still while three others came and went`() {
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
