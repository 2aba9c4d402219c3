/// Several gestures that are reported as one.
public struct GestureComposition: Sendable, Hashable {
    /// How the parts are combined.
    public enum Rule: String, Sendable, Hashable, CaseIterable {
        /// Active while any part is.
        case simultaneous
        /// Each part starts when the part before it has ended. After a long press it starts as soon
        /// as the press has begun, so that the same fingers continue.
        case sequence
        /// The first part has precedence: another part is emitted only if the first has not begun.
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
            case .simultaneous: "Parts that are active together"
            case .sequence: "Parts that are performed one after another"
            case .exclusive: "Parts of which one is emitted; the first has precedence"
            }
        }
    }

    /// How the parts are combined.
    public let rule: Rule
    /// The parts, in order: at least two. Each may be a composition.
    public let parts: [ConfiguredGesture]

    /// Creates a composition of at least two parts, in order.
    public init(_ rule: Rule, _ parts: [ConfiguredGesture]) {
        precondition(parts.count >= 2, "a composition has at least two parts")
        self.rule = rule
        self.parts = parts
    }

    /// From the minimum number of fingers of all parts to the maximum.
    var fingers: ClosedRange<Int> {
        let ranges = parts.map(\.definition.fingers)
        let minimum = ranges.map(\.lowerBound).min() ?? 1
        return minimum...(ranges.map(\.upperBound).max() ?? minimum)
    }
}
