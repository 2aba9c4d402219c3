import Foundation
import GestureWire
import Testing
import TouchCore
import TouchDevices
import TouchRecordings
import TouchTestSupport

@testable import GestureInspect
@testable import GestureSettings
@testable import GesturedServer
@testable import LinuxIO

/// The picture of a replay.
struct PlotTests {
    private func record(_ name: String = "Sample Panel", id: Int = 1) -> DeviceRecord {
        DeviceRecord(id: id, name: name, width: 344, height: 194, size: .kernel, slots: 10)
    }

    private func picture(_ timeline: PlotTimeline, title: String = "sample.evemu") -> PlottedXML {
        PlottedXML(PlotPicture(timeline: timeline, title: title).text)
    }

    /// The timeline of `recording`, played on panels 1 to `devices`.
    private func play(
        _ recording: SampleRecording, devices: Int = 1,
        _ configuration: GestureConfiguration = .standard,
        window: ClosedRange<Int64> = 0...Int64.max
    ) throws -> PlotTimeline {
        var sink = SilentSink()
        let plot = PlotObserver(configuration: configuration, window: window)
        var table = OwnedTable<Device>(capacity: 1)
        for id in 1...devices {
            table.append(
                try Device(
                    SampleRecording.panel("Panel \(id)"), id: id, configuration: configuration))
        }
        var player = ReplayPlayer(
            ReplaySource(recording.events), indices: (0..<devices).map { $0 }, devices: table,
            plot: plot, into: &sink)
        while player.nextTime(for: sink) != nil {
            player.step(into: &sink)
        }
        player.finish(into: &sink)
        return plot.timeline
    }

    /// Counts contacts, and subscribes to explanations if `explainedConfiguration` is set.
    private final class SubscribingSink: GestureSink {
        var now: Int64 = 0
        var count = 0
        var wantsContacts: Bool { true }
        var explainedConfiguration: GestureConfiguration?
        private(set) var isExplaining = false

        func setExplaining(_ explains: Bool) { isExplaining = explains }
        func begin(with devices: [DeviceRecord]) {}
        func apply(_ configuration: DaemonConfiguration) {}
        func publish(_ change: DeviceChange, _ device: DeviceRecord) {}
        func publish(_ event: GestureEvent, parts: ContiguousArray<GesturePart>) {}
        func publish(_ contact: ContactRecord) { count += 1 }
        func flush() throws(OutputError) {}
        func end(_ reason: ByeReason) {}
    }

    @Test func `contacts are published while a picture is made`() throws {
        var sink = SubscribingSink()
        var table = OwnedTable<Device>(capacity: 1)
        table.append(
            try Device(SampleRecording.panel(), id: 1, configuration: .standard))
        var session = GestureSession(
            of: &table, plot: PlotObserver(configuration: .standard), into: &sink)
        session.receive(
            SampleRecording.tap(10).events.prefix(while: { $0.event.timeUs < 20_000 }),
            of: 0, in: &table, into: &sink)
        #expect(sink.count == 1)
    }

    @Test func `a sink receives explanations beside a picture only while it wants them`() throws {
        var sink = SubscribingSink()
        var devices = OwnedTable<Device>(capacity: 0)
        var session = GestureSession(
            of: &devices, plot: PlotObserver(configuration: .standard), into: &sink)
        #expect(!sink.isExplaining)
        for explained in [GestureConfiguration.standard, nil] {
            sink.explainedConfiguration = explained
            session.applyClientChanges(on: &devices, into: &sink)
            #expect(sink.isExplaining == (explained != nil))
        }
    }

    @Test func `a timeline without frames is an empty glass`() {
        var timeline = PlotTimeline(configuration: .standard)
        timeline.receive(record())
        let xml = picture(timeline)
        #expect(xml.problem == nil)
        #expect(xml.lines.contains("no finger touched the glass"))
        #expect(xml.lines.contains("0 frames · 0 contacts · 0 gestures"))
        #expect(xml.badges.isEmpty)
    }

    @Test(arguments: [
        "</text><script>alert(1)</script>", "a & b < c > d \" e '", "\u{1b}[31m\u{0}\u{7}\r\n\t",
        "\u{202e}\u{fffe}\u{ffff}\u{85}\u{2028}", String(repeating: "W", count: 5_000),
        "]]>&amp;&#0;<!--",
    ])
    func `a hostile name is text in the picture`(name: String) {
        var timeline = PlotTimeline(
            configuration: GestureConfiguration(zones: [zone, named(name)]))
        timeline.receive(record(name))
        let xml = picture(timeline, title: name)
        #expect(xml.problem == nil)
        #expect(Set(xml.elements).isSubset(of: PlottedXML.allowed), "\(Set(xml.elements))")
        #expect(
            xml.lines.allSatisfy { PlotText.width(of: $0, size: 11) <= 980 })
        #expect(!xml.text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
        #expect(!xml.text.contains("\u{202e}"))
    }

    private var zone: ZoneConfiguration { ZoneConfiguration(name: "screen", gestures: []) }

    private func named(_ name: String) -> ZoneConfiguration {
        let (none, all) = (ZoneLength.share(0), ZoneLength.share(1))
        return ZoneConfiguration(
            name: name, rect: ZoneRect(x: none, y: none, width: all, height: all), gestures: [])
    }

    @Test func `numbers never overlap`() throws {
        var recording = SampleRecording()
        for tap in 0..<150 as Range<Int64> {
            let shift = Int32(tap % 3)
            recording.frame(tap * 1_000, .down(0, 170 + shift, 2 + shift))
            recording.frame(tap * 1_000 + 60, .up(0))
        }
        let timeline = try play(recording)
        let xml = picture(timeline)
        let badges = xml.badges
        // Each is on the glass and in the list.
        #expect(badges.count == 2 * PlotPanel.maximumListed)
        for (index, badge) in badges.enumerated() {
            for other in badges[(index + 1)...] {
                #expect(badge.distance(to: other) >= 2 * PlotPanel.badgeRadius)
            }
        }
        #expect(timeline.devices[0].gestures.count == 150)
        #expect(xml.lines.contains("… and 70 more"))
    }

    @Test func `each device has a glass of its own, below the one before`() throws {
        var recording = SampleRecording()
        recording.frame(100, device: 0, .down(0, 50, 50))
        recording.frame(150, device: 1, .down(0, 60, 60), .down(3, 200, 100))
        recording.frame(180, device: 0, .up(0))
        recording.frame(240, device: 1, .up(0), .up(3))
        let xml = picture(try play(recording, devices: 2))
        #expect(xml.problem == nil)
        #expect(
            xml.lines.filter { $0.hasPrefix("device ") } == [
                "device 1: Panel 1", "device 2: Panel 2",
            ])
        let tops = xml.boxes("glass").map(\.y)
        #expect(tops.count == 2)
        #expect(tops[1] > tops[0] + 194)
    }

    @Test func `a path is as thick as its force, and a palm is not a press`() throws {
        var recording = SampleRecording()
        recording.frame(0, .down(0, 50, 50, pressure: 100))
        for step in 1...9 as ClosedRange<Int64> {
            recording.frame(
                step * 20, .move(0, 50 + Int32(step) * 5, 50, pressure: Int32(step) * 100))
        }
        recording.frame(200, .down(1, 300, 100), .tool(1, 2))
        recording.frame(220, .move(1, 310, 100), .up(0))
        let xml = picture(try play(recording))
        let widths = xml.attributes("finger", "stroke-width").compactMap(Double.init)
        #expect(Set(widths).count >= 7)
        #expect(widths.max() ?? 0 > 6)
        #expect(xml.lines.contains("palm"))
        #expect(xml.attributes("palm", "d").count == 2)
    }

    /// One finger that rests too long for a tap, and then two that drag together.
    private var touches: SampleRecording {
        var recording = SampleRecording()
        recording.frame(0, .down(0, 50, 50))
        recording.frame(400, .up(0))
        recording.frame(1_000, .down(0, 100, 100), .down(1, 140, 100))
        for step in 1...9 as ClosedRange<Int64> {
            let travel = 4 * Int32(step)
            recording.frame(
                1_000 + step * 20, .move(0, 100 + travel, 100), .move(1, 140 + travel, 100))
        }
        recording.frame(1_400, .up(0), .up(1))
        return recording
    }

    private func list(_ gestures: ConfiguredGesture...) -> GestureConfiguration {
        GestureConfiguration(zones: [ZoneConfiguration(name: "screen", gestures: gestures)])
    }

    private var tapAndDrag: GestureConfiguration {
        var tap = TapThresholds()
        tap.maximumDuration = .milliseconds(300)
        var drag = DragThresholds()
        drag.fingers = 2...2
        return list(ConfiguredGesture(tap.definition), ConfiguredGesture(drag.definition))
    }

    @Test func `a touch without a gesture has a letter, and the reasons`() throws {
        let timeline = try play(touches, tapAndDrag)
        let xml = picture(timeline)
        #expect(timeline.devices[0].refusals.count == 1)
        #expect(xml.lines.contains("0.000 s to 0.400 s: no gesture"))
        #expect(xml.lines.contains { $0.hasPrefix("tap: lasted 0.40 s") })
        // On the glass, in the list and in the key.
        #expect(xml.circles("refused").count == 3)
        #expect(xml.lines.filter { $0 == "a" }.count == 2)
    }

    @Test func `a letter is at the touch without a gesture, not at the next touch`() throws {
        var recording = SampleRecording()
        recording.frame(0, .down(0, 20, 20))
        recording.frame(300, .down(1, 300, 150))
        recording.frame(310, .tool(0, 2))
        recording.frame(700, .up(0), .up(1))
        let refusals = try play(recording, tapAndDrag).devices[0].refusals
        #expect(refusals.first?.stroke == 0)
    }

    @Test func `a gesture without values has only its fingers in the list`() throws {
        var recording = SampleRecording()
        recording.frame(0, .down(0, 20, 20))
        for step in 1...45 as ClosedRange<Int64> {
            recording.frame(step * 20, .move(0, 20, 20 + Int32(step % 2)))
        }
        recording.frame(1_000, .up(0))
        let xml = picture(try play(recording, window: 600_000...800_000))
        #expect(xml.lines.contains("1 finger"))
        #expect(!xml.lines.contains { $0.hasSuffix(", ") || $0.hasSuffix(",") })
    }

    @Test func `fingers have the colour of their gesture, and no colour without one`() throws {
        let timeline = try play(touches, tapAndDrag)
        let colours = timeline.devices[0].colours
        #expect(colours == [nil, GestureKind.drag.colour, GestureKind.drag.colour])
        #expect(Set(picture(timeline).attributes("finger", "stroke")) == [GestureKind.drag.colour])
    }

    @Test func `the fingers of one gesture are linked where they begin and end`() throws {
        let links = picture(try play(touches, tapAndDrag)).attributes("link", "d")
        #expect(links.count == 2)
        #expect(picture(try play(touches)).attributes("link", "d").count >= 2)
    }

    @Test func `each finger has a bar below the glass, and each gesture one above those`() throws {
        let xml = picture(try play(touches, tapAndDrag))
        let (bars, spare) = (xml.boxes("bar"), xml.boxes("bar spare"))
        #expect(bars.count == 3 && spare.count == 1)
        let glass = try #require(xml.boxes("glass").first)
        #expect((bars + spare).allSatisfy { $0.y > glass.bottom })
        #expect(bars[0].y < spare[0].y)
        // The fingers of the drag are down at the same time, so their bars are below each other.
        #expect(bars[1].x == bars[2].x && bars[1].y != bars[2].y)
        #expect(spare[0].right < bars[0].x)
    }

    @Test func `only cancelled gestures are dashed`() throws {
        let sheet = picture(try play(touches, tapAndDrag)).text
        #expect(sheet.components(separatedBy: "stroke-dasharray").count == 2)
        #expect(sheet.contains(".void { stroke-dasharray"))
        #expect(!sheet.contains(#"void""#))
        var recording = touches
        recording.frame(2_000, .down(0, 100, 100), .down(1, 140, 100))
        recording.frame(2_100, .move(0, 130, 100), .move(1, 170, 100))
        recording.frame(2_150, .tool(0, 2))
        recording.frame(2_300, .up(0), .up(1))
        let cancelled = picture(try play(recording, tapAndDrag))
        #expect(!cancelled.attributes("link void", "d").isEmpty)
        #expect(!cancelled.boxes("bar void").isEmpty)
    }

    @Test func `only the window of a recording is drawn`() throws {
        let timeline = try play(touches, tapAndDrag, window: 900_000...1_150_000)
        #expect(timeline.devices[0].strokes.count == 2)
        #expect(timeline.devices[0].refusals.isEmpty)
        #expect(timeline.devices[0].gestures.count == 1)
        #expect(timeline.devices[0].strokes.allSatisfy { !$0.hasLifted })
        let xml = picture(timeline)
        #expect(xml.lines.contains { $0.contains("from 1.000 s to 1.14") })
    }

    @Test func `bands that fingers must land in are drawn along the sides`() throws {
        var swipe = SwipeThresholds()
        swipe.edges = [.left, .bottom]
        swipe.edgeWidth = 20
        let xml = picture(try play(touches, list(ConfiguredGesture(swipe.definition))))
        let glass = try #require(xml.boxes("glass").first)
        // The last one is in the key.
        let bands = xml.boxes("edge").dropLast()
        #expect(bands.count == 2)
        #expect(bands.contains { $0.x == glass.x && $0.height == glass.height })
        #expect(bands.contains { abs($0.bottom - glass.bottom) < 0.2 && $0.width == glass.width })
    }

    @Test func `a picture is dark if the reader prefers dark colours`() throws {
        #expect(picture(try play(touches)).text.contains("@media (prefers-color-scheme: dark)"))
    }

    @Test func `a position beyond the glass is drawn at the edge of the glass`() throws {
        var timeline = PlotTimeline(configuration: .standard)
        timeline.receive(record())
        let contact = FrameSnapshot.Contact(
            slot: 0, change: .landed, position: Point(x: .infinity, y: -.infinity), pressure: .nan,
            isPalm: false)
        timeline.receive(
            FrameSnapshot(
                device: 1, time: Timestamp(microseconds: .min), isResynchronised: true,
                contacts: [contact]))
        let xml = picture(timeline)
        let surface = try #require(xml.boxes("glass").first)
        let landing = try #require(
            xml.circles("landing").last(where: { $0.y < surface.bottom + 1 }))
        #expect(landing == PlotPixel(x: surface.right, y: surface.y))
        #expect(xml.lines.contains { $0.hasSuffix("events lost once") })
    }

    @Test func `zones of the device are outlined and named, and no others`() {
        let corner = ZoneRect(
            x: .share(0.9), y: .millimetres(0), width: .share(0.5), height: .millimetres(50))
        var other = ZoneConfiguration(name: "elsewhere", rect: corner, gestures: [])
        other.devices = ["HDMI-1"]
        let zones = [
            zone, ZoneConfiguration(name: "corner", rect: corner, gestures: []),
            ZoneConfiguration(name: "above", rect: corner, gestures: []), other,
        ]
        var timeline = PlotTimeline(configuration: GestureConfiguration(zones: zones))
        timeline.receive(record())
        let xml = picture(timeline)
        let outlines = xml.boxes("zone")
        #expect(outlines.count == 2)
        #expect(outlines.first.map { abs($0.width - 92.6) < 0.2 } == true)
        #expect(xml.lines.contains("corner") && xml.lines.contains("above"))
        #expect(!xml.lines.contains("elsewhere"))
        let positions = zip(xml.attributes("zone-name", "x"), xml.attributes("zone-name", "y"))
        #expect(Set(positions.map { "\($0) \($1)" }).count == 2)
    }
}

/// The file of `--plot`.
struct PlotFileTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func content(_ path: String) throws -> String {
        try String(contentsOfFile: path, encoding: .utf8)
    }

    @Test(arguments: [nil, "", "<svg xmlns", "<?xml version"])
    func `a picture, an empty or a missing file is replaced`(old: String?) throws {
        let path = directory.file("out.svg")
        if let old {
            _ = try directory.write(old.utf8, to: "out.svg")
        }
        let file = try PlotFile(replacing: path)
        #expect((try? content(path)) == old)
        try file.write("<svg/>")
        #expect(try content(path) == "<svg/>")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["out.svg"])
    }

    @Test func `a file that is not a picture stays`() throws {
        let recording = try directory.write("N: Panel\n".utf8, to: "touches.evemu")
        let link = directory.file("link")
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: directory.file("target"))
        for path in [recording, link, directory.path, "/dev/null", directory.file("no/such"), ""] {
            let error = try #require(throws: CommandError.self) {
                try PlotFile(replacing: path).write("")
            }
            #expect(error.status == .cannotCreate, "\(path)")
        }
        #expect(try content(recording) == "N: Panel\n")
        let left = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        #expect(left.sorted() == ["link", "touches.evemu"])
    }

    @Test func `a draft that is not written is removed`() throws {
        let path = directory.file("out.svg")
        _ = try PlotFile(replacing: path)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
    }
}
