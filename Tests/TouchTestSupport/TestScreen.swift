public import TouchCore

/// A panel of 344 × 194 mm with 100 units per millimetre, and its engine.
///
/// Tests touch the panel in millimetres and milliseconds, and read the emitted events.
public final class TestScreen: TouchTarget {
    /// The action of one finger in a frame.
    public enum Act: Sendable {
        case down(Int, Double, Double, force: Double = 0)
        case move(Int, Double, Double, force: Double = 0)
        case up(Int)
        case palm(Int)
        /// The contact lifts, and is reported as a palm in the same frame.
        case palmUp(Int)
        /// The contact moves and lifts in the same frame.
        case moveAndUp(Int, Double, Double)
    }

    public static let panel = Panel(
        x: AxisRange(minimum: 0, maximum: 34_400, resolution: 100),
        y: AxisRange(minimum: 0, maximum: 19_400, resolution: 100),
        pressure: AxisRange(minimum: 0, maximum: 1_000))

    private var engine: GestureEngine
    private var ids = GestureIDs()
    private var buffer = GestureEventBuffer()
    private let configuration: GestureConfiguration
    private let explains: Bool
    private let traces: Bool

    /// The events that the engine has emitted so far.
    public private(set) var events: [GestureEvent] = []
    /// The parts of compositions, one array for each event.
    public private(set) var parts: [[GesturePart]] = []

    /// The gestures that were not recognised, if it `explains`.
    public private(set) var explanations: [GestureExplanation] = []
    /// The state changes of gestures, if it `traces`.
    package private(set) var stateTransitions: [StateTransition] = []

    /// - Parameter settings: by default without jitter, so that thresholds are met exactly, without
    ///   a second frame for late fingers and far samples, so that each acts in its frame, and
    ///   without a limit on rest, so that only gestures have deadlines.
    public init(
        panel: Panel = TestScreen.panel,
        settings: DeviceSettings = .init(
            jitter: 0, stuckAfter: .zero, confirmation: .off, spikes: .keep, splits: .keep,
            stitch: .zero),
        configuration: GestureConfiguration = .standard, explains: Bool = false,
        traces: Bool = false
    ) {
        engine = GestureEngine(
            panel: panel, settings: settings, configuration: configuration, device: 1)
        self.configuration = configuration
        (self.explains, self.traces) = (explains, traces)
        if traces { engine.startTracing() }
        if explains { engine.startExplaining(configuration) }
    }

    public var nextDeadline: Double? {
        engine.nextDeadline.map { Double($0.microseconds) / 1_000 }
    }

    public var forceSource: ForceSource? { engine.forceSource }

    public var surface: Surface { engine.surface }

    public var counters: ContactCounters { engine.counters }

    public var adaptation: DeviceAdaptation { engine.adaptation }

    /// The contacts that were found to be stuck since the last call.
    public func takeStuck() -> [StuckContact] {
        var stuck: [StuckContact] = []
        while let contact = engine.takeStuck() { stuck.append(contact) }
        return stuck
    }

    /// Adds a zone while the panel is in use. Events have `index` as the number of their zone.
    public func addZone(_ zone: ZoneConfiguration, index: Int) {
        engine.addZone(zone, index: index)
    }

    /// Moves an added zone.
    public func moveZone(index: Int, to rect: ZoneRect?) {
        engine.moveZone(index: index, to: rect)
    }

    /// Removes an added zone.
    public func removeZone(index: Int) {
        engine.removeZone(index: index, .reloaded, ids: &ids, into: &buffer)
        drain()
    }

    /// Applies other settings with the same gestures.
    public func reconfigure(settings: DeviceSettings) {
        engine.reconfigure(
            settings: settings, configuration: configuration, ids: &ids, into: &buffer)
        drain()
    }

    /// Processes a frame in device units, as the engine receives it.
    public func process(_ frame: TouchFrame, reports: [TouchReport]) {
        engine.process(frame, reports: reports.span, ids: &ids, into: &buffer)
        drain()
    }

    /// Advances to `time`.
    public func advance(to time: Timestamp) {
        engine.advance(to: time, ids: &ids, into: &buffer)
        drain()
    }

    /// Rejects the contacts in the slots of a mask.
    public func reject(_ slots: UInt64, _ reason: CancellationReason) {
        engine.rejectContacts(slots, reason, ids: &ids, into: &buffer)
        drain()
    }

    public func cancelAll(_ reason: CancellationReason) {
        engine.cancelAll(reason, ids: &ids, into: &buffer)
        drain()
    }

    private func drain() {
        for index in 0..<buffer.count {
            events.append(buffer[index])
            parts.append(Array(buffer.parts[buffer[index].parts]))
        }
        buffer.removeAll()
        if explains { explanations += engine.takeExplanations() }
        if traces { stateTransitions += engine.takeTransitions() }
    }

    static func report(_ act: Act) -> TouchReport {
        func units(_ millimetres: Double) -> Int32 { Int32((millimetres * 100).rounded()) }
        switch act {
        case .down(let slot, let x, let y, let force):
            return TouchReport(
                slot: UInt8(slot), phase: .landed, x: units(x), y: units(y),
                pressure: Int32((force * 1_000).rounded()))
        case .move(let slot, let x, let y, let force):
            return TouchReport(
                slot: UInt8(slot), phase: .moved, x: units(x), y: units(y),
                pressure: Int32((force * 1_000).rounded()))
        case .up(let slot):
            return TouchReport(slot: UInt8(slot), phase: .lifted, x: 0, y: 0)
        case .palm(let slot):
            return TouchReport(slot: UInt8(slot), phase: .moved, x: 0, y: 0, isPalm: true)
        case .palmUp(let slot):
            return TouchReport(slot: UInt8(slot), phase: .lifted, x: 0, y: 0, isPalm: true)
        case .moveAndUp(let slot, let x, let y):
            return TouchReport(
                slot: UInt8(slot), phase: .lifted, x: units(x), y: units(y),
                movedBeforeLift: true)
        }
    }
}

extension TestScreen {
    /// The emitted events, one line each: `500 long_press began`, followed by reasons and counts.
    public var transcript: [String] { events.map(describe) }

    /// The emitted events, without `changed`.
    public var transitions: [String] { events.filter { $0.phase != .changed }.map(describe) }

    /// The events of one gesture.
    public func events(of name: String) -> [GestureEvent] {
        events.filter { self.name(of: $0) == name }
    }

    private func name(of event: GestureEvent) -> String {
        configuration.zones[event.zone].gestures[event.gesture].name
    }

    private func describe(_ event: GestureEvent) -> String {
        let milliseconds = Double(event.time.microseconds) / 1_000
        let stamp =
            milliseconds == milliseconds.rounded() ? "\(Int(milliseconds))" : "\(milliseconds)"
        let zone = configuration.zones[event.zone].name
        var words = [stamp, (zone == "screen" ? "" : "\(zone)/") + name(of: event)]
        words.append(event.phase.rawValue)
        if let reason = event.reason { words.append(reason.rawValue) }
        if let count = event.values.count { words.append("×\(count)") }
        if let direction = event.values.direction { words.append(direction.rawValue) }
        if let ticks = event.values.ticks { words.append("×\(ticks)") }
        if let isInside = event.values.isInside {
            words.append(isInside ? "inside" : "outside")
        }
        if event.fingers > 1 { words.append("\(event.fingers) fingers") }
        return words.joined(separator: " ")
    }
}

/// Gestures written in Swift, on the panel of `TestScreen`.
public final class SwiftTestScreen: TouchTarget {
    public let surface: GestureSurface
    /// The events that the daemon would have sent to clients.
    public private(set) var events: [GestureEvent] = []

    /// - Parameter settings: by default without jitter, so that thresholds are met exactly, and
    ///   without a limit on rest, so that only gestures have deadlines.
    public init(
        panel: Panel = TestScreen.panel,
        settings: DeviceSettings = .init(
            jitter: 0, stuckAfter: .zero, confirmation: .off, spikes: .keep, splits: .keep,
            stitch: .zero),
        @SurfaceBuilder content: () -> SurfaceContent
    ) {
        surface = GestureSurface(panel: panel, settings: settings)
        do { try surface.add(content: content) } catch { preconditionFailure("\(error)") }
        surface.onEvent = { [unowned self] in events.append($0) }
    }

    public func process(_ frame: TouchFrame, reports: [TouchReport]) {
        surface.process(frame, reports: reports.span)
    }

    public func advance(to time: Timestamp) {
        surface.advance(to: time)
    }
}
