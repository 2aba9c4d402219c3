/// Gestures that are reported as one.
public struct GestureComposition: Sendable, Hashable {
    /// How the parts are combined.
    public enum Rule: String, Sendable, Hashable, CaseIterable {
        /// Active while any part is.
        case simultaneous
        /// The second part starts when the first has ended (a long press: when it has begun), with
        /// the same fingers.
        case sequence
        /// The first part has precedence: the others are emitted only while it has not begun.
        case exclusive

        /// The kind of the composition.
        public var kind: GestureKind {
            switch self {
            case .simultaneous: .simultaneous
            case .sequence: .sequence
            case .exclusive: .exclusive
            }
        }

        /// The rule of compositions of `kind`; `nil` if the kind is not a composition.
        package init?(_ kind: GestureKind) {
            switch kind {
            case .simultaneous: self = .simultaneous
            case .sequence: self = .sequence
            case .exclusive: self = .exclusive
            default: return nil
            }
        }

        /// Its description: one sentence without a full stop.
        var summary: String {
            switch self {
            case .simultaneous: "Parts that go on together"
            case .sequence: "Parts that come one after another"
            case .exclusive: "Parts of which one is emitted, the first before the others"
            }
        }
    }

    /// How the parts are combined.
    public let rule: Rule
    /// In order; at least two, nested up to eight deep.
    public let parts: [ConfiguredGesture]

    /// Creates a composition of at least two parts, in order.
    public init(_ rule: Rule, _ parts: [ConfiguredGesture]) {
        precondition(parts.count >= 2, "a composition has at least two parts")
        self.rule = rule
        self.parts = parts
    }

    /// From the minimum to the maximum number of fingers of any part.
    var fingers: ClosedRange<Int> {
        let ranges = parts.map(\.definition.fingers)
        let least = ranges.map(\.lowerBound).min() ?? 1
        return least...(ranges.map(\.upperBound).max() ?? least)
    }
}
