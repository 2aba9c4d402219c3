import TouchCore

/// A panel of 344 x 194 mm, fingers on it, and the output of an example's gestures.
///
/// A program must do the same: pass frames on as they arrive, and advance the time to the next
/// deadline if no frame has arrived by then.
final class TouchPlayer {
    /// The lines of the example, each with its time.
    private(set) var output: [String] = []
    /// The surface of the panel.
    let surface: GestureSurface
    private var script = TouchScript()
    private var now = Timestamp(microseconds: 0)

    static let panel = Panel(
        x: AxisRange(minimum: 0, maximum: 34_400, resolution: 100),
        y: AxisRange(minimum: 0, maximum: 19_400, resolution: 100),
        pressure: AxisRange(minimum: 0, maximum: 1_000))

    /// - Throws: `GestureFault` if the surface refuses the example's gestures.
    init(_ example: some Example) throws(GestureFault) {
        // Scripted fingers do not tremble.
        surface = GestureSurface(panel: Self.panel, settings: DeviceSettings(jitter: 0))
        try surface.add {
            example.gestures { [unowned self] line in
                output.append("\(now.microseconds / 1_000) ms  \(line)")
            }
        }
    }

    /// Plays touches, then advances the time by `pause`, so that gestures that wait are recognised.
    ///
    /// - Throws: `TouchScriptError` with the line that cannot be read.
    func play(_ touches: String, pause: Duration = .seconds(1)) throws(TouchScriptError) {
        for frame in try script.read(touches) { play(frame) }
        advance(to: now.advanced(byMicroseconds: Int64(pause / .microseconds(1))))
    }

    private func play(_ frame: TouchScript.Frame) {
        let time = Timestamp(microseconds: Int64((frame.milliseconds * 1_000).rounded()))
        advance(to: time)
        now = time
        surface.process(TouchFrame(time: time), reports: frame.reports.span)
    }

    private func advance(to time: Timestamp) {
        while let deadline = surface.nextDeadline, deadline <= time {
            now = deadline
            surface.advance(to: deadline)
        }
    }

    /// A length in units of the panel's axes.
    static func units(_ millimetres: Double) -> Int32 { Int32((millimetres * 100).rounded()) }

    /// A force, 0 to 1, in units of the panel's axis of pressure.
    static func pressure(_ force: Double) -> Int32 { Int32((force * 1_000).rounded()) }
}
