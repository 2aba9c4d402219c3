import Testing
import TouchCore
import TouchTestSupport

@testable import GestureSettings

/// Configurations that no user writes, but an attacker may send.
struct HostileConfigurationTests {
    @Test func `ten megabytes are refused unread`() {
        let text = String(repeating: "hands: 1\n", count: 10 << 20 / 9)
        let (_, problems) = DaemonConfiguration.reading(text)
        #expect(problems.count == 1)
        #expect(problems.first?.hasPrefix("c.yaml:1:1: the file is longer than") == true)
    }

    @Test func `of twenty thousand errors the first are printed, and the rest counted`() {
        let text = (0..<20_000).map { "k\($0): 1\n" }.joined()
        let (_, problems) = DaemonConfiguration.reading(text)
        #expect(problems.count == ProblemList.defaultLimit + 1)
        #expect(problems.last == "c.yaml: 19500 more\n  Correct these first")
    }

    @Test func `a hundred thousand gestures are too many`() {
        let text = "gestures:\n" + String(repeating: "- tap:\n", count: 100_000)
        let (_, problems) = DaemonConfiguration.reading(text)
        #expect(problems.first?.contains("a zone has 100000 gestures") == true)
        #expect(problems.count == 1)
    }

    @Test func `lists that name each other are limited`() {
        func names(_ count: Int, _ value: (Int) -> String) -> String {
            "gesture_lists:\n" + (0..<count).map { "  l\($0): \(value($0))\n" }.joined()
        }
        // More lists than zones could name; lists of an unknown name; lists each from the next.
        let many = DaemonConfiguration.reading(names(50_000) { _ in "x" })
        #expect(many.problems.count == 1 && many.problems[0].contains("50000 lists"))
        let unknown = DaemonConfiguration.reading(names(256) { _ in "x" })
        #expect(unknown.problems.count == 256)
        let chain = DaemonConfiguration.reading(names(256) { "{ from: l\(($0 + 1) % 256) }" })
        #expect(chain.problems.count == 256)
        #expect(chain.problems[0].contains("refer to each other too deeply"))
        // A list of mistakes is parsed for each zone that names it, and reported once.
        let list = "  long: [" + String(repeating: "tap: { a: 1 }, ", count: 60) + "]\n"
        let zones = (0..<255).map { "- { name: z\($0), gestures: long }\n" }.joined()
        let shared = DaemonConfiguration.reading("gesture_lists:\n" + list + "zones:\n" + zones)
        #expect(shared.problems.count == 60)
        let far = "  far: [" + String(repeating: "tap: {}, ", count: 5_000) + "]\n"
        let long = DaemonConfiguration.reading("gesture_lists:\n" + far + "gestures: far\n")
        #expect(long.problems.contains { $0.contains("a list that others name is too long") })
    }

    @Test func `an error in a list of gestures is reported once, and no other`() {
        let text = """
            gesture_lists: { l: [stroke: { templates: { foo: [[[0, 0], [0, 0]]] } }] }
            gestures: l
            """
        let problems = DaemonConfiguration.reading(text).problems
        #expect(problems.count == 1)
        #expect(!problems[0].contains("names no shape"))
    }

    @Test func `changes with many members are merged in one pass`() {
        let members = (0..<40_000).map { "m\($0): 1" }.joined(separator: ", ")
        let text = "gestures: { from: default, with: [{ tap: { \(members) } }] }\n"
        let clock = ContinuousClock()
        var count = 0
        let duration = clock.measure { count = DaemonConfiguration.reading(text).problems.count }
        #expect(count == ProblemList.defaultLimit + 1)
        // With a pass for each member it would take more than a minute.
        #expect(duration < .seconds(20))
    }

    @Test func `256 zones beside the screen are too many, 255 are not`() {
        func zones(_ count: Int) -> String {
            "zones:\n" + (0..<count).map { "- { name: z\($0), mask: none }\n" }.joined()
        }
        #expect(DaemonConfiguration.reading(zones(255)).problems == [])
        #expect(DaemonConfiguration.reading(zones(255)).configuration.gestures.zones.count == 256)
        #expect(DaemonConfiguration.reading(zones(256)).problems.count == 1)
    }

    @Test func `64 gestures are accepted`() {
        let gesture = "- { tap: {}, simultaneous: all }\n"
        let text = "gestures:\n" + String(repeating: gesture, count: 64)
        let (configuration, problems) = DaemonConfiguration.reading(text)
        #expect(problems == [])
        #expect(configuration.gestures.zones[0].gestures.count == 64)
    }

    @Test(arguments: UInt64(0)..<200)
    func `a configuration with changed bytes is accepted or refused`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var bytes = Array(Self.sample.utf8)
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let index = Int.random(in: 0..<bytes.count, using: &random)
            bytes[index] = Self.letters.randomElement(using: &random) ?? 0
        }
        var problems = ProblemList()
        let configuration = DaemonConfiguration.read(bytes, &problems)
        #expect(!problems.hasErrors || configuration == .standard)
        #expect(problems.count == 0 || problems.descriptions(in: "c").count > 0)
    }

    private static let letters = Array("0123456789.-+eE:{}[],#\"' \n\tamsx\u{0}\u{ff}".utf8)
    private static let sample = """
        log_level: notice
        socket: { max_clients: 64, queue_kib: 256 }
        devices:
          - match: { name: "ELAN*", vendor: 0x04f3 }
            size_mm: [344, 194]
            rotation: 90
            calibration: [1, 0, 0, 0, 1, 0]
            force: { source: pressure, minimum: 12, maximum: 879 }
            filter: { jitter: 0.4mm, palm: { major: 20mm }, stuck_after: 120s }
        hands: 2
        gestures:
          - tap: { count: 2, fingers: [1, 3], maximum_gap: 350ms }
            name: double_tap
          - tap: {}
            waits_for: [double_tap]
          - swipe: { directions: [up], edge: bottom, minimum_speed: 80mm/s, maximum_wander: 0.3 }
          - sequence: [{ long_press: { minimum_duration: 1s } }, { drag: {} }]
            simultaneous: all
        zones:
          - name: corner
            rect: { x: 0.92, y: 0, width: 0.08, height: 12mm }
            gestures: [{ tap: { count: 5 } }]
        """
}
