import ArgumentParser
import GestureSettings
import LinuxIO
import TouchRecordings

/// The options of a command that plays touches on a touchscreen of the kernel.
struct KernelOptions: ParsableArguments {
    /// How long gestured has to open a touchscreen, in microseconds, and how often that is checked.
    private static let patience: (whole: Int64, step: Int64) = (10_000_000, 50_000)
    /// The pauses that are accepted, in microseconds.
    private static let pauses: ClosedRange<Int64> = 0...60_000_000

    @Flag(help: "Play the touches on a touchscreen that the kernel makes (uinput), as root.")
    var uinput = false

    @Flag(help: "With --uinput: confirms that it may press what is on the screen. Required.")
    var yes = false

    @Flag(
        help: """
            With --uinput: gestured reads the touchscreen, and bindings run. Without, gestured \
            ignores it.
            """)
    var forDaemon = false

    @Option(
        help: ArgumentHelp(
            "With --uinput: how long the touchscreen exists before the first touch and after the last.",
            discussion: "Programs open it in this time. Defaults to 2s.", valueName: "time"))
    var wait: String?

    func validate() throws {
        guard uinput else {
            guard !yes, !forDaemon, wait == nil else {
                throw ValidationError("--yes, --for-daemon and --wait go with --uinput: name it.")
            }
            return
        }
        guard yes else {
            throw ValidationError(
                """
                --uinput presses whatever is on the screen of this machine\
                \(forDaemon ? ", and runs what is bound to the gestures" : "").
                  If that is meant, add --yes.
                """)
        }
        _ = try pause()
    }

    private func pause() throws -> Int64 {
        guard let wait else { return 2_000_000 }
        guard let us = WrittenTime.microseconds(wait), Self.pauses.contains(us) else {
            throw ValidationError("--wait takes a time from 0s to 1min, such as 5s or 500ms.")
        }
        return us
    }

    /// Plays a recording on a touchscreen for each of its touchscreens.
    ///
    /// A signal that asks the process to end does so after every contact is lifted.
    func play(_ recording: RecordingStream, named name: String) throws {
        let devices = try touchscreens(of: recording, named: name)
        let clock = try SignalledClock()
        var playback = Playback(clock: clock)
        for device in devices {
            guard let device else {
                playback.skip()
                continue
            }
            let played = PlayedDevice(device, isForDaemon: forDaemon)
            let panel = try UinputPanel(played)
            try OutputFile.standard.write(
                "\(panel.node)  \(ReadableName.of(played.description.name))\n")
            playback.add(device, on: panel)
            guard try !forDaemon || isRead(panel, clock) else { return }
        }
        guard try playback.play(recording, pause: try pause()) else { return }
        if let failure = recording.source.failure { throw RecordingFile.unreadable(name, failure) }
        if let failure = recording.failure { throw CommandError(.data, failure.description) }
    }

    /// Waits until gestured has opened a panel; returns `false` if the process was asked to end.
    ///
    /// - Throws: exit status 69 if gestured does not open it.
    private func isRead(
        _ panel: UinputPanel, _ clock: some PlaybackClock
    ) throws(CommandError) -> Bool {
        let end = clock.now + Self.patience.whole
        while !NodeReaders.has(panel.node, program: "gestured") {
            guard clock.now < end else {
                throw CommandError(
                    .unavailable,
                    """
                    gestured has not opened \(panel.node), and nothing was played
                      gesturectl doctor checks whether it runs; its log says why it reads no panel
                    """)
            }
            guard try clock.wait(until: clock.now + Self.patience.step) else { return false }
        }
        return true
    }

    /// For each device of a recording, its description if it is a touchscreen.
    ///
    /// - Throws: exit status 65 if none is.
    private func touchscreens(
        of recording: RecordingStream, named name: String
    ) throws(CommandError) -> [InputDevice?] {
        let found = recording.devices.map { $0.notTouchscreenReason == nil ? $0 : nil }
        guard found.contains(where: { $0 != nil }) else {
            let reasons = recording.devices.map {
                "\"\(ReadableName.of($0.name))\": \($0.notTouchscreenReason ?? "")"
            }
            throw CommandError(
                .data,
                """
                \(ReadableName.of(name)) has no touchscreen to play
                  \(reasons.joined(separator: "\n  "))
                """)
        }
        return found
    }
}
