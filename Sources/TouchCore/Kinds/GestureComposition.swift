/// Gestures that are reported as one.
public struct GestureComposition: Sendable, Hashable {
    /// How the parts go together.
    public enum Rule: String, Sendable, Hashable, CaseIterable {
        /// Active while any is.
        case simultaneous
        /// The second starts when the first has ended (a long press: when it has begun), and the
        /// same fingers go on.
        case sequence
        /// The first has precedence: the others are emitted only while it has not begun.
        case exclusive

        /// The kind of gesture that it makes.
        public var kind: GestureKind {
            switch self {
            case .simultaneous: .simultaneous
            case .sequence: .sequence
            case .exclusive: .exclusive
            }
        }

        /// The rule that makes gestures of `kind`; `nil` for a kind that is no composition.
        package init?(_ kind: GestureKind) {
            switch kind {
            case .simultaneous: self = .simultaneous
            case .sequence: self = .sequence
            case .exclusive: self = .exclusive
            default: return nil
            }
        }

        /// What it makes: one sentence without a full stop.
        var summary: String {
            switch self {
            case .simultaneous: "Parts that go on together"
            case .sequence: "Parts that come one after another"
            case .exclusive: "Parts of which one is emitted, the first before the others"
            }
        }
    }

    /// How the parts go together.
    public let rule: Rule
    /// In their order; two at least, to any depth.
    public let parts: [ConfiguredGesture]

    /// Parts in their order; two at least.
    public init(_ rule: Rule, _ parts: [ConfiguredGesture]) {
        precondition(parts.count >= 2, "a composition has at least two parts")
        self.rule = rule
        self.parts = parts
    }

    /// From the fewest to the most that a part takes.
    var fingers: ClosedRange<Int> {
        let ranges = parts.map(\.definition.fingers)
        let least = ranges.map(\.lowerBound).min() ?? 1
        return least...(ranges.map(\.upperBound).max() ?? least)
    }
}
