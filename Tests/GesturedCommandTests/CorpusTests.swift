import Foundation
import Testing
import TouchTestSupport

/// Recordings of real touchscreens, from `$TOUCH_CORPUS/corpus`: the gestures in the names of the
/// files are recognised.
@Suite(.enabled(if: Corpus.directory != nil, "skipped: TOUCH_CORPUS is not set"))
struct CorpusTests {
    private func replay(_ file: String) throws -> RunningProgram.Result {
        let path = try "\(#require(Corpus.directory))/\(file)"
        return try GesturedCommand.run("--replay", path, "--json")
    }

    /// `gesture fingers` of each recognition, except cancelled ones.
    private func gestures(_ file: String) throws -> [String] {
        let lines = try WireLine.lines(of: replay(file).output)
        return lines.filter { $0.type == "gesture" && $0.phase == "ended" }.map {
            "\($0.string("gesture") ?? "") \($0.integer("fingers") ?? 0)"
        }
    }

    @Test(arguments: Corpus.files)
    func `every recording keeps the promises, and gives the same lines twice`(file: String) throws {
        let first = try replay(file)
        #expect(first.status == 0)
        #expect(try Promises.broken(by: WireLine.lines(of: first.output)).isEmpty)
        #expect(try replay(file).output == first.output)
    }

    @Test(arguments: [
        ("ELAN_CANDO_Windows7.1-finger-drag-up-down.evemu", ["drag 1"]),
        ("EP0430M09.1-finger-drag-up-down.evemu", ["drag 1"]),
        ("EP0430M09.2-finger-scroll-down.evemu", ["drag 2"]),
        ("EP0430M09.4-finger-drag-down.evemu", ["drag 4"]),
        ("EP0430M09.2-fingers-touch-release.evemu", ["long_press 2"]),
        ("QUANTA_OpticalTouchScreen.touch-hover.evemu", ["drag 1"]),
        ("QUANTA_OpticalTouchScreen.touch-on-left.evemu", ["long_press 1", "drag 1"]),
    ])
    func `the gestures in a file's name are recognised`(file: String, expected: [String]) throws {
        #expect(try gestures(file) == expected)
    }

    @Test(arguments: [
        ("EP0430M09.1-finger-drag-up-down.evemu", true, true),
        ("ELAN_CANDO_Windows7.1-finger-drag-up-down.evemu", true, true),
        ("EP0430M09.2-finger-scroll-down.evemu", true, false),
        ("EP0430M09.4-finger-drag-down.evemu", true, false),
    ])
    func `drags have the directions in a file's name`(file: String, up: Bool, down: Bool) throws {
        let changes = try WireLine.lines(of: replay(file).output).filter {
            $0.string("gesture") == "drag"
        }.compactMap { $0.number("vy_mm_s") }
        #expect(((changes.min() ?? 0) < -20) == up)
        #expect(((changes.max() ?? 0) > 20) == down)
    }

    @Test func `taps and holds of ten fingers are recognised, and nothing with more than five`()
        throws
    {
        let emitted = try gestures("Wacom_DTH2242_Finger.evemu")
        #expect(emitted.count { $0.hasPrefix("tap") } >= 8)
        #expect(emitted.allSatisfy { Int($0.suffix(1)) ?? 9 <= 5 })
    }

    @Test func `fingers of protocol A are tracked from frame to frame`() throws {
        let lines = try WireLine.lines(
            of: replay("N-Trig_MultiTouch.2-fingers-touch-release.evemu").output)
        let emitted = lines.filter { $0.type == "gesture" && $0.phase != "changed" }
        // A finger rests, and becomes a palm once another one, which rests too, lands far from it.
        let steps = emitted.map { [$0.string("gesture"), $0.phase, $0.string("reason")] }
        #expect(
            steps == [
                ["long_press", "began", nil], ["long_press", "cancelled", "palm"],
                ["long_press", "began", nil], ["long_press", "ended", nil],
            ])
    }
}

enum Corpus {
    static var directory: String? {
        ProcessInfo.processInfo.environment["TOUCH_CORPUS"].map { "\($0)/corpus" }
    }

    static var files: [String] {
        guard let directory else { return [] }
        let all = try? FileManager.default.contentsOfDirectory(atPath: directory)
        return (all ?? []).filter { $0.hasSuffix(".evemu") }.sorted()
    }
}
