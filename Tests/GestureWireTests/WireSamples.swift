import GestureWire

@testable import TouchCore

/// Events of every kind in every phase, like those of an engine.
enum WireSamples {
    static let configuration = GestureConfiguration(zones: [
        ZoneConfiguration(name: "screen", gestures: definitions.map { ConfiguredGesture($0) }),
        ZoneConfiguration(
            name: "dock", gestures: [ConfiguredGesture(.swipe(.init()), name: "show_keyboard")]),
    ])

    private static let definitions: [GestureDefinition] = [
        .tap(.init()), .press(.init()), .longPress(.init()), .drag(.init()), .swipe(.init()),
        .swipeHold(.init()), .magnify(.init()), .rotate(.init()), .deepPress(.init()),
        .force(.init()),
        .stroke(.init()), .screenReader(.init()),
    ]

    /// The kinds that are not compositions, without `custom`.
    static let kinds = definitions.map(\.kind)

    static let touchscreen = Point(x: 344.2, y: 193.6)

    static func events(of kind: GestureKind) -> [GestureEvent] {
        var stepped = eventsWithoutSteps(of: kind).filter { $0.phase == .changed }
        for index in stepped.indices { stepped[index].values.steps = -3 }
        return eventsWithoutSteps(of: kind) + (kind.fields.contains(.steps) ? stepped : [])
    }

    private static func eventsWithoutSteps(of kind: GestureKind) -> [GestureEvent] {
        switch kind {
        case .tap: taps
        case .press: presses
        case .longPress: lifecycle(of: .longPress, fingers: 2) { _ in .longPress }
        case .drag: drags
        case .swipe: swipes
        case .swipeHold: swipeHolds
        case .magnify: lifecycle(of: .magnify, fingers: 2) { magnification(at: $0) }
        case .rotate: lifecycle(of: .rotate, fingers: 3) { rotation(at: $0) }
        case .deepPress: deepPresses
        case .force: lifecycle(of: .force, fingers: 1) { _ in .force }.map(pressed)
        case .stroke: strokes
        case .screenReader: screenReaderGestures
        case .simultaneous, .sequence, .exclusive, .custom: []
        }
    }

    private static var taps: [GestureEvent] {
        (1...3).map { event(.tap, id: UInt64($0), .ended, fingers: $0, .tap(count: $0)) }
            + [event(.tap, id: 26, .ended, fingers: 1, .tap(count: 1, beside: .left))]
    }

    private static var drags: [GestureEvent] {
        let plain = lifecycle(of: .drag, fingers: 1) { drag(at: $0, edge: nil) }
        return plain
            + SurfaceEdge.allCases.map {
                event(.drag, id: 18, .began, fingers: 1, drag(at: .began, edge: $0))
            }
    }

    private static var swipes: [GestureEvent] {
        let directions = SwipeDirection.allCases.map {
            event(.swipe, id: 19, .ended, fingers: 3, swipe($0, edge: nil))
        }
        let edges = SurfaceEdge.allCases.map {
            event(.swipe, id: 20, .ended, fingers: 1, swipe(.right, edge: $0))
        }
        var named = event(.swipe, id: 21, .ended, fingers: 2, swipe(.up, edge: .bottom))
        named.zone = 1
        named.gesture = 0
        return directions + edges + [named]
    }

    private static var swipeHolds: [GestureEvent] {
        func values(_ edge: SurfaceEdge?) -> GestureValues {
            .swipeHold(translation: Point(x: 1.5, y: -48.25), direction: .up, edge: edge)
        }
        return lifecycle(of: .swipeHold, fingers: 2) { _ in values(nil) }
            + [event(.swipeHold, id: 25, .began, fingers: 1, values(.bottom))]
    }

    private static var presses: [GestureEvent] {
        lifecycle(of: .press, fingers: 1) { phase in
            .press(
                ticks: phase == .changed ? 3 : nil, isInside: phase == .ended ? true : nil)
        } + [event(.press, id: 22, .ended, fingers: 1, .press(ticks: nil, isInside: false))]
    }

    private static var deepPresses: [GestureEvent] {
        let events = lifecycle(of: .deepPress, fingers: 1) {
            .deepPress(maximum: $0 == .ended ? 0.93755 : nil)
        }
        return events.map(pressed)
    }

    private static var strokes: [GestureEvent] {
        let names = ["circle", "abcdefghijklmnopqrstuvwx", "A-Z_0.9"].compactMap(StrokeName.init)
        return names.map { name in
            event(
                .stroke, id: 23, .ended, fingers: 1,
                .stroke(name, score: 0.835_46, runnerUp: (names[0], 0.5)))
        } + [event(.stroke, id: 24, .ended, fingers: 1, .stroke(names[0], score: 1, runnerUp: nil))]
    }

    private static var screenReaderGestures: [GestureEvent] {
        ScreenReaderGesture.allCases.map {
            event(.screenReader, id: 27, .ended, fingers: $0.fingers, .screenReader($0))
        }
    }

    private static func pressed(_ event: GestureEvent) -> GestureEvent {
        var pressed = event
        pressed.force = 0.8125
        pressed.forceSource = .pressure
        return pressed
    }

    /// `began`, `changed`, `ended`, and `cancelled` for every reason.
    private static func lifecycle(
        of kind: GestureKind, fingers: Int, _ values: (GesturePhase) -> GestureValues
    ) -> [GestureEvent] {
        let phases: [GesturePhase] = [.began, .changed, .ended]
        let steps = phases.map { event(kind, id: 17, $0, fingers: fingers, values($0)) }
        return steps
            + CancellationReason.allCases.map { reason in
                var event = event(kind, id: 17, .cancelled, fingers: fingers, values(.cancelled))
                event.reason = reason
                return event
            }
    }

    static func event(
        _ kind: GestureKind, id: UInt64, _ phase: GesturePhase, fingers: Int,
        _ values: GestureValues
    ) -> GestureEvent {
        let position = Point(x: 110.9, y: 61.3)
        let hasForce = kind == .drag && phase == .changed
        return GestureEvent(
            time: Timestamp(microseconds: 81_234_567_890), device: 3, zone: 0,
            gesture: kinds.firstIndex(of: kind) ?? 0, id: id, phase: phase,
            reason: nil, fingers: fingers, position: position,
            unitPosition: Point(x: position.x / touchscreen.x, y: position.y / touchscreen.y),
            durationUs: 86_210, force: hasForce ? 0.41 : nil,
            forceSource: hasForce ? .area : nil, values: values)
    }

    private static func drag(at phase: GesturePhase, edge: SurfaceEdge?) -> GestureValues {
        let velocity = phase == .began ? Point(x: -120.004, y: 0.004) : Point(x: 412, y: 9.1)
        let translation = Point(x: 8.5, y: 0.305)
        return .drag(
            translation: translation, velocity: velocity,
            predicted: translation + velocity * 0.25, edge: edge)
    }

    private static func swipe(_ direction: SwipeDirection, edge: SurfaceEdge?) -> GestureValues {
        .swipe(
            translation: Point(x: 42.126, y: -3.5), velocity: Point(x: 600.5, y: -0.004),
            direction: direction, edge: edge)
    }

    private static func magnification(at phase: GesturePhase) -> GestureValues {
        .magnify(
            translation: Point(x: -1.25, y: 0), scale: phase == .began ? 1.1 : 0.654_32,
            velocity: -2.000_04)
    }

    private static func rotation(at phase: GesturePhase) -> GestureValues {
        .rotate(
            translation: Point(x: 0, y: 2.5), degrees: phase == .began ? -10.5 : 540.125,
            velocity: 90)
    }
}

enum DeviceSamples {
    static let panel = DeviceRecord(
        id: 3, name: "ELAN Touchscreen", path: "/dev/input/event7", bus: 3, vendor: 1267,
        product: 8756, width: 344.2, height: 193.604, size: .kernel, slots: 10)

    static var all: [(change: DeviceChange, device: DeviceRecord)] {
        var pressed = panel
        pressed.force = .pressure
        var broken = panel
        broken.state = .error
        broken.error = "cannot open /dev/input/event7: permission denied"
        var recording = panel
        recording.id = 1
        recording.path = nil
        recording.size = .assumed
        recording.width = 217.5
        recording.height = 136
        var configured = panel
        configured.output = "HDMI-1"
        configured.isMapped = true
        configured.transform = .turned90
        configured.size = .configured
        configured.force = .area
        return [
            (.present, panel), (.changed, pressed), (.removed, pressed), (.added, configured),
            (.present, broken), (.present, recording),
        ]
    }
}
