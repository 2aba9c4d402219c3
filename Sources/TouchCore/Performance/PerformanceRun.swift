/// A performance on a panel and an engine of its own, and the gestures that are recognised in it.
package struct PerformanceRun: Sendable {
    /// How the panel samples the fingers.
    package enum Frames: Sendable {
        /// At 100 Hz, or less in long touches. Fingers land one after another.
        case usual
        /// All fingers land in one frame.
        case landingTogether
        /// All fingers land in one frame. Only one more frame, just before the lift, has positions.
        case one
        /// All fingers land in one frame. Only the frame of their lift has other positions.
        case lift

        /// Sampling that very few panels have.
        package static let rare: [Frames] = [.landingTogether, .one, .lift]
    }

    /// The emitted events.
    package private(set) var events: [GestureEvent] = []
    /// The parts of gestures that have ended, one bit for each index in `ZoneConfiguration.nodes`.
    package private(set) var endedParts: UInt64 = 0
    /// Why the other gestures were not recognised.
    package private(set) var explanations: [GestureExplanation] = []

    /// The time after the last touch until no gesture waits any more, in s.
    private static let silence = 130.0

    /// Performs touches.
    ///
    /// - Parameters:
    ///   - performance: the touches, in order.
    ///   - zone: the zone that receives the fingers, with a rectangle of the stage.
    ///   - frames: how the panel samples the fingers.
    ///   - force: whether the panel measures force, and has already reported some.
    ///   - explains: whether to collect `explanations`.
    package init(
        _ performance: Performance, by zone: ZoneConfiguration, _ frames: Frames = .usual,
        force: Bool, explaining explains: Bool = false
    ) {
        let screen = ZoneConfiguration(name: "screen", gestures: [])
        let configuration = GestureConfiguration(zones: zone.rect == nil ? [zone] : [screen, zone])
        var engine = GestureEngine(
            panel: Self.panel(force: force),
            settings: DeviceSettings(
                jitter: 0, stuckAfter: .zero, confirmation: .off, spikes: .keep,
                splits: .keep, landings: .asSeen, stitch: .zero),
            configuration: configuration, device: 0)
        if force { engine.assumeForce() }
        if explains { engine.startExplaining(configuration) }
        var ids = GestureIDs()
        var buffer = GestureEventBuffer()
        var end = 0.0
        for frame in Self.frames(performance, frames) {
            end = frame.time
            engine.process(
                TouchFrame(time: Self.timestamp(frame.time)), reports: frame.reports.span,
                ids: &ids, into: &buffer)
            receive(&buffer)
        }
        engine.advance(to: Self.timestamp(end + Self.silence), ids: &ids, into: &buffer)
        receive(&buffer)
        if explains { explanations = engine.takeExplanations() }
    }

    /// The number of frames of a performance between its landings and lifts.
    package static func frameCount(_ performance: Performance) -> Int {
        performance.reduce(0) { $0 + Int($1.duration / step(of: $1)) }
    }

    /// The time between frames, in s. A touch has about 400 frames at most, however long it lasts.
    private static func step(of touch: PerformedTouch) -> Double { max(0.01, touch.duration / 400) }

    private mutating func receive(_ buffer: inout GestureEventBuffer) {
        for index in 0..<buffer.count {
            let event = buffer[index]
            events.append(event)
            guard event.phase == .ended else { continue }
            for part in buffer.parts[event.parts] { endedParts |= 1 << UInt64(part.node) }
        }
        buffer.removeAll()
    }

    private static func timestamp(_ seconds: Double) -> Timestamp {
        Timestamp(microseconds: Int64((seconds * 1e6).rounded()))
    }

    private static func panel(force: Bool) -> Panel {
        func axis(_ length: Double) -> AxisRange {
            let resolution = Int32(PerformanceStage.resolution)
            return AxisRange(
                minimum: 0, maximum: Int32(length) * resolution, resolution: resolution)
        }
        let pressure = AxisRange(minimum: 0, maximum: Int32(PerformanceStage.forceUnits))
        return Panel(
            x: axis(PerformanceStage.size.width), y: axis(PerformanceStage.size.height),
            pressure: force ? pressure : nil)
    }

    private struct Frame {
        var time: Double
        var reports: [TouchReport]
    }

    /// The frames of a performance; the first is at 1 s.
    private static func frames(_ performance: Performance, _ kind: Frames) -> [Frame] {
        var frames: [Frame] = []
        var start = 1.0
        for (index, touch) in performance.enumerated() {
            start += touch.pause
            if let place = touch.resting, index == 0 || performance[index - 1].resting == nil {
                frames.append(resting(place, beside: touch, .landed, at: start))
                start += restTime
            }
            append(touch, at: start, kind, to: &frames)
            start = frames.last?.time ?? start
            let isLast = index == performance.count - 1 || performance[index + 1].resting == nil
            if let place = touch.resting, isLast {
                start += restTime
                frames.append(resting(place, beside: touch, .lifted, at: start))
            }
        }
        return frames
    }

    /// How long a resting finger is down before and after the others, in s.
    private static let restTime = 0.7

    /// The landing or the lift of a finger that rests at `place`, from the start of a touch.
    private static func resting(
        _ place: Point, beside touch: PerformedTouch, _ phase: TouchReport.Phase, at time: Double
    ) -> Frame {
        let contact = (position: touch.start + place, force: 0.2)
        return Frame(time: time, reports: [report(touch.fingers, phase, contact)])
    }

    private static func append(
        _ touch: PerformedTouch, at start: Double, _ kind: Frames, to frames: inout [Frame]
    ) {
        let interval = kind == .usual ? touch.landingInterval : 0
        let landed = start + interval * Double(touch.fingers - 1)
        let landings = touch.contacts(at: 0)
        for finger in 0..<touch.fingers {
            let report = report(finger, .landed, landings[finger])
            if interval > 0 || finger == 0 {
                frames.append(Frame(time: start + interval * Double(finger), reports: [report]))
            } else {
                frames[frames.count - 1].reports.append(report)
            }
        }
        let duration = touch.duration
        let step = step(of: touch)
        var time = kind == .one || kind == .lift ? duration : step
        while time < duration - step / 2 {
            frames.append(moved(touch, time, at: landed + time))
            time += step
        }
        if kind != .lift {
            // The final positions, 1 ms before the fingers lift.
            frames.append(moved(touch, duration, at: landed + max(duration - 0.001, duration / 2)))
        }
        var lifts = touch.contacts(at: duration).enumerated()
            .map { report($0.offset, .lifted, $0.element) }
        for index in lifts.indices { lifts[index].movedBeforeLift = kind == .lift }
        frames.append(Frame(time: landed + duration, reports: lifts))
    }

    private static func moved(
        _ touch: PerformedTouch, _ time: Double, at timestamp: Double
    ) -> Frame {
        let contacts = touch.contacts(at: time).enumerated()
        return Frame(
            time: timestamp, reports: contacts.map { report($0.offset, .moved, $0.element) })
    }

    private static func report(
        _ slot: Int, _ phase: TouchReport.Phase, _ contact: (position: Point, force: Double)
    ) -> TouchReport {
        let units = Double(PerformanceStage.resolution)
        func axis(_ value: Double, _ length: Double) -> Int32 {
            Int32((min(max(value, 0), length) * units).rounded())
        }
        return TouchReport(
            slot: UInt8(slot), phase: phase,
            x: axis(contact.position.x, PerformanceStage.size.width),
            y: axis(contact.position.y, PerformanceStage.size.height),
            pressure: Int32((contact.force * Double(PerformanceStage.forceUnits)).rounded()))
    }
}
