import Testing
import TouchCore
import YAMLDocument

@testable import GestureSettings

/// The precedence for thresholds: members, the zone's profile, the configuration's, built in.
struct ProfileTests {
    private func read(_ text: String) -> GestureConfiguration {
        let (configuration, problems) = DaemonConfiguration.reading(text)
        #expect(problems == [])
        return configuration.gestures
    }

    private func tap(_ zone: ZoneConfiguration) throws -> TapThresholds {
        let taps = zone.gestures.compactMap { gesture in
            if case .tap(let tap) = gesture.definition { tap } else { TapThresholds?.none }
        }
        return try #require(taps.first)
    }

    private let slow: TapThresholds = {
        var tap = TapThresholds()
        tap.maximumDuration = .seconds(1)
        tap.maximumDistance = 8
        tap.maximumGap = .milliseconds(700)
        tap.maximumSpacing = 14
        return tap
    }()

    @Test func `without a list the built-in gestures have the defaults of the profile`() throws {
        let gestures = read("profile: slow_hands")
        #expect(gestures == .standard(.slowHands))
        #expect(try tap(gestures.zones[0]) == slow)
        #expect(read("profile: standard") == .standard)
    }

    @Test func `in a profile a long press begins when a tap ends, and a drag when a tap fails`() {
        for profile in GestureProfile.allCases {
            let tap = TapThresholds.defaults(of: profile)
            let hold = LongPressThresholds.defaults(of: profile)
            let drag = DragThresholds.defaults(of: profile)
            #expect(tap.maximumDuration == hold.minimumDuration)
            #expect(drag.minimumDistance >= tap.maximumDistance)
        }
    }

    @Test(arguments: [
        (10.0, nil), (75, nil), (77, GestureProfile.small), (88, .small), (114, .small),
        (116, nil), (1_300, nil), (1_660, .wall), (2_184, .wall), (1e300, nil),
    ])
    func `small and wall are for panels of their size`(
        diagonal: Double, profile: GestureProfile?
    ) {
        #expect(GestureProfile(forWidth: diagonal * 0.8, height: diagonal * 0.6) == profile)
    }

    @Test func `slow fingers magnify and rotate within the distance that their taps allow`() {
        // Otherwise a small pinch is a tap of two fingers.
        #expect(MagnifyThresholds.defaults(of: .slowHands) == MagnifyThresholds())
        #expect(RotateThresholds.defaults(of: .slowHands) == RotateThresholds())
    }

    @Test func `on a wall the fingers of one tap are as near each other as elsewhere`() {
        let wall = TapThresholds.defaults(of: .wall)
        #expect(wall.maximumSeparation == TapThresholds().maximumSeparation)
    }

    @Test func `a member overrides the profile, wherever the profile is in the file`() throws {
        let gestures = read(
            """
            gestures:
              - tap: { maximum_gap: 300ms }
              - sequence:
                - long_press: {}
                - drag: { minimum_distance: 1mm }
            profile: slow_hands
            """)
        var expected = slow
        expected.maximumGap = .milliseconds(300)
        #expect(try tap(gestures.zones[0]) == expected)
        var drag = DragThresholds()
        drag.minimumDistance = 1
        let parts = [
            ConfiguredGesture(.longPress(.defaults(of: .slowHands))),
            ConfiguredGesture(.drag(drag)),
        ]
        #expect(
            gestures.zones[0].gestures[1].definition
                == .composition(GestureComposition(.sequence, parts)))
    }

    @Test func `a zone's profile overrides the configuration's`() throws {
        let zones = read(
            """
            profile: slow_hands
            zones:
              - { name: as_all, gestures: [tap: {}], rect: { x: 0, y: 0, width: 0.1, height: 0.1 } }
              - name: fast
                rect: { x: 0.2, y: 0, width: 0.1, height: 0.1 }
                gestures: [tap: {}]
                profile: standard
            """
        ).zones
        #expect(try tap(zones[1]) == slow)
        #expect(try tap(zones[2]) == TapThresholds())
    }

    @Test func `an unknown profile is an error with a similar name`() {
        let (_, problems) = DaemonConfiguration.reading("profile: slow_hand")
        #expect(problems.count == 1)
        #expect(problems.first?.contains("Did you mean slow_hands?") == true)
    }

    @Test func `a client's zone has the configuration's profile, and must not name one`() {
        let mark = YAMLMark(line: 1, column: 1)
        func scalar(_ text: String) -> YAMLNode {
            YAMLNode(.scalar(YAMLScalar(text: text, isPlain: true, mark: mark)), at: mark)
        }
        func member(_ name: String, _ value: YAMLNode) -> YAMLMember {
            YAMLMember(key: YAMLScalar(text: name, isPlain: true, mark: mark), value: value)
        }
        let tap = YAMLNode(
            .mapping([member("tap", YAMLNode(.mapping([]), at: mark))]), at: mark)
        let members = [
            member("name", scalar("own")),
            member("gestures", YAMLNode(.sequence([tap]), at: mark)),
        ]
        let reader = ZoneReader(.slowHands)
        var problems = ProblemList()
        let zone = reader.read(YAMLNode(.mapping(members), at: mark), &problems)
        #expect(zone?.configuration.gestures.first?.definition == .tap(slow))
        #expect(!problems.hasErrors)
        let named = members + [member("profile", scalar("standard"))]
        _ = reader.read(YAMLNode(.mapping(named), at: mark), &problems)
        #expect(problems.sorted.first?.code == .unknownMember)
    }
}
