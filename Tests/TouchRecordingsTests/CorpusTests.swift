import Foundation
import Testing
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
