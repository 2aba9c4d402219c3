/// Which gestures are recognised, and in which zones.
public struct GestureConfiguration: Sendable, Hashable {
    /// The zones. The first is the whole surface, `screen`; each further zone is above the zones
    /// before it.
    public let zones: [ZoneConfiguration]

    /// The maximum number of zones.
    public static let zoneLimit = 256

    /// - Parameter gestures: the gestures of the whole surface; at most
    ///   `ZoneConfiguration.gestureLimit`, including the parts of compositions.
    public init(gestures: [ConfiguredGesture]) {
        self.init(zones: [ZoneConfiguration(name: "screen", gestures: gestures)])
    }

    /// - Parameter zones: the whole surface first; at most `zoneLimit`.
    public init(zones: [ZoneConfiguration]) {
        precondition(!zones.isEmpty, "there is always the zone of the whole surface")
        precondition(zones.count <= Self.zoneLimit, "there are at most \(Self.zoneLimit) zones")
        self.zones = zones
    }
}

extension GestureConfiguration {
    /// The gestures that are recognised without a configuration.
    ///
    /// A drag may begin after a long press. A long press cannot begin after a drag, because the
    /// finger has moved too far.
    public static let standard = GestureConfiguration(gestures: [
        ConfiguredGesture(.tap(.init())),
        ConfiguredGesture(
            .longPress(.init()), simultaneous: ["magnify", "rotate", "deep_press"]),
        ConfiguredGesture(
            .drag(.init()),
            simultaneous: ["swipe", "magnify", "rotate", "long_press", "deep_press"]),
        ConfiguredGesture(.swipe(.init())),
        ConfiguredGesture(.magnify(.init()), simultaneous: ["rotate"]),
        ConfiguredGesture(.rotate(.init())),
        ConfiguredGesture(.deepPress(.init())),
    ])
}

/// A gesture that a zone recognises.
public struct ConfiguredGesture: Sendable, Hashable {
    /// Its name for clients; by default, the name of the kind.
    public var name: String
    /// Kind and thresholds.
    public var definition: GestureDefinition
    /// The gestures that it does not compete with. Two gestures do not compete if either of them
    /// names the other.
    public var simultaneous: SimultaneousGestures
    /// Names of gestures of its zone that must have failed before it begins or is emitted.
    ///
    /// Gestures that wait for each other in a circle are never emitted; a configuration file with a
    /// circle is rejected.
    public var waitsFor: Set<String>
    /// How long it cannot begin again after its end.
    public var cooldown: Duration
    /// The rectangle in which the fingers of a part of a composition must land; `nil` if they may
    /// land anywhere in the zone. Ignored for compositions, and for gestures that are not parts.
    public var place: ZoneRect?

    /// - Parameters:
    ///   - definition: kind and thresholds.
    ///   - name: its name for clients; `nil` for the name of the kind.
    ///   - simultaneous: the gestures that it does not compete with.
    ///   - waitsFor: the names of gestures of its zone that must have failed before it begins or is
    ///     emitted.
    ///   - cooldown: how long it cannot begin again after its end.
    ///   - place: the rectangle in which the fingers of a part of a composition must land; `nil` if
    ///     they may land anywhere in the zone.
    public init(
        _ definition: GestureDefinition, name: String? = nil,
        simultaneous: SimultaneousGestures = [], waitsFor: Set<String> = [],
        cooldown: Duration = .zero, place: ZoneRect? = nil
    ) {
        self.definition = definition
        self.name = name ?? definition.kind.rawValue
        self.simultaneous = simultaneous
        self.waitsFor = waitsFor
        self.cooldown = cooldown
        self.place = place
    }

    /// The kind.
    public var kind: GestureKind { definition.kind }
}

/// The gestures with which a gesture does not compete.
public enum SimultaneousGestures: Sendable, Hashable, ExpressibleByArrayLiteral {
    /// The gestures with these names.
    case named(Set<String>)
    /// All gestures of the zone.
    case all

    /// The gestures with these names.
    public init(arrayLiteral names: String...) {
        self = .named(Set(names))
    }

    /// Whether the gesture called `name` is one of them.
    public func contains(_ name: String) -> Bool {
        switch self {
        case .named(let names): names.contains(name)
        case .all: true
        }
    }
}

// MARK: - Profiles

/// A named set of default thresholds, for people with certain hands or panels of a certain size.
///
/// Each kind defines its thresholds for each profile (`GestureThresholds.defaults(of:)`). In
/// `gestured.yaml` a profile applies to the whole configuration or to a zone; thresholds that are
/// given there override it.
public enum GestureProfile: String, Sendable, Hashable, CaseIterable {
    /// The defaults documented in docs/gestures.
    case standard
    /// Slow or shaking hands: older people, people with a tremor.
    ///
    /// A tap may take 1 s and 8 mm, the next one of a count may follow 700 ms later and 14 mm away;
    /// a long press takes 1 s; a drag begins beyond 8 mm, so that no tap becomes a drag. A swipe
    /// may take 1.5 s and deviate by 30°, and its last movement must be longer than a tremor. The
    /// values are from the perturbed touches of `docs/accuracy-tables.md` (slow hands).
    case slowHands = "slow_hands"
    /// Panels of 3 to 4.5 inches, on which strokes are short.
    case small
    /// Walls from 65 inches on, where arms are stretched, and strokes long.
    case wall
}

extension GestureProfile {
    /// The profile for a panel with these sides in mm; `nil` if the standard one suits it.
    package init?(forWidth width: Double, height: Double) {
        switch (width * width + height * height).squareRoot() / 25.4 {
        case 3...4.5: self = .small
        case 65...1_000: self = .wall
        default: return nil
        }
    }
}

extension GestureConfiguration {
    /// The gestures that are recognised without a configuration, with the thresholds of a profile.
    public static func standard(_ profile: GestureProfile) -> GestureConfiguration {
        GestureConfiguration(
            gestures: standard.zones[0].gestures.map { gesture in
                var gesture = gesture
                if let kind = gesture.kind.thresholds {
                    gesture.definition = kind.defaults(of: profile).definition
                }
                return gesture
            })
    }
}

extension GestureThresholds {
    /// The default thresholds of a profile.
    package static func defaults(of profile: GestureProfile) -> Self {
        var thresholds = Self()
        thresholds.adapt(to: profile)
        return thresholds
    }

    package mutating func adapt(to profile: GestureProfile) {}
}

// MARK: - Custom gestures

/// A gesture with a recogniser that a program defines. No configuration file can name it.
public final class CustomDefinition: Sendable, Hashable {
    /// The recogniser. Each arena has a copy of it.
    let prototype: any CustomRecognizer

    package init(_ prototype: any CustomRecognizer) {
        self.prototype = prototype
    }

    /// The allowed numbers of fingers.
    var fingers: ClosedRange<Int> { prototype.fingers }

    /// Whether both are the same object. Two definitions with equal recognisers are different
    /// gestures.
    public static func == (left: CustomDefinition, right: CustomDefinition) -> Bool {
        left === right
    }

    /// Hashes the identity that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

/// A gesture of a zone's list, or a part of one.
///
/// The engine and the protocol identify a part by its index in `ZoneConfiguration.nodes`.
public struct GestureNode: Sendable, Hashable {
    /// The configured gesture.
    public let gesture: ConfiguredGesture
    /// The index of the composition that it is a part of; `nil` for a gesture of the list.
    public let parent: Int?
    /// The index of its root: the gesture of the list that it belongs to, or itself.
    public let root: Int
    /// The root's index in the list.
    public let listIndex: Int
    /// The index after its last part; after itself, if it has no parts.
    public let end: Int

    /// The rectangle in which its fingers must land; `nil` if they may land anywhere in the zone.
    var place: ZoneRect? {
        parent == nil || gesture.kind.isComposition ? nil : gesture.place
    }
}

extension ZoneConfiguration {
    /// Every gesture of the list, each followed by its parts.
    public var nodes: [GestureNode] {
        var nodes: [GestureNode] = []
        nodes.reserveCapacity(Self.nodeCount(of: gestures))
        for index in gestures.indices {
            Self.append(
                gestures[index], parent: nil, root: nodes.count, listIndex: index, to: &nodes)
        }
        return nodes
    }

    private static func append(
        _ gesture: ConfiguredGesture, parent: Int?, root: Int, listIndex: Int,
        to nodes: inout [GestureNode]
    ) {
        let index = nodes.count
        let end = index + nodeCount(of: [gesture])
        nodes.append(
            GestureNode(
                gesture: gesture, parent: parent, root: root, listIndex: listIndex, end: end))
        guard case .composition(let composition) = gesture.definition else { return }
        for part in composition.parts {
            append(part, parent: index, root: root, listIndex: listIndex, to: &nodes)
        }
    }
}
