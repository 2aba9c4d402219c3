import Testing
import TouchCore
import TouchTestSupport

/// Of random touches, exactly the gestures that were not emitted are explained, and correctly.
struct ExplanationPropertyTests {
    private func play(
        _ seed: UInt64, _ configuration: GestureConfiguration, explains: Bool = true
    ) -> TestScreen {
        // If contacts are confirmed, or lifts held back, timestamps do not show to which of two
        // overlapping hands a gesture belongs.
        let settings = DeviceSettings(
            jitter: seed % 3 == 0 ? 0 : 0.4, minimumEvents: seed % 5 == 0 ? 3 : 1,
            confirmation: .off, spikes: .keep, splits: .keep, stitch: .zero)
        let testScreen = TestScreen(
            settings: settings, configuration: configuration, explains: explains)
        var touches = RandomTouches(seed: seed)
        touches.play(frames: 400, on: testScreen)
        return testScreen
    }

    @Test(arguments: 0..<10)
    func `each gesture of a hand is emitted or explained`(block: UInt64) {
        for seed in (block * 20)..<(block * 20 + 20) {
            let testScreen = play(seed, .standard)
            let broken = Explanations.broken(
                testScreen.explanations, events: testScreen.events, configuration: .standard)
            #expect(broken.isEmpty, "seed \(seed)")
            #expect(!testScreen.explanations.isEmpty)
        }
    }

    @Test(arguments: 0..<10)
    func `the same holds with waits, cooldowns, edges, zones and every kind`(block: UInt64) {
        for seed in (block * 20)..<(block * 20 + 20) {
            let testScreen = play(seed, .busy)
            let broken = Explanations.broken(
                testScreen.explanations, events: testScreen.events, configuration: .busy)
            #expect(broken.isEmpty, "seed \(seed)")
        }
    }

    @Test func `explanations do not change the gestures`() {
        for seed in UInt64(0)..<100 {
            for configuration in [GestureConfiguration.standard, .busy] {
                let quiet = play(seed, configuration, explains: false)
                #expect(quiet.explanations.isEmpty)
                #expect(quiet.events == play(seed, configuration).events)
            }
        }
    }

    @Test func `every quantity that a kind misses is in its table`() {
        for seed in UInt64(0)..<100 {
            for explanation in play(seed, .busy).explanations {
                guard case .missed(let unmet) = explanation.reason else { continue }
                let zone = GestureConfiguration.busy.zones[explanation.zone]
                let kind =
                    explanation.part.map { zone.nodes[$0].gesture.kind }
                    ?? zone.gestures[explanation.gesture].kind
                #expect(kind.quantities.contains(unmet.quantity), "\(kind) \(unmet)")
            }
        }
    }

    @Test func `no two quantities have one name, and no table has one twice`() {
        let names = UnmetThreshold.Quantity.allCases.map(\.description)
        #expect(Set(names).count == names.count)
        #expect(names.count == 35)
        for kind in GestureKind.allCases {
            #expect(Set(kind.quantities).count == kind.quantities.count, "\(kind)")
        }
    }

    @Test func `random touches give reasons of nearly every sort`() {
        var sorts: Set<String> = []
        for seed in UInt64(0)..<100 {
            for explanation in play(seed, .busy).explanations {
                sorts.insert(String("\(explanation.reason)".prefix { $0 != "(" }))
                guard case .missed(let unmet) = explanation.reason else { continue }
                sorts.insert("\(unmet.quantity)")
            }
        }
        let expected: Set = [
            "fingers", "missed", "count", "lost", "waits", "cooldown", "awayFromEdge", "landedLate",
            "fingersChanged", "liftQuiet", "noForce", "rejected", "laterRound", "travel",
            "tapDuration", "distance", "pressDuration", "spread", "rotation", "force",
        ]
        #expect(expected.subtracting(sorts) == [])
    }
}

extension GestureConfiguration {
    /// A list with every kind.
    fileprivate static let busy: Self = {
        var double = TapThresholds()
        double.count = 2...2
        var press = PressThresholds()
        press.maximumDistance = 10
        var fromLeft = DragThresholds()
        fromLeft.edges = [.left]
        fromLeft.minimumDistance = 8
        var fromTop = SwipeThresholds()
        fromTop.edges = [.top, .left]
        var one = TapThresholds()
        one.fingers = 1...1
        one.count = 1...1
        let sequence = GestureComposition(
            .sequence, [ConfiguredGesture(.longPress(.init())), ConfiguredGesture(.drag(.init()))])
        let either = GestureComposition(
            .exclusive, [ConfiguredGesture(.tap(double)), ConfiguredGesture(.tap(one))])
        let both = GestureComposition(
            .simultaneous,
            [ConfiguredGesture(.magnify(.init())), ConfiguredGesture(.rotate(.init()))])
        var card = ZoneConfiguration(
            name: "card",
            rect: ZoneRect(
                x: .share(0.25), y: .share(0.25), width: .share(0.5), height: .share(0.5)),
            gestures: [
                ConfiguredGesture(.composition(either), name: "either"),
                ConfiguredGesture(.press(press)), ConfiguredGesture(.composition(sequence)),
                ConfiguredGesture(.composition(both), name: "both"),
                ConfiguredGesture(.deepPress(.init())),
            ])
        card.mask = .all
        let screen = ZoneConfiguration(
            name: "screen",
            gestures: [
                ConfiguredGesture(.tap(double), name: "double"),
                ConfiguredGesture(.tap(one), waitsFor: ["double"], cooldown: .milliseconds(300)),
                ConfiguredGesture(.swipe(fromTop)),
                ConfiguredGesture(.drag(fromLeft), name: "pull"),
                ConfiguredGesture(
                    .drag(.init()), waitsFor: ["swipe"], cooldown: .milliseconds(500)),
                ConfiguredGesture(.press(.init()), simultaneous: .all, cooldown: .seconds(1)),
                ConfiguredGesture(.force(.init()), simultaneous: .all),
                ConfiguredGesture(.magnify(.init())), ConfiguredGesture(.rotate(.init())),
                ConfiguredGesture(.longPress(.init()), waitsFor: ["deep_press"]),
                ConfiguredGesture(.deepPress(.init())),
            ])
        return GestureConfiguration(zones: [screen, card])
    }()
}
