/// A kind of gesture.
public enum GestureKind: String, Sendable, Hashable, CaseIterable {
    /// Fingers that touch and lift.
    case tap
    /// Fingers that are down, reported at once and then at each tick.
    case press
    /// Fingers that stay where they landed.
    case longPress = "long_press"
    /// Fingers that move.
    case drag
    /// A fast, straight stroke that does not stop.
    case swipe
    /// Fingers that spread or close.
    case magnify
    /// Fingers that turn.
    case rotate
    /// A finger that presses harder than it did when it came.
    case deepPress = "deep_press"
    /// A finger that is down on a device with force.
    case force
    /// A shape that one finger draws.
    case stroke
    /// Several at the same time.
    case simultaneous
    /// One after another.
    case sequence
    /// One of several.
    case exclusive
    /// Recognised by what a program brings along: never in a configuration, never on the wire.
    case custom

    /// Those that a configuration can name: all but `custom`.
    public static let allCases: [GestureKind] = [
        .tap, .press, .longPress, .drag, .swipe, .magnify, .rotate, .deepPress, .force,
        .stroke, .simultaneous, .sequence, .exclusive,
    ]

    /// The kind that a configuration calls `word`; `nil` where there is none.
    public init?(configured word: String) {
        guard let kind = GestureKind.allCases.first(where: { $0.rawValue == word }) else {
            return nil
        }
        self = kind
    }

    /// The kind of a name, or of the name that other programs give it; `nil` where it is none.
    package static func meant(by name: String) -> GestureKind? {
        GestureKind(configured: name)
            ?? allCases.first { $0.thresholds?.aliases.contains(name) ?? false }
    }

    /// Whether it is made of other gestures.
    @inlinable public var isComposition: Bool {
        switch self {
        case .simultaneous, .sequence, .exclusive: true
        default: false
        }
    }
}

/// A gesture's kind and its thresholds, or the gestures that it is composed of.
public enum GestureDefinition: Sendable, Hashable {
    /// Fingers that touch and lift.
    case tap(TapThresholds)
    /// Fingers that are down, reported at once and then at each tick.
    case press(PressThresholds)
    /// Fingers that stay where they landed.
    case longPress(LongPressThresholds)
    /// Fingers that move.
    case drag(DragThresholds)
    /// A fast, straight stroke that does not stop.
    case swipe(SwipeThresholds)
    /// Fingers that spread or close.
    case magnify(MagnifyThresholds)
    /// Fingers that turn.
    case rotate(RotateThresholds)
    /// A finger that presses harder than it did when it came.
    case deepPress(DeepPressThresholds)
    /// A finger that is down on a device with force.
    case force(ForceThresholds)
    /// A shape that one finger draws.
    case stroke(StrokeThresholds)
    /// Gestures made one.
    case composition(GestureComposition)
    /// Recognised by what a program brings along.
    case custom(CustomDefinition)
}

// MARK: - The table of kinds

// The tables of a kind stand in its file (`GestureThresholds`); these two switches find it. No
// other code outside of this folder asks for a kind by its name (Scripts/check-kinds).

extension GestureKind {
    /// Its thresholds, and with them the tables of the kind; `nil` for compositions
    /// and for what programs bring along.
    package var thresholds: (any GestureThresholds.Type)? {
        switch self {
        case .tap: TapThresholds.self
        case .press: PressThresholds.self
        case .longPress: LongPressThresholds.self
        case .drag: DragThresholds.self
        case .swipe: SwipeThresholds.self
        case .magnify: MagnifyThresholds.self
        case .rotate: RotateThresholds.self
        case .deepPress: DeepPressThresholds.self
        case .force: ForceThresholds.self
        case .stroke: StrokeThresholds.self
        case .simultaneous, .sequence, .exclusive, .custom: nil
        }
    }
}

extension GestureDefinition {
    /// The thresholds; `nil` for compositions and for what programs bring along.
    package var thresholds: (any GestureThresholds)? {
        switch self {
        case .tap(let thresholds): thresholds
        case .press(let thresholds): thresholds
        case .longPress(let thresholds): thresholds
        case .drag(let thresholds): thresholds
        case .swipe(let thresholds): thresholds
        case .magnify(let thresholds): thresholds
        case .rotate(let thresholds): thresholds
        case .deepPress(let thresholds): thresholds
        case .force(let thresholds): thresholds
        case .stroke(let thresholds): thresholds
        case .composition, .custom: nil
        }
    }

    /// The bands along the sides in which its fingers have to land; `nil`: they may land anywhere.
    package var edgeBands: EdgeBands? { thresholds?.edgeBands }

    /// What the rules of an arena need to know of the kind, and of what is configured.
    var traits: KindTraits {
        switch self {
        case .composition: return .composition
        case .custom: return .custom
        default:
            guard let thresholds else { return [] }
            return type(of: thresholds).traits.union(thresholds.ownTraits)
        }
    }

    /// The kind.
    public var kind: GestureKind {
        switch self {
        case .composition(let composition): composition.rule.kind
        case .custom: .custom
        default: thresholds.map { type(of: $0).kind } ?? .custom
        }
    }

    /// How many fingers; of a composition, as many as one of its parts takes.
    public var fingers: ClosedRange<Int> {
        switch self {
        case .composition(let composition): composition.fingers
        case .custom(let definition): definition.fingers
        default: thresholds?.fingers ?? 1...1
        }
    }

    /// Whether it may begin as long as its fingers are down, so that it fails at their lift at last.
    package var isOpenEnded: Bool {
        if case .composition(let composition) = self {
            return composition.parts.contains(where: \.definition.isOpenEnded)
        }
        return thresholds?.isOpenEnded ?? true
    }
}

// MARK: - The tables of a kind

/// The thresholds of a kind, and what everybody else has to know of it.
package protocol GestureThresholds: Sendable, Hashable {
    /// The kind.
    static var kind: GestureKind { get }
    /// What it is: one sentence without a full stop.
    static var summary: String { get }
    /// What other programs call it: for advice where somebody writes that.
    static var aliases: [String] { get }
    /// What others have to know of how it goes.
    static var traits: KindTraits { get }
    /// The values that its lines may have.
    static var fields: GestureFields { get }
    /// What may be measured and missed, in the order in which it is checked.
    static var quantities: [UnmetThreshold.Quantity] { get }
    /// The thresholds, in the order of the configuration.
    static var table: [Threshold<Self>] { get }

    /// The defaults.
    init()
    /// How many fingers.
    var fingers: ClosedRange<Int> { get }
    /// The kind with these thresholds.
    var definition: GestureDefinition { get }
    /// Two thresholds that cannot hold together; `nil` where there are none.
    var contradiction: ThresholdContradiction? { get }
    /// Whether it may begin as long as its fingers are down.
    var isOpenEnded: Bool { get }
    /// What these thresholds add to the traits of the kind.
    var ownTraits: KindTraits { get }
    /// The bands along the sides in which its fingers have to land; `nil`: they may land anywhere.
    var edgeBands: EdgeBands? { get }
    /// Sets what slow hands need; for defaults.
    mutating func adaptToSlowHands()
    /// Ways in which it may be made within its thresholds, the plainest first, and the most careless.
    func performances(on stage: PerformanceStage) -> [Performance]
    /// Ways within its thresholds in which people hardly ever make it.
    func rarePerformances(on stage: PerformanceStage) -> [Performance]
    /// Whether fingers that meet these thresholds meet those of `other`, too.
    func isWithin(_ other: Self) -> Bool
    /// Whether it and `other` are decided in the same step where both are met.
    func isDecided(with other: Self) -> Bool
}

extension ClosedRange<Int> {
    /// Whether every number of `other` is one of these.
    func includes(_ other: Self) -> Bool {
        lowerBound <= other.lowerBound && other.upperBound <= upperBound
    }
}

extension GestureThresholds {
    package static var aliases: [String] { [] }
    package static var quantities: [UnmetThreshold.Quantity] { [] }
    package var contradiction: ThresholdContradiction? { nil }
    package var isOpenEnded: Bool { true }
    package var ownTraits: KindTraits { [] }
    package var edgeBands: EdgeBands? { nil }
    package func rarePerformances(on stage: PerformanceStage) -> [Performance] { [] }

    /// The thresholds of any definition of the kind.
    package static var definitionTable: [Threshold<GestureDefinition>] {
        table.map { $0.map({ $0.thresholds as? Self }, \.definition) }
    }
}

/// Two thresholds that cannot hold together.
package struct ThresholdContradiction: Sendable, Hashable {
    /// Their names; the first that is given is the one to change.
    package let names: [String]
    /// What is wrong.
    package let message: String
    /// What to do about it.
    package let advice: String
}

extension GestureKind {
    /// What others have to know of how it goes.
    package var traits: KindTraits { thresholds?.traits ?? [] }

    /// The values that its lines may have.
    package var fields: GestureFields { thresholds?.fields ?? [] }

    /// What may be measured and missed, in the order in which it is checked.
    package var quantities: [UnmetThreshold.Quantity] { thresholds?.quantities ?? [] }

    /// What it is: one sentence without a full stop.
    package var summary: String {
        thresholds?.summary ?? GestureComposition.Rule(self)?.summary ?? ""
    }
}
