import Foundation
import Testing
import TouchTestSupport

/// Good recordings, and bad ones with their error messages.
struct RecordingTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func json(_ text: String) throws -> RunningProgram.Result {
        try GesturedCommand.run("--replay", directory.write(text.utf8, to: "file"), "--json")
    }

    @Test func `the demo has every gesture, and the same bytes each time`() throws {
        let first = try GesturedCommand.run("--replay", GesturedCommand.demo, "--json")
        let second = try GesturedCommand.run("--replay", GesturedCommand.demo, "--json")
        #expect(first.status == 0)
        #expect(first.errors == "")
        #expect(first.output == second.output)
        let lines = try WireLine.lines(of: first.output)
        #expect(Promises.broken(by: lines) == [])
        #expect(lines.prefix(2).map(\.type) == ["device", "snapshot_end"])
        #expect(lines.last?.string("change") == "removed")
        let kinds = Set(lines.compactMap { $0.string("gesture") })
        #expect(
            kinds == [
                "tap", "long_press", "drag", "swipe", "magnify", "rotate", "deep_press",
            ])
    }

    @Test func `frames of fingers that only move fold to a line, unless --verbose prints each`()
        throws
    {
        let folded = try GesturedCommand.run("--replay", GesturedCommand.demo, "--dump")
        let whole = try GesturedCommand.run(
            "--replay", GesturedCommand.demo, "--dump", "--verbose")
        let lines = [folded, whole].map { $0.output.split(separator: "\n") }
        #expect(lines[0].contains { $0.hasSuffix(" frames)") })
        #expect(!lines[1].contains { $0.hasSuffix(" frames)") })
        #expect(lines[0].count * 8 < lines[1].count)
        // Landings and ends are in both.
        for mark in [" +0 ", " ended "] {
            let counts = lines.map { $0.count { $0.contains(mark) } }
            #expect(counts[0] == counts[1] && counts[0] > 0, "\(mark)\(counts)")
        }
    }

    @Test func `standard input is read, and its copy by --record gives the same lines`() throws {
        let bytes = try Data(contentsOf: URL(filePath: GesturedCommand.demo))
        let copy = directory.file("copy.yml")
        let first = try GesturedCommand.run(
            "--replay", "-", "--json", "--record", copy, input: Array(bytes))
        #expect(first.status == 0)
        #expect(first.errors.contains("contains every touch"))
        let second = try GesturedCommand.run("--replay", copy, "--json")
        #expect(second.status == 0)
        #expect(first.output == second.output)
        let again = try GesturedCommand.run("--replay", copy, "--dump", "--record", copy)
        #expect(again.status == 73)
        #expect(again.errors.contains("file exists"))
    }

    @Test func `events before a broken line are emitted, and gestured exits 65`() throws {
        let text = SampleText.head() + SampleText.drag(liftAfterSeconds: 0) + "E: nonsense\n"
        let result = try json(text)
        let lines = try WireLine.lines(of: result.output)
        #expect(result.status == 65)
        #expect(lines.filter { $0.type == "gesture" }.map(\.phase).last == "ended")
        #expect(lines.last?.string("change") == "removed")
        let line = text.split(separator: "\n").count
        #expect(result.errors.contains("file:\(line): expected"), "\(result.errors)")
    }

    @Test func `a recording that ends under a finger ends its gestures`() throws {
        let text = SampleText.head() + SampleText.drag(liftAfterSeconds: 0)
        let result = try json(text.replacing(/E: 1.100000.*\n/, with: ""))
        let lines = try WireLine.lines(of: result.output)
        #expect(result.status == 0)
        #expect(lines.dropLast().last?.string("reason") == "device_removed")
        #expect(Promises.broken(by: lines) == [])
    }

    @Test(arguments: [
        ("", "expected a recording"), ("\u{0}\u{1}\u{2}garbage\u{7f}\n", "expected"),
        ("N: half a head", "it has no absolute positions"),
        (
            "N: Keys\nI: 0003 0001 0002 0003\nB: 01 00 00 00 40 00 00 00 00\n"
                + "E: 1.000000 0001 001e 1\n", "it is a keyboard"
        ),
    ])
    func `a file without touches is rejected with the reason`(
        text: String, message: String
    ) throws {
        let result = try json(text)
        #expect(result.status == 65, "\(result.errors)")
        #expect(result.errors.contains(message), "\(result.errors)")
    }

    @Test func `a pen is refused, and named as a pen`() throws {
        let keys = (0..<5).map { _ in "B: 01 00 00 00 00 00 00 00 00\n" }.joined()
        let pen = "B: 01 01 00 00 00 00 00 00 00\n"
        let result = try json(SampleText.head() + keys + pen)
        #expect(result.status == 65)
        #expect(result.errors.contains("it is a pen"), "\(result.errors)")
    }

    @Test func `a file that does not exist exits 66`() throws {
        let missing = try GesturedCommand.run("--replay", directory.file("none"), "--json")
        #expect(missing.status == 66)
        #expect(missing.errors.contains("no such file or directory"))
    }

    @Test func `every touchscreen of a recording is played`() throws {
        let head = "version: 1\nndevices: 3\ndevices:\n"
        let text =
            head + SampleText.section("Left", at: 100) + SampleText.section("Right", at: 130)
        let result = try json(text)
        let lines = try WireLine.lines(of: result.output)
        #expect(result.status == 0, "\(result.errors)")
        #expect(lines.filter { $0.string("change") == "present" }.count == 2)
        #expect(Set(lines.compactMap { $0.integer("device") }) == [1, 2])
        #expect(Promises.broken(by: lines) == [])
    }

    @Test(arguments: ["--json", "--dump"])
    func `control characters of a name reach no terminal`(sink: String) throws {
        let name = Array("Evil\u{1b}[31m\u{7}\r\u{7f}\u{9b}\u{202e}".utf8) + [0xff, 0xc0]
        let text = SampleText.head("@") + SampleText.drag(liftAfterSeconds: 0)
        let bytes = Array(text.utf8).split(separator: UInt8(ascii: "@"))
        let path = try directory.write(Array(bytes[0]) + name + bytes[1], to: "file")
        let result = try GesturedCommand.run("--replay", path, sink)
        #expect(result.status == 0)
        for output in [result.output, result.errors] {
            let isClean = output.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 }
            #expect(isClean)
        }
        // JSON escapes only characters below 0x20. Readable text has none that controls a terminal.
        let readable = (sink == "--dump" ? result.output : "") + result.errors
        let arePrintable = readable.unicodeScalars.allSatisfy {
            $0 == "\n" || ![.control, .format].contains($0.properties.generalCategory)
        }
        #expect(arePrintable)
        #expect(result.output.contains("Evil"))
        #expect(result.output.contains("\u{fffd}"))
    }

    @Test func `the dump prints the demo in words`() throws {
        let result = try GesturedCommand.run("--replay", GesturedCommand.demo, "--dump")
        #expect(result.status == 0)
        let isPlain = result.output.utf8.allSatisfy { $0 < 0x80 }
        #expect(isPlain)
        for text in [
            "device 1: Demo Panel (1209:0001, bus 0006)",
            "344.0 x 194.0 mm (as the device reports), 10 slots, no force seen yet",
            "device 1: force is measured as pressure", "> tap ended", "mm right", "clockwise",
            "greatest force", "device 1 removed",
        ] {
            #expect(result.output.contains(text), "\(text)")
        }
    }
}
