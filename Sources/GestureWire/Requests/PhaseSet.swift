public import TouchCore

/// A set of gesture phases.
public struct PhaseSet: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The set of one phase.
    public init(_ phase: GesturePhase) {
        switch phase {
        case .began: rawValue = 1
        case .changed: rawValue = 2
        case .ended: rawValue = 4
        case .cancelled: rawValue = 8
        }
    }

    init(_ phases: Set<GesturePhase>) {
        self = phases.reduce(into: []) { $0.formUnion(PhaseSet($1)) }
    }

    public static let all = PhaseSet(rawValue: 15)

    /// Whether the set contains the phase.
    public func contains(_ phase: GesturePhase) -> Bool { contains(PhaseSet(phase)) }
}
