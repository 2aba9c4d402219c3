import GestureSettings
import TouchCore
import TouchDevices
import TouchRecordings

@testable import GesturedServer
@testable import LinuxIO

/// A file that is replayed. If it contains a zero byte, the text before that is the separate
/// description.
struct RecordingText {
    /// The maximum number of devices of a recording that is played.
    private static let maximumDevices = 8

    private let text: [UInt8]
    private let description: [UInt8]?

    init(_ bytes: [UInt8]) {
        let end = bytes.firstIndex(of: 0)
        description = end.map { Array(bytes[..<$0]) }
        text = end.map { Array(bytes[($0 + 1)...]) } ?? bytes
    }

    /// Parses the file, writes it again and plays it.
    func run() throws(Finding) {
        let recording: Recording
        do throws(RecordingError) {
            recording = try Recording(parsing: text, named: "file", description: description)
        } catch {
            return try Self.check(error)
        }
        if let failure = recording.failure { try Self.check(failure) }
        let haveDevices = recording.events.allSatisfy {
            recording.devices.indices.contains($0.device)
        }
        try Finding.unless(haveDevices, "an event has no device")
        try checkWriting(recording)
        try play(recording)
    }

    private static func check(_ error: RecordingError) throws(Finding) {
        try Finding.unless(error.line > 0, "an error has no line")
        let isPlain = error.description.utf8.allSatisfy { $0 >= 0x20 || $0 == UInt8(ascii: "\n") }
        try Finding.unless(isPlain, "an error has control characters")
    }

    /// Checks for one touchscreen that the output of `--record` is read unchanged.
    private func checkWriting(_ recording: Recording) throws(Finding) {
        guard recording.devices.count == 1, recording.devices[0].notTouchscreenReason == nil,
            recording.events.allSatisfy({ $0.event.timeUs >= 0 })
        else { return }
        var bytes: [UInt8] = []
        LibinputRecordSection.appendHead(devices: 1, to: &bytes)
        var section = LibinputRecordSection(recording.devices[0])
        for recorded in recording.events { section.append(recorded.event, to: &bytes) }
        section.finish(into: &bytes)
        // An axis without a range is written with an empty one, as `libinput replay` requires.
        var device = recording.devices[0]
        for code in device.codes where code.type == InputEventType.abs {
            device.axes[code.code] = device.axes[code.code] ?? AxisRange(minimum: 0, maximum: 0)
        }
        let again = try? Recording(parsing: bytes, named: "again")
        try Finding.unless(
            again?.devices == [device] && again?.events == recording.events
                && again?.failure == nil, "a written recording is read differently")
    }

    /// Plays the recording, with the devices that the daemon accepts.
    private func play(_ recording: Recording) throws(Finding) {
        guard recording.devices.count <= Self.maximumDevices else { return }
        var table = OwnedTable<Device>(capacity: Self.maximumDevices)
        var indices: [Int?] = []
        for device in recording.devices {
            do throws(CommandError) {
                table.append(
                    try Device(
                        device, id: table.count + 1, configuration: .standard))
                indices.append(table.count - 1)
            } catch {
                indices.append(nil)
            }
        }
        var sink = CheckingSink(.standard, explains: false)
        var player = ReplayPlayer(
            ReplaySource(recording.events), indices: indices,
            devices: table, into: &sink)
        while player.nextTime(for: sink) != nil { player.step(into: &sink) }
        player.finish(into: &sink)
        try sink.check()
    }
}
