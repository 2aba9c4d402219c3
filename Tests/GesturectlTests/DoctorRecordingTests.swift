import Testing

@testable import gesturectl

/// What `gesturectl doctor` says of a daemon that plays a recording.
extension DoctorTests {
    @Test func `of a recording without a touch doctor does not say that the panel is at fault`()
        throws
    {
        var machine = try Self.healthy()
        machine.devices = [try Self.device(path: nil)]
        machine.touch = .success(.init(seconds: 1, frames: 0, gestures: 0))
        let lines = machine.findings.map(\.line)
        #expect(lines.contains { $0.hasPrefix("note  the daemon plays a recording: ") })
        #expect(lines.last?.hasPrefix("FAIL  the recording had no touch in 1 second\n") == true)
        #expect(lines.last?.contains("evtest") == false)
    }
}
