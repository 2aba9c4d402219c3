/// A touchscreen of a program: frames go in, its gestures call back.
///
///     let surface = try GestureSurface(panel: panel) {
///         SurfaceTapGesture(count: 2).onEnded { zoom() }
///         SurfaceDragGesture().updating($offset) { value, state in state = value.translation }
///     }
///     surface.process(frame, reports: reports)
///
/// It has no clock and no thread: hand in frames as they come, and let time go on to `nextDeadline`
/// where none has come by then. Callbacks run in these calls. What is set up may allocate; a frame
/// does not, unless a callback does.
open class GestureSurface {
    /// Gestures that were added together, and go together.
    public struct GestureSet: Hashable, Sendable {
        let number: Int
    }

    private var engine: GestureEngine
    private var ids = GestureIDs()
    private var buffer = GestureEventBuffer()
    private let report = GestureReport(capacity: 256)
    /// The sets that a program has added, including those that the engine gets once all callbacks
    /// are done.
    var sets: [SurfaceSet] = []
    private var layout = SurfaceLayout()
    private var lastSet = 0
    private var isCalling = false
    /// Sets have come or gone that the engine does not know of.
    private var needsChange = false

    /// What the engine recognises: the same as a configuration file would give.
    public var configuration: GestureConfiguration { layout.configuration }

    /// Called with each event that the daemon's clients would get, before the gestures call back.
    public var onEvent: ((GestureEvent) -> Void)?

    /// - Parameters:
    ///   - panel: what the device reports about itself.
    ///   - settings: what it leaves out, and how contacts are filtered.
    ///   - priority: which gestures of the first set are asked before others; zones have their own.
    ///   - content: the first set of gestures.
    /// - Throws: what `add` does.
    public convenience init(
        panel: Panel, settings: DeviceSettings = .init(), priority: GesturePriority = .narrow,
        @SurfaceBuilder content: () -> SurfaceContent
    ) throws(GestureFault) {
        self.init(panel: panel, settings: settings)
        try add(priority: priority, content: content)
    }

    /// A touchscreen without gestures, which `add` gives it.
    ///
    /// - Parameters:
    ///   - panel: what the device reports about itself.
    ///   - settings: what it leaves out, and how contacts are filtered.
    public init(panel: Panel, settings: DeviceSettings = .init()) {
        engine = GestureEngine(
            panel: panel, settings: settings, configuration: GestureConfiguration(gestures: []),
            device: 1, isObserved: true)
    }

    deinit {
        for set in sets { set.cancel(.shutdown) }
    }

    /// The panel's geometry, in mm.
    public var surface: Surface { engine.surface }

    /// What stands in for force; `nil` until the device has shown that it has any.
    public var forceSource: ForceSource? { engine.forceSource }

    /// Takes the device's force for proven, as somebody who saw more of it knows.
    package func assumeForce() { engine.assumeForce() }

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

/// Sets of gestures may be added and removed while fingers are down.
extension GestureSurface {
    /// Adds gestures behind those that are there, and zones above them.
    ///
    /// What is under way goes on. The gestures of the whole surface are one list, in which those of all
    /// sets compete: the new ones take part from the next hand on. Zones take fingers that land
    /// from now on. In a callback the set is added once all callbacks of the frame have been called.
    ///
    /// A rectangle counts as far as it is on the surface.
    ///
    /// - Parameters:
    ///   - priority: which gestures of the set are asked before others of it; zones have their own.
    ///   - content: the set.
    /// - Throws: what a configuration file would be refused for, and nothing is added: a threshold beyond its
    ///   range, a name or handle that no gesture of the list has or two have, gestures that wait for each other,
    ///   zones of one name, a rectangle of which nothing is on the surface.
    @discardableResult
    public func add(
        priority: GesturePriority = .narrow, @SurfaceBuilder content: () -> SurfaceContent
    ) throws(GestureFault) -> GestureSet {
        let set = GestureSet(number: lastSet + 1)
        let added = try SurfaceSet(set, content(), priority, besides: sets, on: surface)
        lastSet += 1
        sets.append(added)
        change()
        return set
    }

    /// Takes gestures away; a set that was taken away already is let be.
    ///
    /// What is under way of them is cancelled (`reloaded`), and fingers in their zones count as none until
    /// they lift. The gestures of other sets go on, and what waited for those that are gone waits no longer.
    /// In a callback its gestures call back no more; the events of their end come after the callbacks of
    /// the frame.
    public func remove(_ set: GestureSet) {
        remove { $0.set == set }
    }

    /// Takes every gesture away.
    public func removeAll() {
        remove { _ in true }
    }

    private func remove(where isMeant: (SurfaceSet) -> Bool) {
        let removed = sets.filter(isMeant)
        guard !removed.isEmpty else { return }
        sets.removeAll(where: isMeant)
        let isNested = isCalling
        isCalling = true
        for set in removed { set.remove() }
        isCalling = isNested
        change()
    }

    /// Has the engine recognise what the sets are, at once or after the callbacks that run.
    private func change() {
        needsChange = true
        if !isCalling { call() }
    }
}

extension GestureSurface {
    /// Calls back for what the engine reported, and does what callbacks asked for.
    private func call() {
        precondition(!isCalling, "a callback may not hand in frames")
        isCalling = true
        defer { isCalling = false }
        deliver()
        while needsChange {
            needsChange = false
            for set in layout.sets where set.isRemoved { takeOut(set) }
            for set in sets where !layout.contains(set) { putIn(set) }
            deliver()
        }
    }

    private func deliver() {
        publishEvents()
        report.receive(from: &buffer)
        buffer.removeAll()
        while let observation = report.takeNext() {
            guard let live = layout.handler(of: observation), !live.set.isRemoved else { continue }
            let handler = live.handler
            switch observation.cause {
            case .progress, .emitted(.began), .emitted(.changed): handler.take()
            case .emitted(.ended):
                handler.take()
                handler.reset(nil)
            case .emitted(.cancelled): handler.reset(observation.reason)
            case .discarded: handler.reset(nil)
            }
            // A callback removed it.
            if live.set.isRemoved { handler.reset(nil) }
        }
        for lane in layout.lanes { lane.trim() }
    }

    private func publishEvents() {
        guard let onEvent else { return }
        for index in 0..<buffer.count {
            var event = buffer[index]
            event.zone = layout.zoneIndex(ofNumber: event.zone)
            onEvent(event)
        }
    }

    /// Cancels what is under way of a set, and reports that, while its places in the lists still hold.
    private func takeOut(_ set: SurfaceSet) {
        let nodes = layout.nodes(of: set)
        engine.cancelOnScreen(nodes, .reloaded, ids: &ids, into: &buffer)
        for zone in layout.zones(of: set) {
            engine.removeZone(index: zone.number, .reloaded, ids: &ids, into: &buffer)
        }
        deliver()
        layout.remove(set)
        guard !nodes.isEmpty else { return }
        engine.changeScreen(
            removing: nodes, to: layout.screen, ids: &ids, into: &buffer)
        layout.setLanes(engine.customLanes(ofArena: 0), ofArena: 0)
    }

    private func putIn(_ set: SurfaceSet) {
        let end = layout.nodeCount
        layout.append(set)
        if !set.gestures.isEmpty {
            engine.changeScreen(
                removing: end..<end, to: layout.screen, ids: &ids, into: &buffer)
            layout.appendHandlers(of: set, report, lanes: engine.customLanes(ofArena: 0))
        }
        for zone in layout.zones(of: set) {
            for arena in engine.addObservedZone(zone.configuration, index: zone.number) {
                layout.setHandlers(
                    ofZone: zone.number, arena: arena, report,
                    lanes: engine.customLanes(ofArena: arena))
            }
        }
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
