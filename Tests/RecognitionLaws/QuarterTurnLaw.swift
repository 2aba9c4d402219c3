import TouchCore
import TouchTestSupport

/// A turned panel recognises the same gestures, turned.
enum QuarterTurnLaw {
    static let laws = [
        Law("a turned panel turns its gestures and changes nothing else") { seed in
            var random = RandomConfiguration(seed: seed)
            return Property.failure(seed: seed, random.configuration(), Law.frames(seed: seed)) {
                Self.difference($0, $1)
            }
        },
        Law("a turned panel turns the shapes that are drawn on it") { seed in
            var drawn = DrawnShapes(seed: seed)
            return Property.failure(seed: seed, drawn.configuration(), drawn.frames()) {
                Self.difference($0, $1)
            }
        },
    ]

    private static func difference(
        _ configuration: GestureConfiguration, _ frames: [TouchedFrame]
    ) -> String? {
        var configuration = configuration
        let plain = Property.screen(configuration)
        plain.play(frames)
        var expected = EmittedEvent.all(on: plain)
        var height = plain.surface.height
        for quarter in 1...3 {
            configuration = Turning.turned(configuration, height: height)
            expected = expected.map { Turning.turned($0, height: height) }
            let screen = Property.screen(configuration, quarterTurns: quarter)
            height = screen.surface.height
            screen.play(frames)
            let difference = configuration.difference(
                expected, EmittedEvent.all(on: screen), of: frames)
            if let difference { return "\(quarter): \(difference)" }
        }
        return nil
    }
}

extension GestureConfiguration {
    /// The first difference that is not a rounding error, or `nil` if there is none or if a tie
    /// decides between hands (`LawTransform.haveTiedReturns`).
    func difference(
        _ expected: [EmittedEvent], _ emitted: [EmittedEvent], of frames: [TouchedFrame]
    ) -> String? {
        let difference = EmittedEvent.difference(
            expected, emitted, areSame: EmittedEvent.areNear)
        guard difference != nil, zones.contains(where: { $0.hands > 1 }) else { return difference }
        return LawTransform.haveTiedReturns(frames) ? nil : difference
    }
}

extension EmittedEvent {
    /// Whether both are equal except for rounding errors.
    static func areNear(_ one: EmittedEvent, _ other: EmittedEvent) -> Bool {
        guard one.event.position.isNear(other.event.position),
            one.event.unitPosition.isNear(other.event.unitPosition),
            let values = one.event.values.near(other.event.values),
            one.parts.map(\.node) == other.parts.map(\.node),
            zip(one.parts, other.parts).allSatisfy({ $0.values.near($1.values) != nil })
        else { return false }
        var event = one.event
        event.position = other.event.position
        event.unitPosition = other.event.unitPosition
        event.values = values
        return event == other.event
    }
}

extension GestureValues {
    /// `other` if both are equal except for rounding errors, or `nil`.
    fileprivate func near(_ other: GestureValues) -> GestureValues? {
        let isSame =
            kind == other.kind && fields == other.fields && exactValues == other.exactValues
            && measures.count == other.measures.count
            && zip(measures, other.measures).allSatisfy { $0.isNear($1) }
            && areVelocitiesNear(scaleVelocity, other.scaleVelocity)
            && areVelocitiesNear(rotationVelocity, other.rotationVelocity)
        return isSame ? other : nil
    }

    /// The values that rounding does not affect.
    private var exactValues: [String] {
        [
            direction?.rawValue, edge?.rawValue, count.map(String.init), ticks.map(String.init),
            stroke?.description,
        ].compactMap(\.self)
    }

    /// The engine reports a velocity against the change as 0. If the change is a rounding error,
    /// its sign is arbitrary, so a velocity may be 0 in one of both.
    private func areVelocitiesNear(_ one: Double?, _ other: Double?) -> Bool {
        guard let one, let other else { return true }
        return one.isNear(other) || one == 0 || other == 0
    }
}

/// Configurations and events on a panel that is turned a quarter clockwise.
enum Turning {
    static func turned(_ point: Point) -> Point { Point(x: -point.y, y: point.x) }

    /// - Parameter height: of the surface before it is turned, in mm.
    static func turned(_ emitted: EmittedEvent, height: Double) -> EmittedEvent {
        var emitted = emitted
        emitted.event.position = turned(emitted.event.position) + Point(x: height, y: 0)
        emitted.event.unitPosition = turned(emitted.event.unitPosition) + Point(x: 1, y: 0)
        emitted.event.values = turned(emitted.event.values)
        for index in emitted.parts.indices {
            emitted.parts[index].values = turned(emitted.parts[index].values)
        }
        return emitted
    }

    static func turned(
        _ configuration: GestureConfiguration, height: Double
    ) -> GestureConfiguration {
        GestureConfiguration(
            zones: configuration.zones.map { zone in
                zone.with(
                    zone.gestures.map(turned), rect: zone.rect.map { turned($0, height: height) })
            })
    }

    private static func turned(_ rect: ZoneRect, height: Double) -> ZoneRect {
        guard
            case .fromStart(.millimetres(let y), length: .millimetres(let length)) = rect.vertical
        else { return turned(rect) }
        return ZoneRect(
            horizontal: .fromStart(.millimetres(height - y - length), length: .millimetres(length)),
            vertical: rect.horizontal)
    }

    /// The bottom becomes the left.
    private static func turned(_ rect: ZoneRect) -> ZoneRect {
        let horizontal: ZoneSpan =
            switch rect.vertical {
            case .fromStart(let start, let length): .fromEnd(start, length: length)
            case .fromEnd(let end, let length): .fromStart(end, length: length)
            case .between(let before, let after): .between(after, before)
            }
        return ZoneRect(horizontal: horizontal, vertical: rect.horizontal)
    }

    private static func turned(_ values: GestureValues) -> GestureValues {
        let translation = turned(values.translation ?? .zero)
        let velocity = turned(values.velocity ?? .zero)
        let edge = values.edge.map(turned)
        return switch values.kind {
        case .drag:
            .drag(
                translation: translation, velocity: velocity,
                predicted: turned(values.predicted ?? .zero), edge: edge)
        case .swipe:
            .swipe(
                translation: translation, velocity: velocity,
                direction: turned(values.direction ?? .up), edge: edge)
        case .swipeHold:
            .swipeHold(
                translation: translation, direction: turned(values.direction ?? .up), edge: edge)
        case .magnify:
            .magnify(
                translation: translation, scale: values.scale ?? 1,
                velocity: values.scaleVelocity ?? 0)
        case .rotate:
            .rotate(
                translation: translation, degrees: values.rotation ?? 0,
                velocity: values.rotationVelocity ?? 0)
        case .screenReader: values.changingDirections(turned)
        default: values
        }
    }

    private static func turned(_ edge: SurfaceEdge) -> SurfaceEdge {
        switch edge {
        case .top: .right
        case .right: .bottom
        case .bottom: .left
        case .left: .top
        }
    }

    private static func turned(_ direction: SwipeDirection) -> SwipeDirection {
        switch direction {
        case .up: .right
        case .upRight: .downRight
        case .right: .down
        case .downRight: .downLeft
        case .down: .left
        case .downLeft: .upLeft
        case .left: .up
        case .upLeft: .upRight
        }
    }

    private static func turned(_ gesture: ConfiguredGesture) -> ConfiguredGesture {
        var gesture = gesture
        gesture.place = gesture.place.map(turned)
        switch gesture.definition {
        case .drag(var drag):
            drag.edges = Set(drag.edges.map(turned))
            switch drag.axis {
            case .any: break
            case .horizontal: drag.axis = .vertical
            case .vertical: drag.axis = .horizontal
            }
            gesture.definition = .drag(drag)
        case .swipe(var swipe):
            swipe.edges = Set(swipe.edges.map(turned))
            swipe.directions = Set(swipe.directions.map(turned))
            gesture.definition = .swipe(swipe)
        case .swipeHold(var hold):
            hold.edges = Set(hold.edges.map(turned))
            hold.directions = Set(hold.directions.map(turned))
            gesture.definition = .swipeHold(hold)
        case .stroke(var stroke):
            stroke.templates = stroke.templates.compactMap { template in
                StrokeTemplate(
                    template.name,
                    drawings: template.drawings.map { $0.map { $0.map(turned) } })
            }
            gesture.definition = .stroke(stroke)
        case .composition(let composition):
            gesture.definition = .composition(
                GestureComposition(composition.rule, composition.parts.map(turned)))
        default: break
        }
        return gesture
    }
}

extension GestureValues {
    /// The gesture for screen readers that has other directions.
    func changingDirections(_ change: (SwipeDirection) -> SwipeDirection) -> GestureValues {
        guard let gesture = screenReader else { return self }
        let movement: ScreenReaderGesture.Movement =
            switch gesture.movement {
            case .swipe(let fingers, let direction): .swipe(fingers: fingers, change(direction))
            case .turn(let first, let second): .turn(change(first), change(second))
            case .taps: gesture.movement
            }
        return .screenReader(ScreenReaderGesture(movement) ?? gesture)
    }
}
