import Foundation
import Glibc
import Testing
import TouchTestSupport

@testable import LinuxIO
@testable import TouchRecordings

/// Recordings that are longer than one of the pieces of 64 KiB in which a file is read.
struct RecordingStreamTests {
    private static let piece = ByteSource.pieceLength

    /// `text`, and comments that extend it to `length` bytes.
    private static func padded(_ text: String, to length: Int) -> String {
        let missing = length - text.utf8.count
        let line = "#" + String(repeating: "x", count: 998) + "\n"
        return text + String(repeating: line, count: missing / 1_000 - 1)
            + "#" + String(repeating: "y", count: missing % 1_000 + 998) + "\n"
    }

    @Test(arguments: [-40, -33, -27, -12, -2, -1, 0, 1])
    func `a line of evemu in two pieces is one line`(distance: Int) throws {
        let head = Self.padded(Samples.description, to: Self.piece + distance)
        let recording = try Recording(head + Samples.events)
        #expect(recording.values == Samples.eventValues)
        #expect(recording.failure == nil)
    }

    @Test(arguments: [-40, -33, -27, -12, -2, -1, 0, 1])
    func `a row of YAML in two pieces is one row`(distance: Int) throws {
        let text = LibinputRecordTests.sample
        let row = try #require(text.range(of: "  - evdev:\n")).lowerBound
        let recording = try Recording(
            Self.padded(String(text[..<row]), to: Self.piece + distance) + text[row...])
        #expect(recording.values == ["20 3 57 19", "20 0 0 0", "10020 3 57 -1", "10020 0 0 0"])
        #expect(recording.failure == nil)
    }

    @Test func `a line has at most 64 KiB`() throws {
        let long = "# " + String(repeating: "x", count: 65_534)
        #expect(try Recording(Samples.recording + long + "\n").failure == nil)
        let failure = try #require(try Recording(Samples.recording + long + "x\n").failure)
        #expect(failure.line == Samples.recording.split(separator: "\n").count + 1)
        #expect(failure.problem.hasPrefix("expected a line of at most 65536 bytes, found \"# xx"))
    }

    @Test func `a format is only recognised in the first 256 KiB`() {
        let text = String(repeating: String(repeating: "x", count: 1_023) + "\n", count: 256)
        let error = #expect(throws: RecordingError.self) { try Recording(text + Samples.recording) }
        #expect(error?.line == 1)
    }

    @Test(arguments: [
        (", nonsense]", "expected the end of an event"),
        ("\u{1}]", "expected printable text, found a control character"),
    ])
    func `a break after the first piece has its line and column`(end: String, problem: String)
        throws
    {
        let text = Self.padded(LibinputRecordTests.sample, to: 3 * Self.piece)
        let row = "    - [0, 10020, 0, 0, 0"
        let failure = try #require(
            try Recording(text + "  - evdev:\n" + row + "]\n" + row + end + "\n").failure)
        #expect(failure.line == text.split(separator: "\n").count + 3)
        #expect((row.count...row.count + 4).contains(failure.column ?? 0))
        #expect(failure.problem.hasPrefix(problem))
    }

    @Test func `a tab after the first piece is reported`() throws {
        let text = Self.padded(LibinputRecordTests.sample, to: 3 * Self.piece)
        let failure = try #require(try Recording(text + "  - evdev:\n\t- [0]\n").failure)
        #expect(failure.problem == "expected spaces, found a tab")
        #expect(failure.line == text.split(separator: "\n").count + 2)
    }

    @Test func `a file has at most 64 devices`() throws {
        let sample = LibinputRecordTests.sample
        let start = try #require(sample.range(of: "devices:\n")).upperBound
        let device = String(sample[start...])
        func problem(_ count: Int) throws -> String? {
            let text = sample[..<start] + String(repeating: device, count: count)
            do {
                return try Recording(String(text)).failure?.problem
            } catch {
                return error.problem
            }
        }
        #expect(try problem(64) == nil)
        #expect(try problem(65) == "expected at most 64 devices, found more")
    }

    // The argument is not the text, because the log contains each argument.
    @Test(arguments: [
        ("x", 5 << 20), ("# comment\n", 1 << 19), ("\n", 5 << 20),
        (String(repeating: " ", count: 99) + "\n", 50_000),
    ])
    func `a value of YAML ends within 4 MiB, or its line is reported`(
        repeated: String, count: Int
    ) throws {
        let sample = LibinputRecordTests.sample
        let text = (repeated == "x" ? "more: " : "") + String(repeating: repeated, count: count)
        let failure = try #require(try Recording(sample + text + "\nend: 1\n").failure)
        #expect(
            failure.problem
                == "expected at most 4194304 bytes up to the end of the next value, found more: "
                + "a longer value, comments or blank lines")
        // The error is where the last value before the limit ended, or at the next key.
        let last = sample.split(separator: "\n").count
        #expect((last - 1...last + 1).contains(failure.line))
        #expect(failure.advice.hasPrefix("the events before it are used"))
    }

    @Test func `comments of almost 4 MiB between two values are read`() throws {
        let text = Self.padded(LibinputRecordTests.sample, to: 4 << 20 - 200_000)
        #expect(try Recording(text + "more: 1\n").failure == nil)
    }

    @Test(arguments: [
        (
            "codes:\n", "codes: {2: [\(String(repeating: "1,", count: 16_384))]}\n    x:\n",
            "expected at most 16384 values, found more"
        ),
        (
            "properties: [1]", "name2: \(String(repeating: "x", count: 300_000))",
            "expected values of at most 262144 bytes in all, found more"
        ),
        (
            "  hid: [", (0..<4_096).map { "  k\($0): 1\n" }.joined() + "  hid: [",
            "expected at most 4096 keys, found more"
        ),
    ])
    func `the memory for a device is limited`(old: String, new: String, problem: String) throws {
        let text = LibinputRecordTests.sample.replacing(old, with: new)
        let failure: RecordingError?
        do throws(RecordingError) {
            failure = try Recording(text).failure
        } catch {
            failure = error
        }
        #expect(failure?.problem == problem)
        #expect((failure?.line ?? 0) > 14)
        #expect(failure?.advice.contains("record again") == true)
    }

    @Test(arguments: ["", "\n", "first line\n"])
    func `a line that is too long to recognise a format is reported as such`(before: String) {
        let text = before + String(repeating: "x", count: 65_537) + "\n" + Samples.recording
        let error = #expect(throws: RecordingError.self) { try Recording(text) }
        #expect(
            error?.problem.hasPrefix("expected a line of at most 65536 bytes, found \"xx") == true)
        #expect(
            error?.line == before.split(separator: "\n", omittingEmptySubsequences: false).count)
    }

    @Test func `codes that no kernel has are not stored`() throws {
        let events = (0..<100).map { "E: 1.000000 0003 \(String(0x0300 + $0, radix: 16)) 1\n" }
        let text =
            "N: Panel\nI: 0003 0001 0002 0003\nP: 02 00 00 00 00 00 00 00\n"
            + events.joined() + "E: 1.000000 0003 0035 1\nE: 1.000000 0000 0000 0\n"
        let codes = try Recording(text).devices.first?.codes.count
        #expect(codes == 2)
    }

    @Test func `text is repaired in pieces as in one`() {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<200 {
            // Characters of 1 to 4 bytes, and invalid ones, on both sides of the cut.
            let count = Self.piece + generator.number(in: -3...3)
            var bytes = [UInt8](repeating: UInt8(ascii: "a"), count: count)
            for index in (Self.piece - 8)..<count {
                bytes[index] =
                    [0x61, 0x80, 0xBF, 0xC3, 0xE2, 0xF0, 0xED, 0xFF].randomElement(
                        using: &generator) ?? 0
            }
            bytes += Array("é€😀".utf8)
            var text = RepairedText(ByteSource(bytes))
            var repaired: [UInt8] = []
            while case let piece = text.next(), !piece.isEmpty { repaired += piece }
            #expect(repaired == Array(String(decoding: bytes, as: UTF8.self).utf8))
        }
    }

    @Test func `each device of a file has a reader, and their events are merged`() throws {
        let directory = try TemporaryDirectory()
        let events = Self.padded("", to: 2 * Self.piece)
        var text = "version: 1\ndevices:\n"
        let sample = LibinputRecordTests.sample
        let device = String(sample[try #require(sample.range(of: "- node:")).lowerBound...])
        for time in ["     20", "      7", "     30"] {
            text += device.replacing("     20", with: time) + events
        }
        let path = try directory.write(text.utf8, to: "three.yml")
        var stream = try RecordingStream(
            ByteSource(Descriptor { open(path, O_RDONLY | O_CLOEXEC) }), named: path)
        #expect(stream.devices.count == 3)
        var order: [String] = []
        while let event = stream.next() { order.append("\(event.device) \(event.event.timeUs)") }
        #expect(
            order == [
                "1 7", "1 7", "0 20", "0 20", "2 30", "2 30", "0 10020", "0 10020", "1 10020",
                "1 10020", "2 10020", "2 10020",
            ])
        #expect(stream.failure == nil)
    }
}
