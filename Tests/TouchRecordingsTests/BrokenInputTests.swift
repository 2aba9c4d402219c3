import Testing
import TouchRecordings
import TouchTestSupport

struct BrokenInputTests {
    @Test(arguments: [
        Samples.recording, LibinputRecordTests.sample, EvtestTests.sample,
        Samples.recording.replacing("\n", with: "\r\n"),
    ])
    func `a file that is truncated anywhere has the events before that`(text: String) throws {
        let bytes = Array(text.utf8)
        let whole = try Recording(parsing: bytes, named: "whole")
        var maximumEvents = 0
        for length in 0..<bytes.count {
            let cut = try? Recording(parsing: Array(bytes[..<length]), named: "cut")
            let events = cut?.events ?? []
            #expect(whole.events.starts(with: events), "cut at \(length)")
            maximumEvents = max(maximumEvents, events.count)
        }
        #expect(maximumEvents >= whole.events.count - 1)
    }

    @Test(arguments: [Samples.recording, LibinputRecordTests.sample, EvtestTests.sample])
    func `a file with bytes changed does no harm`(text: String) throws {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<1500 {
            var bytes = Array(text.utf8)
            for _ in 0..<generator.number(in: 1...4) {
                let index = bytes.indices.randomElement(using: &generator) ?? 0
                bytes[index] = generator.number(in: 0...255)
            }
            expectConsistency(bytes)
        }
    }

    @Test func `garbage does no harm`() {
        var generator = SeededGenerator(seed: 2)
        let words =
            [
                "E: ", "N: ", "A: 35 ", "B: 01 ", "P: ", "I: ", "0003", "-", "99999999999999999999",
                "1.000001", "\n", "\t", "# ", "Event: time ", "type 3 (", ")", ", value ",
                "version: 1\n",
                "devices:\n- evdev:\n", "[", "]", "{", "}", ": ", "\"", "\u{0}",
                "Input device ID: ",
                "  events:\n  - evdev:\n", "    - [0, 1, 3, 57, 1]\n", "    name: x\n", "é",
            ].map { Array($0.utf8) } + [[0xff], [0xc3]]
        for _ in 0..<10_000 {
            let count = generator.number(in: 0...40)
            let bytes = (0..<count).flatMap { _ in words.randomElement(using: &generator) ?? [] }
            expectConsistency(bytes)
        }
    }

    /// Expects a consistent recording, or an error with a location.
    private func expectConsistency(_ bytes: [UInt8]) {
        do throws(RecordingError) {
            let recording = try Recording(parsing: bytes, named: "garbage")
            #expect(recording.events.allSatisfy { recording.devices.indices.contains($0.device) })
            #expect(recording.events.allSatisfy { $0.event.timeUs >= 0 })
            if let failure = recording.failure { expectLocation(failure) }
        } catch {
            expectLocation(error)
        }
    }

    private func expectLocation(_ error: RecordingError) {
        #expect(error.line > 0 && (error.column ?? 1) > 0)
        let isPrintable = error.problem.unicodeScalars.allSatisfy {
            $0.properties.generalCategory != .control
        }
        #expect(isPrintable, "\(error.problem)")
    }
}
