import TouchCore
import TouchTestSupport

/// The same touches at another position, at another time, in other slots, on another panel.
enum LawTransform {
    /// Shifts time by the given number of microseconds.
    static func shifted(_ frames: [TouchedFrame], us: Int64) -> [TouchedFrame] {
        frames.map { frame in
            var frame = frame
            frame.ms = ((frame.ms * 1_000).rounded() + Double(us)) / 1_000
            return frame
        }
    }

    /// Moves landings so that none is as far from one side of the panel as it or another landing is
    /// from another side. In such a tie the nearest side would depend on how the panel is turned.
    /// In panel units, of which each side has a multiple of 8, the distances from the four sides
    /// differ modulo 8.
    static func withoutTies(_ frames: [TouchedFrame]) -> [TouchedFrame] {
        func rounded(_ mm: Double, remainder: Double) -> Double {
            (((mm * 100 - remainder) / 8).rounded() * 8 + remainder) / 100
        }
        return frames.map { frame in
            var frame = frame
            frame.acts = frame.acts.map { act in
                guard act.isLanding else { return act }
                return act.map(
                    slot: { $0 },
                    position: { (rounded($0, remainder: 1), rounded($1, remainder: 3)) })
            }
            return frame
        }
    }

    /// Whether two fingers that lifted in one frame were equally far from landings of one later
    /// frame. With several hands, the hand to which a finger returns then depends on how the panel
    /// is turned.
    static func haveTiedReturns(_ frames: [TouchedFrame]) -> Bool {
        var positions: [Int: Point] = [:]
        var lifts: [(ms: Double, position: Point)] = []
        for frame in frames {
            let landings = frame.acts.filter(\.isLanding).compactMap(\.position)
            if landings.count > 1 {
                for (index, one) in lifts.enumerated() {
                    for other in lifts[..<index] where other.ms == one.ms {
                        let distances = [one, other].map { lift in
                            landings.map { $0.squaredDistance(to: lift.position) }
                        }
                        if distances[0].contains(where: distances[1].contains) { return true }
                    }
                }
            }
            for act in frame.acts {
                if let position = act.position { positions[act.slot] = position }
                if act.isLift { lifts.append((frame.ms, positions[act.slot] ?? .zero)) }
            }
        }
        return false
    }

    /// Moves fingers to other slots, and sorts the acts of each frame by slot.
    static func renumbered(_ frames: [TouchedFrame], seed: UInt64) -> [TouchedFrame] {
        var generator = SeededGenerator(seed: seed &+ 77)
        let slots = Array(0...9).shuffled(using: &generator)
        return frames.map { frame in
            var frame = frame
            let acts = frame.acts.map { act in act.map(slot: { slots[$0] }) }
            frame.acts = (0...9).flatMap { slot in acts.filter { $0.slot == slot } }
            return frame
        }
    }

    /// Removes movements from frames in which a finger lands, because no gesture begins by movement
    /// in these. A finger lifts before another one lands in its slot.
    static func withoutMovementAtLandings(_ frames: [TouchedFrame]) -> [TouchedFrame] {
        var down: Set<Int> = []
        return frames.map { frame in
            var frame = frame
            if frame.isResynchronised { down = [] }
            if frame.acts.contains(where: \.isLanding), !frame.isResynchronised {
                let lifted = frame.acts.filter(\.isLift).map(\.slot)
                let landed = frame.acts.filter(\.isLanding).map(\.slot)
                frame.acts.removeAll { !$0.isLanding && !$0.isLift }
                frame.acts =
                    landed.filter { down.contains($0) && !lifted.contains($0) }.map { .up($0) }
                    + frame.acts
            }
            for act in frame.acts {
                if act.isLanding { down.insert(act.slot) }
                if act.isLift { down.remove(act.slot) }
            }
            return frame
        }
    }

    /// Moves the landings of each frame to a second one with the same timestamp.
    static func withLandingsApart(_ frames: [TouchedFrame]) -> [TouchedFrame] {
        frames.flatMap { frame -> [TouchedFrame] in
            guard !frame.isResynchronised, frame.acts.contains(where: \.isLanding) else {
                return [frame]
            }
            var (first, second) = (frame, frame)
            first.acts.removeAll(where: \.isLanding)
            second.acts.removeAll { !$0.isLanding }
            return [first, second]
        }
    }

    /// Moves fingers to other positions, in mm of `TestScreen`.
    static func moved(
        _ frames: [TouchedFrame], _ position: (_ x: Double, _ y: Double) -> (Double, Double)
    ) -> [TouchedFrame] {
        frames.map { frame in
            var frame = frame
            frame.acts = frame.acts.map { $0.map(slot: { $0 }, position: position) }
            return frame
        }
    }

    /// Sorts events of one time into a canonical order, and renumbers ids in this order.
    static func ordered(_ events: [EmittedEvent]) -> [EmittedEvent] {
        func key(_ event: GestureEvent) -> [Int64] {
            let position = [event.position.x, event.position.y].map {
                Int64(($0 * 1_000).rounded())
            }
            return [
                event.time.microseconds, Int64(event.zone), Int64(event.gesture), event.durationUs,
                Int64(event.fingers), event.phase == .began ? 0 : 1,
            ] + position
        }
        return renumbered(
            events.sorted { key($0.event).lexicographicallyPrecedes(key($1.event)) })
    }

    /// Renumbers ids from 1 in the order of their first events.
    static func renumbered(_ events: [EmittedEvent]) -> [EmittedEvent] {
        var ids: [UInt64: UInt64] = [:]
        return events.map { emitted in
            var emitted = emitted
            let id = ids[emitted.event.id] ?? UInt64(ids.count + 1)
            ids[emitted.event.id] = id
            emitted.event.id = id
            return emitted
        }
    }
}

extension TestScreen.Act {
    /// The slot of the act.
    var slot: Int {
        switch self {
        case .down(let slot, _, _, _), .move(let slot, _, _, _), .up(let slot), .palm(let slot),
            .palmUp(let slot), .moveAndUp(let slot, _, _):
            slot
        }
    }

    /// The position of the finger in mm, or `nil` if the act has none.
    var position: Point? {
        switch self {
        case .down(_, let x, let y, _), .move(_, let x, let y, _), .moveAndUp(_, let x, let y):
            Point(x: x, y: y)
        case .up, .palm, .palmUp: nil
        }
    }

    var isLanding: Bool {
        if case .down = self { true } else { false }
    }

    var isLift: Bool {
        switch self {
        case .up, .palmUp, .moveAndUp: true
        case .down, .move, .palm: false
        }
    }

    /// The same act for another slot, at another position.
    func map(
        slot: (Int) -> Int, position: (Double, Double) -> (Double, Double) = { ($0, $1) }
    ) -> TestScreen.Act {
        switch self {
        case .down(let old, let x, let y, let force):
            let position = position(x, y)
            return .down(slot(old), position.0, position.1, force: force)
        case .move(let old, let x, let y, let force):
            let position = position(x, y)
            return .move(slot(old), position.0, position.1, force: force)
        case .moveAndUp(let old, let x, let y):
            let position = position(x, y)
            return .moveAndUp(slot(old), position.0, position.1)
        case .up(let old): return .up(slot(old))
        case .palm(let old): return .palm(slot(old))
        case .palmUp(let old): return .palmUp(slot(old))
        }
    }
}

/// Configurations and events with left and right exchanged.
enum Mirror {
    static func mirrored(_ configuration: GestureConfiguration) -> GestureConfiguration {
        GestureConfiguration(
            zones: configuration.zones.map { zone in
                zone.with(zone.gestures.map(mirrored), rect: zone.rect.map(mirrored))
            })
    }

    /// - Parameter width: of the surface, in mm.
    static func mirrored(_ emitted: EmittedEvent, width: Double) -> EmittedEvent {
        var emitted = emitted
        let event = emitted.event
        emitted.event.position = Point(x: width - event.position.x, y: event.position.y)
        emitted.event.unitPosition = Point(
            x: 1 - event.unitPosition.x, y: event.unitPosition.y)
        emitted.event.values = mirrored(event.values)
        for index in emitted.parts.indices {
            emitted.parts[index].values = mirrored(emitted.parts[index].values)
        }
        return emitted
    }

    private static func mirrored(_ point: Point) -> Point { Point(x: -point.x, y: point.y) }

    private static func mirrored(_ rect: ZoneRect) -> ZoneRect {
        let horizontal: ZoneSpan =
            switch rect.horizontal {
            case .fromStart(let start, let length): .fromEnd(start, length: length)
            case .fromEnd(let end, let length): .fromStart(end, length: length)
            case .between(let before, let after): .between(after, before)
            }
        return ZoneRect(horizontal: horizontal, vertical: rect.vertical)
    }

    private static func mirrored(_ values: GestureValues) -> GestureValues {
        let translation = mirrored(values.translation ?? .zero)
        let velocity = mirrored(values.velocity ?? .zero)
        let edge = values.edge.map(mirrored)
        return switch values.kind {
        case .drag:
            .drag(
                translation: translation, velocity: velocity,
                predicted: mirrored(values.predicted ?? .zero), edge: edge)
        case .swipe:
            .swipe(
                translation: translation, velocity: velocity,
                direction: mirrored(values.direction ?? .up), edge: edge)
        case .swipeHold:
            .swipeHold(
                translation: translation, direction: mirrored(values.direction ?? .up), edge: edge)
        case .magnify:
            .magnify(
                translation: translation, scale: values.scale ?? 1,
                velocity: values.scaleVelocity ?? 0)
        case .rotate:
            .rotate(
                translation: translation, degrees: -(values.rotation ?? 0),
                velocity: -(values.rotationVelocity ?? 0))
        case .screenReader: values.changingDirections(mirrored)
        default: values
        }
    }

    private static func mirrored(_ edge: SurfaceEdge) -> SurfaceEdge {
        switch edge {
        case .left: .right
        case .right: .left
        case .top, .bottom: edge
        }
    }

    private static func mirrored(_ direction: SwipeDirection) -> SwipeDirection {
        switch direction {
        case .left: .right
        case .right: .left
        case .upLeft: .upRight
        case .upRight: .upLeft
        case .downLeft: .downRight
        case .downRight: .downLeft
        case .up, .down: direction
        }
    }

    private static func mirrored(_ gesture: ConfiguredGesture) -> ConfiguredGesture {
        var gesture = gesture
        gesture.place = gesture.place.map(mirrored)
        switch gesture.definition {
        case .drag(var drag):
            drag.edges = Set(drag.edges.map(mirrored))
            gesture.definition = .drag(drag)
        case .swipe(var swipe):
            swipe.edges = Set(swipe.edges.map(mirrored))
            swipe.directions = Set(swipe.directions.map(mirrored))
            gesture.definition = .swipe(swipe)
        case .swipeHold(var hold):
            hold.edges = Set(hold.edges.map(mirrored))
            hold.directions = Set(hold.directions.map(mirrored))
            gesture.definition = .swipeHold(hold)
        case .composition(let composition):
            gesture.definition = .composition(
                GestureComposition(composition.rule, composition.parts.map(mirrored)))
        default: break
        }
        return gesture
    }
}

extension GestureConfiguration {
    /// The first zone, without rectangles of parts and without edges, so that no gesture depends on
    /// its position.
    var placeless: GestureConfiguration {
        GestureConfiguration(zones: [zones[0].with(zones[0].gestures.map(\.placeless))])
    }

    /// With a drag instead of each stroke, because the mirror image of a shape is another shape.
    var shapeless: GestureConfiguration {
        GestureConfiguration(
            zones: zones.map { zone in zone.with(zone.gestures.map(\.shapeless)) })
    }
}

extension ConfiguredGesture {
    fileprivate var shapeless: ConfiguredGesture {
        var gesture = self
        switch definition {
        case .stroke:
            var drag = DragThresholds()
            // On the laws' panel no finger travels exactly this distance.
            drag.minimumDistance += 1.0 / 256
            gesture.definition = .drag(drag)
        case .composition(let composition):
            gesture.definition = .composition(
                GestureComposition(composition.rule, composition.parts.map(\.shapeless)))
        default: break
        }
        return gesture
    }

    fileprivate var placeless: ConfiguredGesture {
        var gesture = self
        gesture.place = nil
        switch definition {
        case .drag(var drag):
            drag.edges = []
            drag.edgeWidth = nil
            gesture.definition = .drag(drag)
        case .swipe(var swipe):
            swipe.edges = []
            swipe.edgeWidth = nil
            gesture.definition = .swipe(swipe)
        case .swipeHold(var hold):
            hold.edges = []
            hold.edgeWidth = nil
            gesture.definition = .swipeHold(hold)
        case .composition(let composition):
            gesture.definition = .composition(
                GestureComposition(composition.rule, composition.parts.map(\.placeless)))
        default: break
        }
        return gesture
    }
}
