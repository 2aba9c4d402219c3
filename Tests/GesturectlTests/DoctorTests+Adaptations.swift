import GestureSettings
import Testing
import TouchCore

@testable import gesturectl

/// The findings about what the daemon has learned of a device.
extension DoctorTests {
    private static let everything =
        "filter: { stitch: 40ms, confirm: all, spikes: drop, splits: drop, landings: late }"

    @Test func `each adaptation has its meaning, and one line switches all off`() throws {
        var machine = try Self.healthy()
        machine.adaptations[1] = Self.everything
        let lines = complaints(machine)
        #expect(lines.count == 5)
        #expect(
            lines.first == "note  touchscreen 1: its contacts break, so lifts are held for 40ms\n")
        #expect(
            lines.last == """
                note  touchscreen 1: it reports landings late, so strokes over the bezel begin 2 \
                frames earlier
                      Each adaptation ends after 50 lifts without its fault. To switch them off:
                      devices: [{ match: { name: "ELAN" }, filter: { stitch: 0ms, confirm: late, \
                spikes: jumps, splits: near, landings: on_time } }]

                """)
    }

    @Test func `one valid line switches off the adaptations of two devices`() throws {
        var machine = try Self.healthy()
        machine.devices.append(try Self.device(id: 2, name: "Wet"))
        machine.adaptations = [1: Self.everything, 2: "filter: { splits: drop }"]
        let lines = complaints(machine).joined().split(separator: "\n")
            .filter { $0.contains("devices:") }
        let line = try #require(lines.first)
        #expect(lines.count == 1)
        var problems = ProblemList()
        let configuration = DaemonConfiguration.read(Array(line.utf8), &problems)
        #expect(problems.count == 0)
        let filters = configuration.devices.map(\.filter)
        #expect(filters.map(\.splits) == [.near, .near])
        #expect(filters.map(\.spikes) == [.jumps, nil])
        #expect(filters.map(\.stitch) == [.zero, nil])
    }

    @Test(arguments: [
        (0x222a, 1, "/dev/input/event3", "{ vendor: 0x222a, product: 0x0001 }"),
        (0, 0, "/dev/input/event3", #"{ path: "/dev/input/event3" }"#),
    ])
    func `a device without a name is matched by its numbers, or by its node`(
        vendor: Int, product: Int, path: String, match: String
    ) throws {
        var machine = try Self.healthy()
        machine.devices = [
            try Self.device(name: "", vendor: vendor, product: product, path: path)
        ]
        machine.adaptations[1] = "filter: { stitch: 40ms }"
        let line = try #require(complaints(machine).first)
        #expect(line.hasSuffix("devices: [{ match: \(match), filter: { stitch: 0ms } }]\n"))
    }

    @Test func `nothing is switched off of a device that nothing identifies`() throws {
        var machine = try Self.healthy()
        machine.devices = [try Self.device(name: "", vendor: 0, product: 0, path: nil)]
        machine.adaptations[1] = "filter: { stitch: 40ms }"
        #expect(!complaints(machine).isEmpty)
        #expect(!complaints(machine).joined().contains("devices:"))
    }

    @Test(arguments: ["", "filter", "}{", "{}", "filter: { }", "filter: { stitch }"])
    func `a message that names no setting shows none`(message: String) throws {
        var machine = try Self.healthy()
        machine.adaptations[1] = message
        #expect(complaints(machine) == [])
    }

    @Test func `a setting of a newer daemon is shown as it is`() throws {
        var machine = try Self.healthy()
        machine.adaptations[1] = "filter: { water: dro\u{1b}p }"
        let line = try #require(complaints(machine).first)
        #expect(line.hasPrefix(#"note  touchscreen 1 is treated as with water: dro"#))
        #expect(!line.contains("\u{1b}") && !line.contains("devices:"))
    }
}
