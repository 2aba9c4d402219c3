/// A gesture that a zone recognises.
public struct ConfiguredGesture: Sendable, Hashable {
    /// What clients know it by; the kind where nothing else is given.
    public var name: String
    /// Kind and thresholds.
    public var definition: GestureDefinition
    /// Those that it does not compete with; holds both ways.
    public var simultaneous: SimultaneousGestures
    /// Names of gestures of its zone that must have failed before it begins or is told.
    ///
    /// Those that wait for each other in a circle are never told; a configuration file with one is
    /// refused.
    public var waitsFor: Set<String>
    /// How long it is silent after it ended.
    public var cooldown: Duration

    /// - Parameters:
    ///   - definition: kind and thresholds.
    ///   - name: what clients know it by; `nil` is its kind's.
    ///   - simultaneous: those that it does not compete with.
    ///   - waitsFor: those of its zone that must have failed before it is told.
    ///   - cooldown: how long it is silent after it ended.
    public init(
        _ definition: GestureDefinition, name: String? = nil,
        simultaneous: SimultaneousGestures = [], waitsFor: Set<String> = [],
        cooldown: Duration = .zero
    ) {
        self.definition = definition
        self.name = name ?? definition.kind.rawValue
        self.simultaneous = simultaneous
        self.waitsFor = waitsFor
        self.cooldown = cooldown
    }

    /// The kind.
    public var kind: GestureKind { definition.kind }
}

/// The gestures that one does not compete with.
public enum SimultaneousGestures: Sendable, Hashable, ExpressibleByArrayLiteral {
    /// Those with these names.
    case named(Set<String>)
    /// All of its zone.
    case all

    /// Those with these names.
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
