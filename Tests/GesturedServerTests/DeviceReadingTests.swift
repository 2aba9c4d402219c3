import Testing
import TouchCore
import TouchDevices
import TouchRecordings

@testable import GestureSettings
@testable import GesturedServer

/// The settings of a device under `devices`.
struct DeviceReadingTests {
    private static let device = InputDevice(name: "ELAN2234", vendor: 0x04f3, product: 0x2234)
    private static let paths = ["/dev/input/event3", "/dev/input/by-path/pci-0:1.2-event"]

    @Test func `every member is read`() {
        let configured = configured(
            """
              - match: { name: "ELAN*", vendor: 0x04f3, product: 0x2234, path: "/dev/input/by-path/*" }
                ignore: true
                size_mm: [344, 194.5]
                rotation: 270
                calibration: [0, -1, 1, 1, 0, 0.5]
                output: HDMI-1
                force: { source: area, minimum: -12, maximum: 879 }
                filter: { jitter: 0.2mm, min_events: 3, palm: { major: 20mm },
                          one_euro: { min_cutoff_hz: 2, beta: 0.1 }, stuck_after: 0s }
                grab: true
            """)
        let settings = DeviceSettings(
            size: SurfaceSize(width: 344, height: 194.5),
            calibration: CalibrationMatrix(0, -1, 1, 1, 0, 0.5), quarterTurns: 3, jitter: 0.2,
            minimumEvents: 3, palmMajor: 20,
            oneEuro: OneEuroSettings(minimumCutoff: 2, beta: 0.1), stuckAfter: .zero,
            force: ForceCalibration(source: .area, minimum: -12, maximum: 879))
        #expect(
            configured
                == ConfiguredDevice(
                    settings: settings, output: "HDMI-1", isIgnored: true, isGrabbed: true))
    }

    @Test(arguments: [
        ("{}", true), ("{ name: ELAN2234 }", true), ("{ name: \"EL?N[0-9]*\" }", true),
        ("{ name: ELAN }", false), ("{ name: \"elan*\" }", false), ("{ vendor: 1267 }", true),
        ("{ vendor: 0x04F3, product: 0x2235 }", false), ("{ path: /dev/input/event3 }", true),
        ("{ path: \"/dev/input/by-path/pci*\" }", true), ("{ path: /dev/input/event }", false),
        ("{ name: \"*\", path: \"/dev/input/by-id/*\" }", false),
    ])
    func `every given member must match`(match: String, matches: Bool) {
        let configured = configured("  - match: \(match)\n    output: here")
        #expect((configured.output == "here") == matches)
    }

    @Test func `a later entry overrides only the members that it has`() {
        let configured = configured(
            """
              - rotation: 90
                output: first
                filter: { jitter: 1mm, min_events: 2, palm: { major: 20mm } }
              - match: { name: other }
                output: never
              - match: { vendor: 0x04f3 }
                output: second
                filter: { jitter: 0mm, palm: { major: 0mm } }
            """)
        #expect(configured.output == "second")
        #expect(configured.settings.quarterTurns == 1)
        #expect(configured.settings.jitter == 0)
        #expect(configured.settings.minimumEvents == 2)
        #expect(configured.settings.palmMajor == nil)
    }

    @Test func `omitted members of force and the one-euro filter keep their defaults`() {
        let settings = configured(
            "  - force: { source: area }\n    filter: { one_euro: { beta: 1 } }"
        ).settings
        #expect(settings.force == ForceCalibration(source: .area))
        #expect(settings.oneEuro == OneEuroSettings(beta: 1))
    }

    @Test func `the device of a recording has no path`() {
        let text = "devices:\n  - match: { path: \"*\" }\n    output: here"
        let configuration = Self.reading(text).configuration
        #expect(configuration.settings(for: Self.device).output == nil)
    }

    @Test
    func `touches for other programs are ignored in every configuration that does not name them`() {
        var device = Self.device
        device.name = "gesturectl performer"
        func isIgnored(_ text: String, paths: [String] = Self.paths) -> Bool {
            Self.reading(text).configuration.settings(for: device, paths: paths).isIgnored
        }
        #expect(isIgnored("log_level: notice"))
        #expect(isIgnored("devices:\n  - output: here"))
        #expect(!isIgnored("devices:\n  - match: { name: gesturectl* }\n    ignore: false"))
        // A recording of it that the user names is played.
        #expect(!isIgnored("log_level: notice", paths: []))
        device.name = "gesturectl performer for gestured"
        #expect(!isIgnored("log_level: notice"))
    }

    private static func reading(
        _ text: String
    ) -> (configuration: DaemonConfiguration, problems: [String]) {
        var problems = ProblemList()
        let configuration = DaemonConfiguration.read(Array(text.utf8), &problems)
        return (configuration, problems.descriptions(in: "c.yaml"))
    }

    private func configured(_ rules: String) -> ConfiguredDevice {
        let (configuration, problems) = Self.reading("devices:\n" + rules)
        #expect(problems == [])
        return configuration.settings(for: Self.device, paths: Self.paths)
    }
}
