import RecognitionLaws
import Testing
import TouchTestSupport

@testable import TouchCore

/// A named gesture has precedence over a more general one of its kind that is decided in the same
/// step.
@Suite struct GesturePriorityTests {
    private static func swipe(
        _ name: String? = nil, simultaneous: SimultaneousGestures = [], waitsFor: Set<String> = [],
        _ change: (inout SwipeThresholds) -> Void = { _ in }
    ) -> ConfiguredGesture {
        var thresholds = SwipeThresholds()
        change(&thresholds)
        return ConfiguredGesture(
            .swipe(thresholds), name: name, simultaneous: simultaneous, waitsFor: waitsFor)
    }

    private static let keyboard = swipe("show_keyboard") {
        $0.directions = [.up]
        $0.edges = [.bottom]
        $0.minimumDistance = 20
    }

    private static func names(
        _ gestures: [ConfiguredGesture], _ priority: GesturePriority = .narrow
    ) -> [String] {
        ZoneConfiguration(name: "z", gestures: gestures, priority: priority).gestures.map(\.name)
    }

    @Test func `a named swipe precedes a general one, and priority list keeps the list's order`() {
        let list = [Self.swipe(), Self.keyboard]
        #expect(Self.names(list) == ["show_keyboard", "swipe"])
        #expect(Self.names(list, .list) == ["swipe", "show_keyboard"])
    }

    @Test func `a gesture keeps its position if it has no name, is simultaneous or waits`() {
        let plain = Self.swipe { $0.directions = [.up] }
        #expect(
            ZoneConfiguration(name: "z", gestures: [Self.swipe(), plain]).gestures[1] == plain)
        for list in [
            [Self.swipe(), Self.swipe("up", simultaneous: ["swipe"]) { $0.directions = [.up] }],
            [Self.swipe(), Self.swipe("up", waitsFor: ["swipe"]) { $0.directions = [.up] }],
            [Self.swipe(simultaneous: .all), Self.swipe("up") { $0.directions = [.up] }],
            [Self.swipe(waitsFor: ["up"]), Self.swipe("up") { $0.directions = [.up] }],
            [Self.swipe(), Self.swipe("same")],
            [Self.swipe(), Self.swipe("wider") { $0.minimumDistance = 5 }],
        ] {
            #expect(Self.names(list) == list.map(\.name))
        }
    }

    @Test func `gestures between keep their order, and of several the narrowest is first`() {
        let up = Self.swipe("up") { $0.directions = [.up] }
        let left = Self.swipe("left") { $0.directions = [.left] }
        let drag = ConfiguredGesture(.drag(.init()))
        #expect(
            Self.names([Self.swipe(), drag, up, left, Self.keyboard])
                == ["show_keyboard", "up", "left", "swipe", "drag"])
        // A list that was ordered stays unchanged.
        let ordered = ZoneConfiguration(
            name: "z", gestures: [Self.swipe(), drag, up, left, Self.keyboard])
        #expect(Self.names(ordered.gestures) == ordered.gestures.map(\.name))
        #expect(
            GesturePriority.narrow.moves(in: [Self.swipe(), up, Self.keyboard]).map(\.others)
                == [[0], [0, 1]])
    }

    @Test func `a narrow gesture leaves to those between what the general one leaves to them`() {
        let long = Self.swipe {
            $0.directions = [.up]
            $0.minimumDistance = 30
        }
        var rare = Self.swipe()
        rare.cooldown = .milliseconds(300)
        for general in [rare, Self.swipe(waitsFor: ["tap"])] {
            for between in [long, ConfiguredGesture(.tap(.init()))] {
                let list = [general, between, Self.keyboard]
                #expect(Self.names(list) == list.map(\.name))
                #expect(GesturePriority.narrow.moves(in: list) == [])
            }
            // Gestures that no step decides together with `keyboard`, over which it has precedence,
            // that are simultaneous with it, or that have other numbers of fingers.
            for between in [
                ConfiguredGesture(.drag(.init())), Self.swipe { $0.directions = [.up] },
                Self.swipe(simultaneous: .all) { $0.directions = [.up] },
                Self.swipe { $0.fingers = 6...7 }, Self.swipe("up") { $0.directions = [.up] },
            ] {
                let list = [general, between, Self.keyboard]
                #expect(Self.names(list).first == "show_keyboard", "\(list.map(\.name))")
            }
        }
        #expect(Self.names([Self.swipe(), long, Self.keyboard]).first == "show_keyboard")
    }

    /// General thresholds and narrow ones of a kind, and whether one step decides both.
    private static let pairs: [(GestureDefinition, GestureDefinition, isMoved: Bool)] = [
        (.tap(.init()), .tap(changed { $0.fingers = 2...2 }), true),
        // Counts that only the general one reaches would be lost.
        (.tap(.init()), .tap(changed { $0.count = 1...1 }), false),
        (
            .tap(.init()),
            .tap(
                changed {
                    $0.count = 1...2; $0.fingers = 1...1
                }), false
        ),
        // The first of two taps decides the general one, before the second.
        (.tap(.init()), .tap(changed { $0.count = 2...2 }), false),
        (.drag(.init()), .drag(changed { $0.edges = [.left] }), true),
        // The path is longer than its component along an axis, so the general one begins first.
        (.drag(.init()), .drag(changed { $0.axis = .horizontal }), false),
        (
            .drag(changed { $0.axis = .horizontal }),
            .drag(
                changed {
                    $0.axis = .horizontal; $0.edges = [.left]
                }), true
        ),
        (.drag(.init()), .drag(changed { $0.minimumDistance = 10 }), false),
        (.magnify(.init()), .magnify(changed { $0.fingers = 2...2 }), true),
        // Fingers may meet the threshold of the general one before that of the narrow one.
        (.magnify(.init()), .magnify(changed { $0.minimumShare = 1 }), false),
        (.magnify(.init()), .magnify(changed { $0.minimumScale = 0.5 }), false),
        (.rotate(.init()), .rotate(changed { $0.fingers = 3...3 }), true),
        (.rotate(.init()), .rotate(changed { $0.minimumRadius = 20 }), false),
        (.rotate(.init()), .rotate(changed { $0.minimumRotation = 45 }), false),
        (.longPress(.init()), .longPress(changed { $0.fingers = 3...3 }), true),
        (.longPress(.init()), .longPress(changed { $0.minimumDuration = .seconds(2) }), false),
        (.deepPress(.init()), .deepPress(changed { $0.maximumDistance = 2 }), true),
        (.swipe(.init()), .swipe(changed { $0.maximumDuration = .milliseconds(300) }), true),
        (.swipe(.init()), .swipe(changed { $0.directions = [.upLeft] }), false),
        (
            .swipe(changed { $0.directions = Set(SwipeDirection.allCases) }),
            .swipe(
                changed {
                    $0.directions = [.up]; $0.maximumDeviation = 10
                }), true
        ),
        // Neighbours of 22.5 degrees leave no gap between them.
        (
            .swipe(
                changed {
                    $0.directions = Set(SwipeDirection.allCases)
                    $0.maximumDeviation = 22.5
                }),
            .swipe(
                changed {
                    $0.directions = [.up]; $0.maximumDeviation = 40
                }), true
        ),
        (.force(.init()), .force(changed { $0.fingers = 1...1 }), false),
    ]

    private static func changed<Thresholds: GestureThresholds>(
        _ change: (inout Thresholds) -> Void
    ) -> Thresholds {
        var thresholds = Thresholds()
        change(&thresholds)
        return thresholds
    }

    @Test(arguments: pairs.indices)
    func `thresholds of every kind are compared`(index: Int) {
        let (general, narrow, isMoved) = Self.pairs[index]
        let list = [ConfiguredGesture(general), ConfiguredGesture(narrow, name: "narrow")]
        #expect((Self.names(list).first == "narrow") == isMoved)
        #expect(Self.names(list.reversed()) == ["narrow", general.kind.rawValue])
    }

    @Test(arguments: 0..<300 as Range<UInt64>)
    func `narrower is a strict order of every kind`(seed: UInt64) {
        var random = RandomConfiguration(seed: seed)
        let gestures = (0..<12).map { _ in random.zone(named: "z", rect: nil).gestures[0] }
            .map(\.definition)
        for one in gestures {
            #expect(!one.isNarrower(than: one))
            for other in gestures where one.isNarrower(than: other) {
                #expect(!other.isNarrower(than: one))
                for third in gestures where other.isNarrower(than: third) {
                    #expect(one.isNarrower(than: third))
                }
            }
        }
    }

    @Test func `a general tap keeps its higher counts`() {
        var narrow = TapThresholds()
        narrow.count = 1...2
        narrow.fingers = 1...1
        let screen = TestScreen(
            configuration: GestureConfiguration(gestures: [
                ConfiguredGesture(.tap(.init())),
                ConfiguredGesture(.tap(narrow), name: "one_finger"),
            ]))
        for start in [0.0, 150, 300] {
            screen.frame(start, .down(0, 100, 100))
            screen.frame(start + 50, .up(0))
        }
        #expect(screen.events.map(\.values.count) == [1, 2, 3])
        #expect(screen.events.map(\.gesture) == [0, 0, 0])
    }

    @Test func `a narrow swipe after a general one is recognised, others are the general one`() {
        let screen = TestScreen(
            configuration: GestureConfiguration(gestures: [Self.swipe(), Self.keyboard]))
        // Up from the lower edge, and up from the middle.
        for (start, y) in [(0.0, 192.0), (1_000, 120)] {
            screen.frame(start, .down(0, 100, y))
            for step in 1...10 {
                let distance = Double(step) * 4
                screen.frame(start + Double(step) * 10, .move(0, 100, y - distance))
            }
            screen.frame(start + 110, .up(0))
        }
        #expect(screen.events.map(\.gesture) == [0, 1])
        #expect(screen.events.map(\.phase) == [.ended, .ended])
    }

    @Test func `gestures of a program are ordered in the same way`() throws {
        let surface = { (priority: GesturePriority) throws in
            try GestureSurface(panel: TestScreen.panel, priority: priority) {
                SwipeGesture()
                SwipeGesture(directions: [.up]).named("up")
                Zone("z", nil) {
                    SurfaceTapGesture(fingers: 1...5)
                    SurfaceTapGesture(fingers: 2).named("two")
                }.priority(priority)
            }.configuration.zones.map { $0.gestures.map(\.name) }
        }
        #expect(try surface(.narrow) == [["up", "swipe"], ["two", "tap"]])
        #expect(try surface(.list) == [["swipe", "up"], ["tap", "two"]])
    }

    @Test func `a gesture with a handle but without a name is not moved`() throws {
        let surface = try GestureSurface(panel: TestScreen.panel) {
            SwipeGesture()
            SwipeGesture(directions: [.up]).handle(GestureHandle())
            SwipeGesture(directions: [.left]).handle(GestureHandle()).named("left")
            Zone("z", nil) {
                SurfaceTapGesture(fingers: 1...5)
                SurfaceTapGesture(fingers: 2).handle(GestureHandle())
            }
        }
        #expect(
            surface.configuration.zones.map { $0.gestures.map(\.name) }
                == [["left", "swipe", "swipe_1"], ["tap", "tap_1"]])
    }

    @Test func `handlers are called for their own gestures in a list that was put in order`() {
        var ended: [String] = []
        let screen = SwiftTestScreen {
            SwipeGesture().onEnded { _ in ended.append("any") }
            SwipeGesture(directions: [.up]).named("up").onEnded { _ in ended.append("up") }
        }
        for (start, sign) in [(0.0, 1.0), (1_000, -1)] {
            screen.frame(start, .down(0, 100, 100))
            for step in 1...10 {
                screen.frame(
                    start + Double(step) * 10, .move(0, 100, 100 - sign * Double(step) * 4))
            }
            screen.frame(start + 110, .up(0))
        }
        #expect(ended == ["up", "any"])
    }
}
