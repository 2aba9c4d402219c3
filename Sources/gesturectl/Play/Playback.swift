import InputDevices
import LinuxIO
import TouchRecordings

/// Plays the events of a recording on panels, each frame when it is due.
struct Playback {
    /// A panel, and what was written to it.
    private struct Played {
        let panel: any TouchPanel
        var held: HeldTouches
        /// The events of the frame that is not written yet.
        var frame: [InputEvent] = []

        mutating func writeFrame() throws(CommandError) {
            frame.forEach { held.receive($0) }
            try panel.write(frame)
            frame.removeAll(keepingCapacity: true)
        }
    }

    /// The maximum number of events of a frame: a recording may lack its reports.
    private static let maximumEvents = 4_096

    private var panels: [Played] = []
    /// For each device of the recording, its index in `panels`; `nil` if it is not played.
    private var indices: [Int?] = []
    private let clock: any PlaybackClock
    private var pace = PlaybackPace()

    init(clock: any PlaybackClock) {
        self.clock = clock
    }

    /// Omits the recording's next device.
    mutating func skip() {
        indices.append(nil)
    }

    /// Adds the panel of the recording's next device.
    mutating func add(_ device: InputDevice, on panel: any TouchPanel) {
        indices.append(panels.count)
        panels.append(Played(panel: panel, held: HeldTouches(of: device)))
    }

    /// Plays all events, after a pause in which programs open the panels, and before another one.
    ///
    /// Whatever ends it, every contact is lifted. Returns `false` if the process was asked to end.
    mutating func play(
        _ events: some RecordedEvents, pause: Int64
    ) throws(CommandError) -> Bool {
        guard try wait(for: pause), try playFrames(of: events) else { return false }
        return try wait(for: pause)
    }

    private mutating func playFrames(of events: some RecordedEvents) throws(CommandError) -> Bool {
        defer { liftAll() }
        var events = events
        while let recorded = events.next() {
            guard let index = indices[recorded.device] else { continue }
            if PlayedDevice.isPlayed(recorded.event.inputCode) {
                panels[index].frame.append(recorded.event)
            }
            guard
                recorded.event.inputCode == .synReport
                    || panels[index].frame.count == Self.maximumEvents
            else { continue }
            let due = pace.due(recorded.event.timeUs, now: clock.now)
            guard try clock.wait(until: due) else { return false }
            try panels[index].writeFrame()
        }
        return true
    }

    private mutating func wait(for time: Int64) throws(CommandError) -> Bool {
        try clock.wait(until: clock.now + time)
    }

    private mutating func liftAll() {
        for index in panels.indices {
            panels[index].frame = panels[index].held.lifts(at: 0)
            // If a panel no longer works, it is about to be unplugged.
            if !panels[index].frame.isEmpty { try? panels[index].writeFrame() }
        }
    }
}
