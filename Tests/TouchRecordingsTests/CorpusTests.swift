import Foundation
import Testing
import TouchCore
import TouchRecordings

struct CorpusTests {
    @Test(.enabled(if: corpus != nil, "TOUCH_CORPUS is not set"))
    func `reads every event of every recording`() throws {
        let folder: URL = try #require(Self.corpus)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let recordings = names.filter { $0.hasSuffix(".evemu") }
        #expect(recordings.count >= 10)
        for name in recordings {
            let data = try Data(contentsOf: folder.appendingPathComponent(name))
            let text = String(decoding: data, as: UTF8.self)
            let lines = text.split(separator: "\n").filter { $0.hasPrefix("E:") }
            let recording = try Recording(parsing: Array(data), named: name)

            #expect(recording.failure == nil && recording.events.count == lines.count, "\(name)")
            #expect(recording.devices.first?.panel != nil, "\(name)")
        }
    }

    static let corpus = ProcessInfo.processInfo.environment["TOUCH_CORPUS"].map {
        URL(fileURLWithPath: $0).appendingPathComponent("corpus")
    }
}

struct DemoRecordingTests {
    @Test func `is a ten-point panel that reports size and pressure`() throws {
        let recording = try Recording(String(decoding: Self.committed(), as: UTF8.self))
        let device = try #require(recording.devices.first)
        let panel = try #require(device.panel)

        #expect(recording.failure == nil)
        #expect(device.classification == .touchscreen(.slots) && device.slotCount == 10)
        #expect(panel.x.span / Double(panel.x.resolution) == 344)
        #expect(panel.y.span / Double(panel.y.resolution) == 194)
        #expect(panel.pressure?.maximum == 255)
    }

    @Test func `has eleven contacts and lifts every one`() throws {
        let recording = try Recording(String(decoding: Self.committed(), as: UTF8.self))
        let ids = recording.events.map(\.event).filter { $0.inputCode == .absMTTrackingID }

        #expect(ids.filter { $0.value >= 0 }.map(\.value) == Array(1...11))
        #expect(ids.filter { $0.value == -1 }.count == 11)
        let stamps = recording.events.map(\.event.timeUs)
        #expect(stamps == stamps.sorted())
        #expect((1_000_000..<1_010_000).contains(try #require(stamps.first)))
    }

    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static func committed() throws -> Data {
        try Data(contentsOf: root.appendingPathComponent("share/demo.evemu"))
    }
}
