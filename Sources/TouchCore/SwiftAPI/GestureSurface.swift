/// A touchscreen of a program: frames go in, its gestures call back.
///
///     let surface = GestureSurface(panel: panel) {
///         TapGesture(count: 2).onEnded { zoom() }
///         DragGesture().updating($offset) { value, state in state = value.translation }
///     }
///     surface.process(frame, reports: reports)
///
/// It has no clock and no thread: hand in frames as they come, and let time go on to `nextDeadline`
/// where none has come by then. Callbacks run in these calls. What is set up may allocate; a frame
/// does not, unless a callback does.
open class GestureSurface {
    /// Gestures that were added together, and go together.
    public struct GestureSet: Hashable, Sendable {
        fileprivate let number: Int
    }

    private var engine: GestureEngine
    private var ids = GestureIDs()
    private var buffer = GestureEventBuffer()
    private let report = GestureReport(capacity: 256)
    private let settings: DeviceSettings
    private var sets: [(set: GestureSet, content: SurfaceContent)] = []
    private var lastSet = 0
    /// By arena of the engine, and by place in its zone's list.
    private var handlers: [[AnyGestureHandler]] = []
    /// By arena and node: the gesture's place in the list.
    private var listPlaces: [[Int]] = []
    /// The custom recognisers of all arenas.
    private var lanes: [AnyCustomLane] = []
    private var isCalling = false
    /// How often the gestures have changed.
    private var rebuilds = 0

    /// What the engine recognises: the same as a configuration file would give.
    public private(set) var configuration: GestureConfiguration

    /// Called with each event that the daemon's clients would get, before the gestures call back.
    public var onEvent: ((GestureEvent) -> Void)?

    /// - Parameters:
    ///   - panel: what the device reports about itself.
    ///   - settings: what it leaves out, and how contacts are filtered.
    ///   - content: the first set of gestures.
    public init(
        panel: Panel, settings: DeviceSettings = .init(),
        @SurfaceBuilder content: () -> SurfaceContent
    ) {
        self.settings = settings
        configuration = GestureConfiguration(gestures: [])
        engine = GestureEngine(
            panel: panel, settings: settings, configuration: configuration, device: 1,
            isObserved: true)
        add(content: content)
    }

    deinit {
        for handler in handlers.joined() { handler.reset() }
    }

    /// The panel's geometry, in mm.
    public var surface: Surface { engine.surface }

    /// What stands in for force; `nil` until the device has shown that it has any.
    public var forceSource: ForceSource? { engine.forceSource }

    /// When it wants to be called with `advance(to:)`; `nil` while it waits for nothing.
    public var nextDeadline: Timestamp? { engine.nextDeadline }

    /// Takes one frame; deadlines up to its stamp fire first.
    public func process(_ frame: TouchFrame, reports: Span<TouchReport>) {
        engine.process(frame, reports: reports, ids: &ids, into: &buffer)
        call()
    }

    /// Lets time go on to `time`: every deadline up to it fires, in order.
    public func advance(to time: Timestamp) {
        engine.advance(to: time, ids: &ids, into: &buffer)
        call()
    }

    /// Cancels every gesture, for a device that goes away; fingers still down count as none.
    public func cancelAll(_ reason: CancellationReason = .deviceRemoved) {
        engine.cancelAll(reason, ids: &ids, into: &buffer)
        call()
    }
}

extension GestureSurface {
    /// Adds gestures behind those that are there, and zones above them.
    ///
    /// What is under way is cancelled, and fingers on the glass count as none until they lift.
    @discardableResult
    public func add(@SurfaceBuilder content: () -> SurfaceContent) -> GestureSet {
        lastSet += 1
        let set = GestureSet(number: lastSet)
        sets.append((set, content()))
        rebuild()
        return set
    }

    /// Takes gestures away; one that was taken away already is let be.
    ///
    /// What is under way is cancelled, and fingers on the glass count as none until they lift.
    public func remove(_ set: GestureSet) {
        guard let index = sets.firstIndex(where: { $0.set == set }) else { return }
        sets.remove(at: index)
        rebuild()
    }

    /// Takes every gesture away.
    public func removeAll() {
        sets = []
        rebuild()
    }

    private func rebuild() {
        rebuilds += 1
        let content = SurfaceBuilder.buildArray(sets.map(\.content))
        var screen = Zone("screen", nil) {}
        screen.gestures = content.gestures
        let zones = [screen] + content.zones
        configuration = GestureConfiguration(zones: zones.map(\.compiled))
        engine.reconfigure(
            settings: settings, configuration: configuration, ids: &ids, into: &buffer)
        cancelHandlers()
        listPlaces = []
        lanes = []
        for zone in zones { appendHandlers(of: zone) }
    }

    /// Resets the handlers of gestures that are removed; `onEvent` gets their last events.
    private func cancelHandlers() {
        report.dropRest()
        let old = handlers
        handlers = []
        publishEvents()
        buffer.removeAll()
        for handler in old.joined() { handler.reset() }
    }

    private func appendHandlers(of zone: Zone) {
        let configuration = zone.compiled
        let roots = configuration.nodes.enumerated().filter { $1.parent == nil }.map(\.offset)
        let places = configuration.nodes.map(\.listIndex)
        for _ in 0..<min(max(configuration.hands, 1), ZoneConfiguration.handLimit) {
            report.lanes = engine.customLanes(ofArena: handlers.count)
            lanes += report.lanes.values
            handlers.append(
                zip(zone.gestures, roots).map { $0.makeHandler($1, report) })
            listPlaces.append(places)
        }
    }
}

extension GestureSurface {
    /// Calls back for what the engine reported.
    private func call() {
        precondition(!isCalling, "a callback may not hand in frames")
        isCalling = true
        defer { isCalling = false }
        publishEvents()
        report.take(from: &buffer)
        buffer.removeAll()
        let before = rebuilds
        while let observation = report.takeNext() {
            let place = listPlaces[observation.arena][observation.root]
            let handler = handlers[observation.arena][place]
            switch observation.cause {
            case .progress, .emitted(.began), .emitted(.changed):
                handler.take()
                // A callback removed the gesture while events for others were still due.
                if rebuilds != before { handler.reset() }
            case .emitted(.ended):
                handler.take()
                handler.reset()
            case .emitted(.cancelled), .discarded: handler.reset()
            }
        }
        for lane in lanes { lane.trim() }
    }

    private func publishEvents() {
        guard let onEvent else { return }
        var index = 0
        // It may take gestures away, and the events with them.
        while index < buffer.count {
            onEvent(buffer[index])
            index += 1
        }
    }
}

/// A part of the surface with gestures of its own; lies above the zones before it.
public struct Zone {
    /// All but the gestures.
    var configuration: ZoneConfiguration
    var gestures: [GestureEntry]

    /// - Parameters:
    ///   - name: what it is known by.
    ///   - rect: where it lies; `nil` is the whole surface.
    ///   - gestures: the first to begin wins; 64 at most, the parts of compositions counted too.
    public init(
        _ name: String, _ rect: ZoneRect?, @GestureListBuilder gestures: () -> [GestureEntry]
    ) {
        configuration = ZoneConfiguration(name: name, rect: rect, gestures: [])
        self.gestures = gestures()
    }

    /// Which fingers its gestures receive.
    public func mask(_ mask: ZoneMask) -> Zone { changed { $0.mask = mask } }

    /// How many contact sequences it keeps apart, 1 to 8: for tables.
    ///
    /// Each contact sequence has gestures of its own; a `GestureState` is the value of the one that moved
    /// last.
    public func hands(_ hands: Int) -> Zone { changed { $0.hands = hands } }

    /// Fingers that land within this time of the last one land together.
    public func landingWindow(_ window: Duration) -> Zone { changed { $0.landingWindow = window } }

    /// After a lift that leaves fingers, drag, magnify and rotate begin nothing for so long.
    public func liftQuiet(_ quiet: Duration) -> Zone { changed { $0.liftQuiet = quiet } }

    private func changed(_ change: (inout ZoneConfiguration) -> Void) -> Zone {
        var zone = self
        change(&zone.configuration)
        return zone
    }

    /// With its gestures.
    var compiled: ZoneConfiguration {
        var whole = ZoneConfiguration(
            name: configuration.name, rect: configuration.rect, gestures: gestures.map(\.gesture))
        whole.devices = configuration.devices
        whole.mask = configuration.mask
        whole.hands = configuration.hands
        whole.landingWindow = configuration.landingWindow
        whole.liftQuiet = configuration.liftQuiet
        return whole
    }
}

/// A gesture in a zone's list.
public struct GestureEntry {
    /// What the engine recognises.
    let gesture: ConfiguredGesture
    /// Makes its handler, for its place in the list.
    let makeHandler: (_ node: Int, GestureReport) -> AnyGestureHandler

    init<Value>(_ compiled: CompiledGesture<Value>) {
        gesture = compiled.gesture
        makeHandler = compiled.makeHandler
    }
}

/// What takes the contacts of a panel: gestures of a `GestureSurface`, or anything else that a program makes
/// of them.
///
/// It has no clock: whoever hands in frames lets time go on to `nextDeadline` where none has come by then.
public protocol TouchReceiver: AnyObject {
    /// When it wants to be called with `advance(to:)`; `nil` while it waits for nothing.
    var nextDeadline: Timestamp? { get }

    /// Takes one frame; deadlines up to its stamp fire first.
    func process(_ frame: TouchFrame, reports: Span<TouchReport>)

    /// Lets time go on to `time`: every deadline up to it fires, in order.
    func advance(to time: Timestamp)

    /// Cancels what is under way, for a device that goes away; fingers still down count as none.
    func cancelAll(_ reason: CancellationReason)
}

extension GestureSurface: TouchReceiver {}
