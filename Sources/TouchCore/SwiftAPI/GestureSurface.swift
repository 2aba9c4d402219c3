/// A touchscreen of a program: it receives frames, and its gestures call back.
///
///     let surface = try GestureSurface(panel: panel) {
///         SurfaceTapGesture(count: 2).onEnded { zoom() }
///         SurfaceDragGesture().updating($offset) { value, state in state = value.translation }
///     }
///     surface.process(frame, reports: reports)
///
/// It has no clock and no thread: the program passes frames as they arrive (`process`), and
/// advances the time to `nextDeadline` if no frame has arrived by then (`advance`). Callbacks run
/// in these calls. Setting up may allocate; processing a frame does not, unless a callback does.
open class GestureSurface {
    /// Gestures that are added and removed together.
    public struct GestureSet: Hashable, Sendable {
        let number: Int
    }

    private var engine: GestureEngine
    private var ids = GestureIDs()
    private var buffer = GestureEventBuffer()
    private let report = GestureReport(capacity: 256)
    /// The sets that a program has added, including those that the engine receives once all
    /// callbacks have returned.
    var sets: [SurfaceSet] = []
    private var layout = SurfaceLayout()
    private var lastSet = 0
    private var isCalling = false
    /// Whether sets were added or removed that the engine does not know of.
    private var needsChange = false

    /// The engine's configuration, as a configuration file would define it.
    public var configuration: GestureConfiguration { layout.configuration }

    /// Called with each event that the daemon's clients would receive, before the gestures call
    /// back.
    public var onEvent: ((GestureEvent) -> Void)?

    /// - Parameters:
    ///   - panel: the axes of the device.
    ///   - settings: properties that the device does not report, and the filters of contacts.
    ///   - priority: which gestures of the first set are asked before others; zones have their own.
    ///   - content: the first set of gestures.
    /// - Throws: the errors of `add`.
    public convenience init(
        panel: Panel, settings: DeviceSettings = .init(), priority: GesturePriority = .narrow,
        @SurfaceBuilder content: () -> SurfaceContent
    ) throws(GestureFault) {
        self.init(panel: panel, settings: settings)
        try add(priority: priority, content: content)
    }

    /// A touchscreen without gestures; `add` adds them.
    ///
    /// - Parameters:
    ///   - panel: the axes of the device.
    ///   - settings: properties that the device does not report, and the filters of contacts.
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

    /// The source of force; `nil` until the device has shown that it reports force.
    public var forceSource: ForceSource? { engine.forceSource }

    /// Treats the device's force as proven, for a program that knows that it is.
    package func assumeForce() { engine.assumeForce() }

    /// When `advance(to:)` must be called; `nil` if it waits for nothing.
    public var nextDeadline: Timestamp? { engine.nextDeadline }

    /// Processes one frame; deadlines up to its timestamp fire first.
    public func process(_ frame: TouchFrame, reports: Span<TouchReport>) {
        engine.process(frame, reports: reports, ids: &ids, into: &buffer)
        call()
    }

    /// Advances to `time`: every deadline up to it fires, in order.
    public func advance(to time: Timestamp) {
        engine.advance(to: time, ids: &ids, into: &buffer)
        call()
    }

    /// Cancels every gesture, for a device that is removed; fingers that are still down are ignored
    /// until they lift.
    public func cancelAll(_ reason: CancellationReason = .deviceRemoved) {
        engine.cancelAll(reason, ids: &ids, into: &buffer)
        call()
    }
}

/// Sets of gestures may be added and removed while fingers are down.
extension GestureSurface {
    /// Adds gestures after the present ones, and zones above the present ones.
    ///
    /// Gestures that have begun continue. The gestures of the whole surface are one list, in which
    /// those of all sets compete: the new ones compete from the next hand on. Zones receive fingers
    /// that land from now on. If called in a callback, it adds the set once all callbacks of the
    /// frame have returned.
    ///
    /// A rectangle is clipped to the surface.
    ///
    /// - Parameters:
    ///   - priority: which gestures of the set are asked before others of it; zones have their own.
    ///   - content: the set.
    /// - Throws: an error for which a configuration file would be refused: a threshold out of
    ///   range, a name or a handle of no gesture or of two, gestures that wait for each other,
    ///   zones with the same name, a rectangle outside of the surface. Then nothing is added.
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

    /// Removes a set of gestures; does nothing if it was removed already.
    ///
    /// Its gestures that have begun are cancelled (`reloaded`), and fingers in its zones are
    /// ignored until they lift. The gestures of other sets continue, and no longer wait for removed
    /// ones. If called in a callback, its gestures do not call back any more; the events of their
    /// ends follow the callbacks of the frame.
    public func remove(_ set: GestureSet) {
        remove { $0.set == set }
    }

    /// Removes every gesture.
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

    /// Configures the engine with the present sets, immediately or after the running callbacks.
    private func change() {
        needsChange = true
        if !isCalling { call() }
    }
}

extension GestureSurface {
    /// Calls the callbacks of the engine's observations, and then applies the changes that they
    /// requested.
    private func call() {
        precondition(!isCalling, "a callback may not hand in frames")
        isCalling = true
        defer { isCalling = false }
        deliver()
        while needsChange {
            needsChange = false
            for set in layout.sets where set.isRemoved { cancelAndRemove(set) }
            for set in sets where !layout.contains(set) { insert(set) }
            deliver()
        }
    }

    private func deliver() {
        publishEvents()
        report.receive(from: &buffer)
        buffer.removeAll()
        while let observation = report.popNext() {
            guard let live = layout.handler(of: observation), !live.set.isRemoved else { continue }
            let handler = live.handler
            switch observation.cause {
            case .progress, .emitted(.began), .emitted(.changed): handler.update()
            case .emitted(.ended):
                handler.update()
                handler.reset(nil)
            case .emitted(.cancelled): handler.reset(observation.reason)
            case .discarded: handler.reset(nil)
            }
            // A callback removed it.
            if live.set.isRemoved { handler.reset(nil) }
        }
        for recognizer in layout.copies { recognizer.trim() }
    }

    private func publishEvents() {
        guard let onEvent else { return }
        for index in 0..<buffer.count {
            var event = buffer[index]
            event.zone = layout.zoneIndex(ofNumber: event.zone)
            onEvent(event)
        }
    }

    /// Cancels the gestures of a set that have begun, and reports that, while their indices in the
    /// lists are still valid.
    private func cancelAndRemove(_ set: SurfaceSet) {
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
        layout.setCopies(engine.recognizerCopies(ofArena: 0), ofArena: 0)
    }

    private func insert(_ set: SurfaceSet) {
        let end = layout.nodeCount
        layout.append(set)
        if !set.gestures.isEmpty {
            engine.changeScreen(
                removing: end..<end, to: layout.screen, ids: &ids, into: &buffer)
            layout.appendHandlers(of: set, report, copies: engine.recognizerCopies(ofArena: 0))
        }
        for zone in layout.zones(of: set) {
            for arena in engine.addObservedZone(zone.configuration, index: zone.number) {
                layout.setHandlers(
                    ofZone: zone.number, arena: arena, report,
                    copies: engine.recognizerCopies(ofArena: arena))
            }
        }
    }
}

/// A receiver of the contacts of a panel: a `GestureSurface`, or another type of a program.
///
/// It has no clock: the caller passes frames, and advances the time to `nextDeadline` if no frame
/// has arrived by then.
public protocol TouchReceiver: AnyObject {
    /// When `advance(to:)` must be called; `nil` if it waits for nothing.
    var nextDeadline: Timestamp? { get }

    /// Processes one frame; deadlines up to its timestamp fire first.
    func process(_ frame: TouchFrame, reports: Span<TouchReport>)

    /// Advances to `time`: every deadline up to it fires, in order.
    func advance(to time: Timestamp)

    /// Cancels everything that has begun, for a device that is removed; fingers that are still down
    /// are ignored until they lift.
    func cancelAll(_ reason: CancellationReason)
}

extension GestureSurface: TouchReceiver {}
