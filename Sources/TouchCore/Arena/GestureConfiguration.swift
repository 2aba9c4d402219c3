/// A gesture's kind and its thresholds.
public enum GestureDefinition: Sendable, Hashable {
    case tap(TapThresholds)
    case longPress(LongPressThresholds)
    case drag(DragThresholds)
    case swipe(SwipeThresholds)
    case magnify(MagnifyThresholds)
    case rotate(RotateThresholds)
    case deepPress(DeepPressThresholds)

    /// The kind with its default thresholds.
    public init(_ kind: GestureKind) {
        switch kind {
        case .tap: self = .tap(.init())
        case .longPress: self = .longPress(.init())
        case .drag: self = .drag(.init())
        case .swipe: self = .swipe(.init())
        case .magnify: self = .magnify(.init())
        case .rotate: self = .rotate(.init())
        case .deepPress: self = .deepPress(.init())
        }
    }

    /// The kind.
    public var kind: GestureKind {
        switch self {
        case .tap: .tap
        case .longPress: .longPress
        case .drag: .drag
        case .swipe: .swipe
        case .magnify: .magnify
        case .rotate: .rotate
        case .deepPress: .deepPress
        }
    }

    /// How many fingers.
    public var fingers: ClosedRange<Int> {
        switch self {
        case .tap(let thresholds): thresholds.fingers
        case .longPress(let thresholds): thresholds.fingers
        case .drag(let thresholds): thresholds.fingers
        case .swipe(let thresholds): thresholds.fingers
        case .magnify(let thresholds): thresholds.fingers
        case .rotate(let thresholds): thresholds.fingers
        case .deepPress(let thresholds): thresholds.fingers
        }
    }
}

/// A gesture that a zone recognises.
public struct ConfiguredGesture: Sendable, Hashable {
    /// What clients know it by; the kind where nothing else is given.
    public var name: String
    /// Kind and thresholds.
    public var definition: GestureDefinition
    /// Names of the gestures that it does not compete with; holds both ways.
    public var simultaneous: Set<String>

    public init(
        _ definition: GestureDefinition, name: String? = nil, simultaneous: Set<String> = []
    ) {
        self.definition = definition
        self.name = name ?? definition.kind.rawValue
        self.simultaneous = simultaneous
    }

    /// A kind with its default thresholds.
    public init(_ kind: GestureKind, name: String? = nil, simultaneous: Set<String> = []) {
        self.init(GestureDefinition(kind), name: name, simultaneous: simultaneous)
    }

    /// The kind.
    public var kind: GestureKind { definition.kind }
}

/// A part of the surface with gestures of its own.
public struct ZoneConfiguration: Sendable, Hashable {
    /// What clients know it by; `screen` is the whole surface.
    public let name: String
    /// In order of priority; at most 64.
    public let gestures: [ConfiguredGesture]

    /// The most gestures of a zone: one bit each in the arena's masks.
    public static let gestureLimit = 64

    package init(name: String, gestures: [ConfiguredGesture]) {
        precondition(
            gestures.count <= Self.gestureLimit,
            "a zone has at most \(Self.gestureLimit) gestures")
        self.name = name
        self.gestures = gestures
    }
}

/// What is recognised where.
public struct GestureConfiguration: Sendable, Hashable {
    /// Zones in the order of their indices: the whole surface, `screen`.
    public let zones: [ZoneConfiguration]

    /// - Parameter gestures: those of the whole surface, in order of priority; at most 64.
    public init(gestures: [ConfiguredGesture]) {
        self.init(zones: [ZoneConfiguration(name: "screen", gestures: gestures)])
    }

    /// The engine recognises the first zone; what is told of an event names any.
    package init(zones: [ZoneConfiguration]) {
        precondition(!zones.isEmpty, "there is always the zone of the whole surface")
        self.zones = zones
    }
}

extension GestureConfiguration {
    /// What is recognised with no configuration.
    ///
    /// A long press does not silence the drag after it; a drag that begins first still makes the
    /// long press fail, for it moved the finger too far.
    public static let standard = GestureConfiguration(gestures: [
        ConfiguredGesture(.tap),
        ConfiguredGesture(
            .longPress, simultaneous: ["magnify", "rotate", "deep_press"]),
        ConfiguredGesture(
            .drag,
            simultaneous: ["swipe", "magnify", "rotate", "long_press", "deep_press"]),
        ConfiguredGesture(.swipe),
        ConfiguredGesture(.magnify, simultaneous: ["rotate"]),
        ConfiguredGesture(.rotate),
        ConfiguredGesture(.deepPress),
    ])
}
