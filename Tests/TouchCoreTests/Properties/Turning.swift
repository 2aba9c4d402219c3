import TouchCore

/// Everything as it is on a panel that lies turned a quarter clockwise.
enum Turning {
    static func turned(_ point: Point) -> Point { Point(x: -point.y, y: point.x) }

    /// - Parameter height: of the surface before it is turned, in mm.
    static func turned(_ told: Told, height: Double) -> Told {
        var told = told
        told.event.position = turned(told.event.position) + Point(x: height, y: 0)
        told.event.unitPosition = turned(told.event.unitPosition) + Point(x: 1, y: 0)
        told.event.values = turned(told.event.values)
        for index in told.parts.indices {
            told.parts[index].values = turned(told.parts[index].values)
        }
        return told
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
        guard case .millimetres(let y) = rect.y, case .millimetres(let side) = rect.height else {
            preconditionFailure("shares are not turned here")
        }
        return ZoneRect(
            x: .millimetres(height - y - side), y: rect.x, width: rect.height, height: rect.width)
    }

    private static func turned(_ values: GestureValues) -> GestureValues {
        let way = turned(values.translation ?? .zero)
        let velocity = turned(values.velocity ?? .zero)
        let edge = values.edge.map(turned)
        return switch values.kind {
        case .drag:
            .drag(
                translation: way, velocity: velocity,
                predicted: turned(values.predicted ?? .zero), edge: edge)
        case .swipe:
            .swipe(
                translation: way, velocity: velocity,
                direction: turned(values.direction ?? .up), edge: edge)
        case .magnify:
            .magnify(
                translation: way, scale: values.scale ?? 1, velocity: values.scaleVelocity ?? 0)
        case .rotate:
            .rotate(
                translation: way, degrees: values.rotation ?? 0,
                velocity: values.rotationVelocity ?? 0)
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
        case .composition(let composition):
            gesture.definition = .composition(
                GestureComposition(composition.rule, composition.parts.map(turned)))
        default: break
        }
        return gesture
    }
}
