import Testing
import TouchCore
import TouchRecordings

@testable import GesturedServer

/// How a recording is cut, and paced.
struct ReplaySourceTests {
    @Test func `a run ends with its report or where another device sends events`() {
        var recording = SampleRecording()
        recording.frame(10, device: 0, .down(0, 1, 1))
        recording.add(20, 0, .absMTPositionX, 5)
        recording.frame(21, device: 1, .up(0))
        recording.add(22, 0, .synReport, 0)
        recording.add(30, 1, .absMTPositionX, 5)
        var source = ReplaySource(recording.events)
        var runs: [String] = []
        while let run = source.next {
            let events = source.takeNext()
            runs.append("\(run.device): \(events.count) to \(run.time.microseconds / 1_000)")
        }
        #expect(runs == ["0: 6 to 10", "0: 1 to 20", "1: 3 to 21", "0: 1 to 22", "1: 1 to 30"])
        #expect(source.takeNext().isEmpty)
    }

    @Test func `nothing recorded is nothing to play`() {
        #expect(ReplaySource([]).next == nil)
    }

    @Test func `at its own pace the first is due at once and the rest as far apart as recorded`() {
        var pace = ReplayPace(isRealtime: true)
        let start = Timestamp(microseconds: 5_000_000)
        #expect(pace.due(start, now: 70) == 70)
        #expect(pace.due(Timestamp(microseconds: 5_000_250), now: 100) == 320)
        #expect(pace.due(Timestamp(microseconds: 4_999_999), now: 100) == 69)
        #expect(pace.due(Timestamp(microseconds: .max), now: 100) == .max - 5_000_000 + 70)
        #expect(pace.due(Timestamp(microseconds: .min), now: 100) == .min + 70)
    }

    @Test func `in no hurry to be slow everything is due now`() {
        var pace = ReplayPace(isRealtime: false)
        #expect(pace.due(Timestamp(microseconds: 5), now: 70) == 70)
        #expect(pace.due(Timestamp(microseconds: .max), now: 71) == 71)
    }
}
