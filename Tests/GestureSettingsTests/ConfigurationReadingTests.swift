import Testing
import TouchCore

@testable import GestureSettings

/// The values that are read from configurations.
struct ConfigurationReadingTests {
    @Test(arguments: ["", "\n", "# nothing\n", "{}", "~", "socket:\nzones:\ndevices:\nprivacy:\n"])
    func `an empty configuration is the built-in one`(text: String) {
        let (configuration, problems) = DaemonConfiguration.reading(text)
        #expect(configuration == .standard)
        #expect(problems == [])
    }

    @Test func `the settings of the daemon are applied`() {
        let (read, problems) = DaemonConfiguration.reading(
            """
            log_level: debug
            socket: { max_clients: 3, max_clients_per_uid: 2, queue_kib: 64, max_request_bytes: 512,
                      max_requests_per_s: 5, group: kiosk,
                      max_clients_of: { pages: 5, 1000: 6 } }
            clients: { zones: true, max_zones: 4 }
            privacy: { positions: false, contacts: true }
            activity: { idle_after: 5s }
            """)
        #expect(problems == [])
        var expected = DaemonConfiguration.standard
        expected.logLevel = .debug
        expected.socket = SocketSettings(
            maxClients: 3, maxClientsPerUID: 2,
            maxClientsOf: [
                UserClients(user: "pages", maximum: 5), UserClients(user: "1000", maximum: 6),
            ],
            queueKiB: 64, maxRequestBytes: 512,
            maxRequestsPerSecond: 5, group: "kiosk")
        expected.clients = ClientSettings(zones: true, maxZones: 4)
        expected.privacy = PrivacySettings(positions: false, contacts: true)
        expected.activity = ActivitySettings(idleAfter: .seconds(5))
        #expect(read == expected)
    }

    @Test(arguments: [
        ("-0", "name"), ("'+5'", "name"), ("' 5'", "name"), ("-x", "name"),
        ("'5 '", "name"), ("''", "name"), ("007", "number"), ("4294967295", "number"),
        ("18446744073709551616", "number"),
    ])
    func `a key that is not a user is an error at its location`(key: String, problem: String) {
        let problems = DaemonConfiguration.reading(
            "socket:\n  max_clients_of: { \(key): 2 }\n"
        ).problems
        #expect(problems.count == 1)
        #expect(problems.first?.hasPrefix("c.yaml:2:21: ") == true)
        #expect(problems.first?.contains("is not the \(problem) of a user\n") == true)
    }

    @Test(arguments: ["0", "4294967294", "5x", "_a-b.c"])
    func `numbers and names of users are accepted`(key: String) {
        let (read, problems) = DaemonConfiguration.reading(
            "socket: { max_clients_of: { \(key): 2 } }")
        #expect(problems == [])
        #expect(read.socket.maxClientsOf == [UserClients(user: key, maximum: 2)])
    }

    @Test func `a number that is given twice is an error that names both locations`() {
        let problems = DaemonConfiguration.reading(
            "socket: { max_clients_of: { 1000: 2, '1000': 3 } }"
        ).problems
        #expect(problems.count == 1)
        #expect(problems.first?.hasPrefix("c.yaml:1:38: ") == true)
        #expect(problems.first?.contains("1:29") == true)
    }

    @Test func `gestures replace the built-in ones, with defaults for missing members`() {
        let (read, problems) = DaemonConfiguration.reading(
            """
            hands: 2
            hand_span: 150mm
            landing_window: 80ms
            lift_quiet: 0.2s
            held_after: 0.7s
            gestures:
              - tap: { count: 2, fingers: [1, 2], maximum_gap: 300ms }
                name: double_tap
                cooldown: 1s
              - drag:
                waits_for: double_tap
                simultaneous: all
            """)
        #expect(problems.count == 0)
        let screen = read.gestures.zones[0]
        #expect(read.gestures.zones.count == 1)
        #expect(screen.name == "screen")
        #expect(screen.hands == 2)
        #expect(screen.handSpan == 150)
        #expect(screen.landingWindow == .milliseconds(80))
        #expect(screen.liftQuiet == .milliseconds(200))
        #expect(screen.heldAfter == .milliseconds(700))
        var tap = TapThresholds()
        tap.count = 2...2
        tap.fingers = 1...2
        tap.maximumGap = .milliseconds(300)
        #expect(
            screen.gestures == [
                ConfiguredGesture(.tap(tap), name: "double_tap", cooldown: .seconds(1)),
                ConfiguredGesture(.drag(.init()), simultaneous: .all, waitsFor: ["double_tap"]),
            ])
    }

    @Test func `the composition and the member called simultaneous are distinguished`() {
        let (read, problems) = DaemonConfiguration.reading(
            """
            gestures:
              - simultaneous: [{ drag: {} }, { exclusive: [{ magnify: {} }, { rotate: {} }] }]
                name: both
              - tap: {}
                simultaneous: [both]
            """)
        #expect(problems == [])
        let inner = GestureComposition(
            .exclusive, [ConfiguredGesture(.magnify(.init())), ConfiguredGesture(.rotate(.init()))])
        let outer = GestureComposition(
            .simultaneous,
            [ConfiguredGesture(.drag(.init())), ConfiguredGesture(.composition(inner))])
        #expect(
            read.gestures.zones[0].gestures == [
                ConfiguredGesture(.composition(outer), name: "both"),
                ConfiguredGesture(.tap(.init()), simultaneous: ["both"]),
            ])
    }

    @Test func `zones lie above the screen in the order of the file`() {
        let (read, problems) = DaemonConfiguration.reading(
            """
            zones:
              - name: low
                rect: { x: 0.5, y: "12mm", width: 0.5, height: 20 mm }
                devices: [HDMI-1, "ELAN*"]
                hands: 3
                mask: all
                gestures: [{ tap: {} }]
              - name: high
                mask: none
            """)
        #expect(problems == [])
        #expect(read.gestures.zones.map(\.name) == ["screen", "low", "high"])
        #expect(read.gestures.zones[0] == GestureConfiguration.standard.zones[0])
        let low = read.gestures.zones[1]
        #expect(
            low.rect
                == ZoneRect(
                    x: .share(0.5), y: .millimetres(12), width: .share(0.5),
                    height: .millimetres(20)))
        #expect(low.devices == ["HDMI-1", "ELAN*"])
        #expect(low.hands == 3)
        #expect(low.mask == .all)
        #expect(low.gestures == [ConfiguredGesture(.tap(.init()))])
        #expect(read.gestures.zones[2].mask == .none)
    }

    @Test func `a list of gestures that is empty recognises nothing`() {
        let (read, problems) = DaemonConfiguration.reading("gestures: []")
        #expect(problems == [])
        #expect(read.gestures.zones[0].gestures == [])
    }
}
