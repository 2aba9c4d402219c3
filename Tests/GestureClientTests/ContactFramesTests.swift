import Testing
import TouchCore

@testable import GestureClient

/// Frames of `contact` lines.
struct ContactFramesTests {
    private var frames = ContactFrames()
    private var completed: [ContactFrames.Frame] = []

    private mutating func receive(
        _ slot: Int, _ phase: GestureUpdate.Phase, x: Double = 100, ms: Int64 = 0,
        isPalm: Bool = false, isResynchronised: Bool = false, isReleased: Bool = false,
        isLast: Bool = false
    ) {
        let line = ContactUpdate(
            timeUs: ms * 1_000, device: 1, slot: slot, trackingID: 1, phase: phase,
            place: SurfacePlace(x: 0.5, y: 0.25, xMm: x, yMm: 25), force: 0.5, majorMm: 8.48,
            minorMm: nil, isPalm: isPalm, isResynchronised: isResynchronised,
            isReleased: isReleased, isLast: isLast)
        var received: [ContactFrames.Frame] = []
        frames.receive(line) { received.append($0) }
        completed += received
    }

    /// The reports of each frame since the last call, in order, as `landed 0`.
    private mutating func texts() -> [[String]] {
        defer { completed = [] }
        return completed.map { $0.reports.map { "\($0.phase) \($0.slot)" } }
    }

    @Test mutating func `movements come first, then lifts, then landings`() {
        receive(0, .began)
        receive(1, .began)
        receive(2, .began, isLast: true)
        #expect(texts() == [["landed 0", "landed 1", "landed 2"]])
        receive(0, .ended, ms: 100)
        receive(0, .began, x: 180, ms: 100)
        receive(1, .changed, ms: 100)
        receive(2, .ended, ms: 100, isLast: true)
        #expect(texts() == [["moved 1", "lifted 0", "lifted 2", "landed 0"]])
        #expect(frames.finish() == nil)
    }

    @Test mutating func `a line with a later timestamp ends a frame whose end was dropped`() {
        receive(0, .began, ms: 10)
        receive(1, .began, ms: 10)
        receive(0, .changed, ms: 20)
        #expect(texts() == [["landed 0", "landed 1"]])
        receive(1, .changed, ms: 20, isLast: true)
        #expect(texts() == [["moved 0", "moved 1"]])
    }

    @Test mutating func `a report has the values of its line, in the panel's units`() throws {
        receive(3, .began, isPalm: true, isLast: true)
        let report = try #require(completed.first?.reports.first)
        #expect((report.x, report.y) == (10_000, 2_500))
        #expect((report.pressure, report.touchMajor) == (5_000, 848))
        #expect(report.isPalm)
    }

    @Test(arguments: [(100.0, false), (110.0, true)])
    mutating func `a lift elsewhere is preceded by a movement`(x: Double, hasMoved: Bool) throws {
        receive(0, .began, isLast: true)
        receive(0, .ended, x: x, ms: 10, isLast: true)
        #expect(try #require(completed.last?.reports.first).movedBeforeLift == hasMoved)
    }

    @Test mutating func `a contact that was released without a lift was not a finger`() throws {
        receive(0, .began, isLast: true)
        receive(0, .ended, ms: 10, isReleased: true, isLast: true)
        let report = try #require(completed.last?.reports.first)
        #expect(report.phase == .lifted && report.isPalm)
    }

    @Test mutating func `after lost events a frame has only the contacts that are down`() {
        receive(0, .began)
        receive(1, .began)
        receive(2, .began, isLast: true)
        _ = texts()
        receive(0, .ended, ms: 10, isResynchronised: true)
        receive(1, .ended, ms: 10, isResynchronised: true)
        receive(1, .began, ms: 10, isResynchronised: true, isLast: true)
        #expect(completed.last?.head.isResynchronised == true)
        #expect(texts() == [["landed 1", "landed 2"]])
    }

    @Test(arguments: [(102.0, 10, true), (120.0, 10, false), (102.0, 60, false)])
    mutating func `an id that is renewed at once nearby is the same finger`(
        x: Double, ms: Int64, isSame: Bool
    ) {
        receive(0, .began, isLast: true)
        _ = texts()
        receive(0, .ended, ms: ms)
        receive(0, .began, x: x, ms: ms, isLast: true)
        #expect(texts() == [isSame ? ["moved 0"] : ["lifted 0", "landed 0"]])
    }

    @Test mutating func `after dropped lines the next frame is discarded, with or without its end`()
    {
        receive(0, .began, ms: 10, isLast: true)
        receive(0, .changed, ms: 20)
        frames.forgetContacts()
        frames.discardNextFrame()
        _ = texts()
        receive(1, .began, ms: 20)
        receive(2, .began, ms: 20, isLast: true)
        receive(1, .changed, ms: 30, isLast: true)
        receive(3, .began, ms: 40, isLast: true)
        // Contacts that began in the discarded frame are ignored.
        #expect(texts() == [[], ["landed 3"]])
        frames.forgetContacts()
        frames.discardNextFrame()
        receive(1, .began, ms: 50)
        receive(4, .began, ms: 60, isLast: true)
        #expect(texts() == [["landed 4"]])
    }

    @Test mutating func `a frame whose end never arrives is limited`() {
        for _ in 0..<1_000 { receive(0, .began) }
        #expect(frames.finish()?.reports.count == 128)
    }
}
