import Testing
import TouchCore
import TouchRecordings

@testable import TouchPerformance

/// Recordings of performed touches.
struct PerformedRecordingTests {
    @Test func `the same seed gives the same bytes, another seed other touches`() throws {
        let script = try TouchScript("swipe left 3 fingers\ndouble tap")
        for panel in PanelModel.all {
            let one = try PerformedRecording(script, on: panel, seed: 7).text
            #expect(one == (try PerformedRecording(script, on: panel, seed: 7).text))
            #expect(one != (try PerformedRecording(script, on: panel, seed: 8).text))
        }
    }

    @Test func `each panel is read as a touchscreen of its size`() throws {
        let script = try TouchScript("tap 20 times")
        for panel in PanelModel.all {
            let text = try PerformedRecording(script, on: panel, seed: 1).text
            let recording = try Recording(parsing: Array(text.utf8), named: panel.name)
            #expect(recording.failure == nil, "\(panel.name)")
            let found = try #require(recording.devices.first?.panel, "\(panel.name)")
            let width = Double(found.x.maximum - found.x.minimum) / Double(found.x.resolution)
            #expect(abs(width - panel.size.width) < 0.1, "\(panel.name)")
        }
    }

    @Test func `each label has its touch's kind, time and values`() throws {
        let script = try TouchScript(
            "double tap 2 times\nswipe up 3 fingers\npinch 150 %\nrotate 30 degrees ccw")
        let recording = try PerformedRecording(script, seed: 3)
        #expect(recording.labels.map(\.gesture) == [.tap, .tap, .swipe, .magnify, .rotate])
        #expect(recording.labels.map(\.fingers) == [1, 1, 3, 2, 2])
        #expect(recording.labels[0].count == 2)
        #expect(recording.labels[2].direction == .up)
        #expect(recording.labels[3].scale == 1.5)
        #expect(recording.labels[4].rotation == -30)
        for (label, next) in zip(recording.labels, recording.labels.dropFirst()) {
            #expect(label.start < label.end)
            #expect(label.end < next.start)
        }
        let comments = recording.text.split(separator: "\n").filter { $0.hasPrefix("# touch") }
        #expect(comments.count == 5)
        #expect(comments.last?.contains("rotate fingers=2 rotation=-30.000") == true)
    }

    @Test func `touches that begin at once overlap, and those of lines do not`() throws {
        let script = try TouchScript("hold at 60,60 while hold at 300,60\nhold")
        let labels = try PerformedRecording(script, seed: 1).labels
        #expect(labels[0].start == labels[1].start)
        #expect(labels[2].start > max(labels[0].end, labels[1].end))
    }

    @Test(arguments: ["swipe left 900 mm", "tap 10 fingers at 3,3", "drag right at 520,80"])
    func `a touch that leaves the panel is refused with what to do`(text: String) throws {
        let problem = try #require(throws: PlacementProblem.self) {
            try PerformedRecording(try TouchScript(text), seed: 1)
        }
        #expect(problem.description.contains("leaves the panel of 528 × 297 mm"))
        #expect(problem.description.contains("at X,Y"))
    }

    @Test func `faults of a panel are in what it reports`() throws {
        let script = try TouchScript("drag right 20 times")
        func lines(_ change: (inout PanelModel) -> Void) throws -> [Substring] {
            var panel = PanelModel.good
            change(&panel)
            return try PerformedRecording(script, on: panel, seed: 2).text.split(separator: "\n")
        }
        func landings(_ lines: [Substring]) -> Int {
            lines.count { $0.contains(" 0003 0039 ") && !$0.hasSuffix(" -1") }
        }
        func frames(_ lines: [Substring]) -> Int { lines.count { $0.hasSuffix(" 0000 0000 0") } }
        let plain = try lines { _ in }
        #expect(landings(plain) == 20)
        #expect(landings(try lines { $0.breaks = 1 }) == 40)
        #expect(landings(try lines { $0.splits = 3 }) > 25)
        #expect(landings(try lines { $0.ghosts = 2 }) > 30)
        #expect(frames(try lines { $0.lost = 0.3 }) < frames(plain) * 8 / 10)
        #expect(frames(try lines { $0.rate = 30 }) < frames(plain) / 3)
    }
}
