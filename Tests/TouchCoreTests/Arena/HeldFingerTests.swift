import Testing
import TouchCore
import TouchTestSupport

/// Fingers that land beside held ones.
@Suite struct HeldFingerTests {
    /// The default gestures, beside fingers that are held for a time.
    private static func standard(heldAfter: Duration) -> GestureConfiguration {
        var zone = GestureConfiguration.standard.zones[0]
        zone.heldAfter = heldAfter
        return GestureConfiguration(zones: [zone])
    }

    /// A screen on which a finger has been down at 100, 60 for 700 ms.
    private func held(heldAfter: Duration = .milliseconds(500)) -> TestScreen {
        let screen = TestScreen(configuration: Self.standard(heldAfter: heldAfter))
        screen.frame(0, .down(0, 100, 60))
        screen.advance(to: Timestamp(microseconds: 700_000))
        return screen
    }

    @Test(arguments: [15.0, 30, 55, 80, 150])
    func `a tap beside a long press is recognised, and the long press continues`(distance: Double) {
        let screen = held()
        screen.frame(700, .down(1, 100 + distance, 60))
        screen.frame(780, .up(1))
        screen.frame(1_000, .up(0))
        #expect(
            screen.transcript == [
                "500 long_press began", "780 tap ended ×1", "1000 long_press ended",
            ])
    }

    @Test(arguments: [(300.0, true), (301, false)])
    func `fingers are held once they have been down for longer than held_after`(
        age: Double, isCancelled: Bool
    ) {
        let screen = TestScreen(configuration: Self.standard(heldAfter: .milliseconds(300)))
        screen.frame(0, .down(0, 100, 60))
        screen.frame(age, .down(1, 130, 60))
        screen.frame(age + 50, .up(1))
        screen.frame(900, .up(0))
        #expect(screen.events(of: "tap").count == 1)
        #expect(screen.transcript.contains("900 long_press ended") == !isCancelled)
    }

    @Test(arguments: [(250.0, true), (150, false)])
    func `fingers that make a long press are held, however short it is`(
        age: Double, continues: Bool
    ) {
        var press = LongPressThresholds()
        press.minimumDuration = .milliseconds(200)
        let screen = TestScreen(
            configuration: .init(gestures: [
                ConfiguredGesture(.tap(.init())), ConfiguredGesture(.longPress(press)),
            ]))
        screen.frame(0, .down(0, 100, 60))
        screen.frame(age, .down(1, 130, 60))
        screen.frame(age + 80, .up(1))
        screen.frame(600, .up(0))
        #expect(screen.events(of: "tap").count == 1)
        #expect((screen.transcript.last == "600 long_press ended") == continues)
    }

    @Test func `a contact that landed before the long press and is confirmed after it may tap`() {
        let screen = TestScreen(settings: DeviceSettings(jitter: 0, stuckAfter: .zero))
        screen.frame(0, .down(0, 100, 60))
        screen.frame(495, .down(1, 130, 60))
        screen.frame(505, .move(1, 130, 60))
        screen.frame(570, .up(1))
        screen.frame(800, .up(0))
        #expect(
            screen.transcript == [
                "500 long_press began", "570 tap ended ×1", "800 long_press ended",
            ])
    }

    @Test func `with held_after of 0 a late finger cancels the long press, and is not a tap`() {
        let screen = held(heldAfter: .zero)
        screen.frame(700, .down(1, 130, 60))
        screen.frame(780, .up(1))
        screen.frame(1_000, .up(0))
        #expect(
            screen.transcript == ["500 long_press began", "700 long_press cancelled finger_added"])
    }

    @Test(arguments: [(29.0, 0), (30, 1)])
    func `a contact of less than 30 ms beside a held finger is a flicker`(
        duration: Double, taps: Int
    ) {
        let screen = held()
        screen.frame(700, .down(1, 130, 60))
        screen.frame(700 + duration, .up(1))
        screen.frame(1_000, .up(0))
        #expect(screen.events(of: "tap").count == taps)
        #expect(screen.transcript.last == "1000 long_press ended")
    }

    @Test func `a contact that flickers beside a held finger is a tap at most once`() {
        let screen = held()
        for time in stride(from: 700.0, to: 1_200, by: 50) {
            screen.frame(time, .down(1, 130, 60))
            screen.frame(time + 40, .up(1))
        }
        screen.frame(1_300, .up(0))
        #expect(screen.events(of: "tap").count == 1)
        #expect(screen.transcript.last == "1300 long_press ended")
    }

    @Test func `a double tap beside a held finger counts to two`() {
        let screen = held()
        for time in [700.0, 850] {
            screen.frame(time, .down(1, 130, 60))
            screen.frame(time + 70, .up(1))
        }
        #expect(screen.transcript.suffix(2) == ["770 tap ended ×1", "920 tap ended ×2"])
    }

    @Test func `two fingers that tap in turns beside a held one make a tap beside each time`() {
        var tap = TapThresholds()
        tap.beside = [.right]
        let screen = TestScreen(
            configuration: .init(gestures: [
                ConfiguredGesture(.tap(tap)), ConfiguredGesture(.longPress(.init())),
            ]))
        screen.frame(0, .down(0, 100, 60))
        for index in 0..<6 {
            let time = 700 + Double(index) * 130
            screen.frame(time, .down(1 + index % 2, 125 + Double(index % 2) * 25, 60))
            screen.frame(time + 100, .up(1 + index % 2))
        }
        screen.frame(1_600, .up(0))
        #expect(screen.events(of: "tap").count == 6)
        #expect(screen.transcript.last == "1600 long_press ended")
    }

    @Test func `two fingers tap beside a held one`() {
        let screen = held()
        screen.frame(700, .down(1, 130, 60))
        screen.frame(750, .down(2, 150, 60))
        screen.frame(800, .up(1), .up(2))
        screen.frame(900, .up(0))
        #expect(
            screen.transcript.suffix(2) == ["800 tap ended ×1 2 fingers", "900 long_press ended"])
    }

    @Test func `a finger that rests beside a held one for 500 ms joins its hand`() {
        let screen = held()
        screen.frame(700, .down(1, 130, 60))
        screen.frame(1_300, .up(1))
        #expect(
            screen.transcript == ["500 long_press began", "1200 long_press cancelled finger_added"])
    }

    @Test func `both lift in one frame: the tap and the end of the long press`() {
        let screen = held()
        screen.frame(700, .down(1, 130, 60))
        screen.frame(780, .up(0), .up(1))
        #expect(screen.transcript.dropFirst() == ["780 tap ended ×1", "780 long_press ended"])
    }

    @Test func `a tap continues after the held finger has lifted`() {
        let screen = held()
        screen.frame(700, .down(1, 130, 60))
        screen.frame(750, .up(0))
        screen.frame(800, .up(1))
        #expect(screen.transcript.dropFirst() == ["750 long_press ended", "800 tap ended ×1"])
    }

    @Test func `a held finger that becomes a palm leaves the tap beside it`() {
        let screen = held()
        screen.frame(700, .down(1, 130, 60))
        screen.frame(750, .palm(0))
        screen.frame(800, .up(1))
        #expect(
            screen.transcript.dropFirst() == ["750 long_press cancelled palm", "800 tap ended ×1"])
    }

    @Test func `beside a finger that has moved nothing is put aside`() {
        let screen = TestScreen(
            configuration: .init(gestures: [ConfiguredGesture(.tap(.init()))]))
        screen.frame(0, .down(0, 100, 60))
        screen.frame(100, .move(0, 105, 60))
        screen.frame(700, .down(1, 130, 60))
        screen.frame(780, .up(1))
        #expect(screen.events.isEmpty)
    }

    @Test func `a tap beside a held finger that waits for a double tap cancels no long press`() {
        var double = TapThresholds()
        double.count = 2...2
        let single = ConfiguredGesture(.tap(.init()), waitsFor: ["double"])
        let screen = TestScreen(
            configuration: .init(gestures: [
                ConfiguredGesture(.tap(double), name: "double"), single,
                ConfiguredGesture(.longPress(.init())),
            ]))
        screen.frame(0, .down(0, 100, 60))
        screen.frame(700, .down(1, 130, 60))
        screen.frame(780, .up(1))
        screen.frame(1_500, .up(0))
        #expect(screen.events(of: "tap").count == 1)
        #expect(screen.transcript.last == "1500 long_press ended")
    }

    @Test func `a far finger that moves beside a long press acts alone: that was a palm`() {
        let screen = held()
        screen.frame(700, .down(1, 180, 60))
        for step in 1...12 {
            screen.frame(700 + Double(step) * 10, .move(1, 180 + Double(step) * 6, 60))
        }
        screen.frame(830, .up(1))
        let expected = [
            "500 long_press began", "710 long_press cancelled palm", "710 drag began",
            "830 drag ended", "830 swipe ended right",
        ]
        #expect(screen.transitions == expected)
    }
}

/// Movements of fingers that land beside held ones are those of a hand.
@Suite struct HeldPinchTests {
    /// The gestures and final values of the movement of a finger that lands beside a held one; both
    /// may move.
    private func pinch(
        distance: Double, speed: Double, heldSpeed: Double, heldAfter: Duration
    ) -> [String] {
        var zone = GestureConfiguration.standard.zones[0]
        zone.heldAfter = heldAfter
        let screen = TestScreen(configuration: GestureConfiguration(zones: [zone]))
        screen.frame(0, .down(0, 100, 60))
        screen.frame(700, .down(1, 100 + distance, 60))
        let frames = Int((60 / speed * 100).rounded(.up)) + 12
        for frame in 1...frames {
            let way = min(Double(frame) * speed / 100, 60)
            screen.frame(
                700 + Double(frame) * 10, .move(0, 100 - way * heldSpeed, 60),
                .move(1, 100 + distance + way, 60))
        }
        let end = 700 + Double(frames) * 10 + 300
        screen.frame(end, .up(0), .up(1))
        return screen.events.filter { $0.phase == .ended }
            .map { "\($0.values.kind) \($0.values.scale ?? 0) \($0.values.translation?.x ?? 0)" }
            .sorted()
    }

    @Test(
        arguments: [20.0, 60, 210, 600],
        [(30.0, 0.0), (55, 0), (30, 1), (45, 0.3)])
    func `a finger that moves beside a held one makes the same gesture with held_after`(
        speed: Double, touch: (distance: Double, heldSpeed: Double)
    ) {
        let old = pinch(
            distance: touch.distance, speed: speed, heldSpeed: touch.heldSpeed, heldAfter: .zero)
        let new = pinch(
            distance: touch.distance, speed: speed, heldSpeed: touch.heldSpeed,
            heldAfter: .milliseconds(500))
        #expect(new == old)
        // A still finger is waited for 120 ms: within 100 ms, only fingers that both move spread.
        #expect(
            new.contains { $0.hasPrefix("magnify") } || speed == 600 && touch.heldSpeed == 0)
    }

    @Test(arguments: [60.0, 90, 130], [50.0, 210, 600])
    func `two fingers that hold together and then spread are a pinch`(
        distance: Double, speed: Double
    ) {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60), .down(1, 100 + distance, 60))
        let frames = Int((60 / speed * 100).rounded(.up))
        for frame in 1...frames {
            let way = Double(frame) * speed / 100
            screen.frame(700 + Double(frame) * 10, .move(1, 100 + distance + way, 60))
        }
        screen.frame(2_500, .up(0), .up(1))
        #expect(screen.events(of: "magnify").contains { $0.phase == .ended })
        #expect(!screen.transcript.contains { $0.contains("palm") })
    }

    private func twoHands() -> TestScreen {
        var zone = GestureConfiguration.standard.zones[0]
        zone.hands = 2
        return TestScreen(configuration: GestureConfiguration(zones: [zone]))
    }

    @Test(arguments: [50.0, 210, 600])
    func `another hand pinches beside a held finger, whose long press continues`(speed: Double) {
        let screen = twoHands()
        screen.frame(0, .down(0, 60, 60))
        screen.frame(700, .down(1, 200, 60), .down(2, 230, 60))
        let frames = Int((40 / speed * 100).rounded(.up))
        for frame in 1...frames {
            let way = Double(frame) * speed / 100
            screen.frame(
                700 + Double(frame) * 10, .move(1, 200 - way, 60), .move(2, 230 + way, 60))
        }
        screen.frame(2_500, .up(1), .up(2))
        screen.frame(2_600, .up(0))
        #expect(screen.events(of: "magnify").filter { $0.phase == .ended }.count == 1)
        #expect(screen.transcript.last == "2600 long_press ended")
    }

    @Test(arguments: [50.0, 210, 600])
    func `two hands pinch, each with a finger beside its held one`(speed: Double) {
        let screen = twoHands()
        screen.frame(0, .down(0, 60, 60))
        screen.frame(150, .down(1, 240, 60))
        screen.frame(700, .down(2, 100, 60), .down(3, 200, 60))
        let frames = Int((40 / speed * 100).rounded(.up))
        for frame in 1...frames {
            let way = Double(frame) * speed / 100
            screen.frame(
                700 + Double(frame) * 10, .move(0, 60 - way, 60), .move(2, 100 + way / 2, 60),
                .move(1, 240 + way, 60), .move(3, 200 - way / 2, 60))
        }
        screen.frame(2_500, .up(0), .up(1), .up(2), .up(3))
        let pinches = screen.events(of: "magnify").filter { $0.phase == .ended }
        #expect(pinches.map(\.fingers) == [2, 2])
    }

    @Test func `two taps of which the second begins and ends 16 ms later are both recognised`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 60, 60))
        screen.frame(16, .down(1, 200, 60))
        screen.frame(80, .up(0))
        screen.frame(96, .up(1))
        #expect(screen.transcript == ["80 tap ended ×1", "96 tap ended ×1"])
    }
}
