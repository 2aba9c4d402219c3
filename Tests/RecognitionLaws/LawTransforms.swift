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

    /// Without landings that are as far from one side as another is from another side: which side
    /// that is has no answer that turns with the panel. In units of the panel, of which each side
    /// is a multiple of 8, the distances from the sides differ modulo 8.
    static func withoutTies(_ frames: [TouchedFrame]) -> [TouchedFrame] {
        func unit(_ mm: Double, _ rest: Double) -> Double {
            (((mm * 100 - rest) / 8).rounded() * 8 + rest) / 100
        }
        return frames.map { frame in
            var frame = frame
            frame.acts = frame.acts.map { act in
                guard act.isLanding else { return act }
                return act.map(slot: { $0 }, place: { (unit($0, 1), unit($1, 3)) })
            }
            return frame
        }
    }

    /// Whether two fingers land at once that are equally far from where two others lifted at once.
    /// With several hands, the one that they return to has no answer that turns with the panel.
    static func haveTiedReturns(_ frames: [TouchedFrame]) -> Bool {
        var places: [Int: Point] = [:]
        var lifts: [(ms: Double, place: Point)] = []
        for frame in frames {
            let landings = frame.acts.filter(\.isLanding).compactMap(\.place)
            if landings.count > 1 {
                for (index, one) in lifts.enumerated() {
                    for other in lifts[..<index] where other.ms == one.ms {
                        let far = [one, other].map { lift in
                            landings.map { $0.squaredDistance(to: lift.place) }
                        }
                        if far[0].contains(where: far[1].contains) { return true }
                    }
                }
            }
            for act in frame.acts {
                if let place = act.place { places[act.slot] = place }
                if act.isLift { lifts.append((frame.ms, places[act.slot] ?? .zero)) }
            }
        }
        return false
    }

    /// In other slots, with each frame in the order of its slots.
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

    /// Without movements in frames in which a finger lands: no gesture that moves begins in these.
    /// A finger whose slot another one takes lifts before.
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

    /// With the landings of a frame in a separate one with the same timestamp, after it.
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

    /// At other positions, given in mm of `TestScreen`.
    static func moved(
        _ frames: [TouchedFrame], _ place: (_ x: Double, _ y: Double) -> (Double, Double)
    ) -> [TouchedFrame] {
        frames.map { frame in
            var frame = frame
            frame.acts = frame.acts.map { $0.map(slot: { $0 }, place: place) }
            return frame
        }
    }

    /// With the events of one time in canonical order, and ids renumbered in it.
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

    /// With ids renumbered in the order of each gesture's events.
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

    /// Where the finger is then, in mm; `nil` if the act has no place.
    var place: Point? {
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
        slot: (Int) -> Int, place: (Double, Double) -> (Double, Double) = { ($0, $1) }
    ) -> TestScreen.Act {
        switch self {
        case .down(let own, let x, let y, let force):
            let place = place(x, y)
            return .down(slot(own), place.0, place.1, force: force)
        case .move(let own, let x, let y, let force):
            let place = place(x, y)
            return .move(slot(own), place.0, place.1, force: force)
        case .moveAndUp(let own, let x, let y):
            let place = place(x, y)
            return .moveAndUp(slot(own), place.0, place.1)
        case .up(let own): return .up(slot(own))
        case .palm(let own): return .palm(slot(own))
        case .palmUp(let own): return .palmUp(slot(own))
        }
    }
}

/// Everything mirrored, left and right exchanged.
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
        let across: ZoneSpan =
            switch rect.horizontal {
            case .fromStart(let start, let length): .fromEnd(start, length: length)
            case .fromEnd(let end, let length): .fromStart(end, length: length)
            case .between(let before, let after): .between(after, before)
            }
        return ZoneRect(horizontal: across, vertical: rect.vertical)
    }

    private static func mirrored(_ values: GestureValues) -> GestureValues {
        let way = mirrored(values.translation ?? .zero)
        let velocity = mirrored(values.velocity ?? .zero)
        let edge = values.edge.map(mirrored)
        return switch values.kind {
        case .drag:
            .drag(
                translation: way, velocity: velocity,
                predicted: mirrored(values.predicted ?? .zero), edge: edge)
        case .swipe:
            .swipe(
                translation: way, velocity: velocity,
                direction: mirrored(values.direction ?? .up), edge: edge)
        case .magnify:
            .magnify(
                translation: way, scale: values.scale ?? 1, velocity: values.scaleVelocity ?? 0)
        case .rotate:
            .rotate(
                translation: way, degrees: -(values.rotation ?? 0),
                velocity: -(values.rotationVelocity ?? 0))
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
        case .composition(let composition):
            gesture.definition = .composition(
                GestureComposition(composition.rule, composition.parts.map(mirrored)))
        default: break
        }
        return gesture
    }
}

extension GestureConfiguration {
    /// Without gestures that depend on the position on the surface, or whose shapes have a left and
    /// a right.
    var placeless: GestureConfiguration {
        GestureConfiguration(zones: [zones[0].with(zones[0].gestures.map(\.placeless))])
    }

    /// Without shapes.
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
            // No panel of the laws has a finger there.
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
        case .composition(let composition):
            gesture.definition = .composition(
                GestureComposition(composition.rule, composition.parts.map(\.placeless)))
        default: break
        }
        return gesture
    }
}
