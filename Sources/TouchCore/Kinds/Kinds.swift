/// A kind of gesture.
public enum GestureKind: String, Sendable, Hashable, CaseIterable {
    /// Fingers that touch and lift.
    case tap
    /// Fingers that are down: reported when they land, and then at each tick.
    case press
    /// Fingers that stay where they landed.
    case longPress = "long_press"
    /// Fingers that move.
    case drag
    /// A fast, straight stroke that does not stop.
    case swipe
    /// Fingers that move, and then rest.
    case swipeHold = "swipe_hold"
    /// Fingers that spread or close.
    case magnify
    /// Fingers that turn.
    case rotate
    /// A finger that presses harder than when it landed.
    case deepPress = "deep_press"
    /// A finger that is down on a device with force.
    case force
    /// A shape that one finger draws.
    case stroke
    /// One of the gestures for screen readers.
    case screenReader = "screen_reader"
    /// Several gestures at the same time.
    case simultaneous
    /// One gesture after another.
    case sequence
    /// One of several gestures.
    case exclusive
    /// Recognised by a custom recogniser of a program: never in a configuration, never on the wire.
    case custom

    /// Kinds that a configuration can name: all except `custom`.
    public static let allCases: [GestureKind] = [
        .tap, .press, .longPress, .drag, .swipe, .swipeHold, .magnify, .rotate, .deepPress, .force,
        .stroke, .screenReader, .simultaneous, .sequence, .exclusive,
    ]

    /// The kind that the configuration calls `word`; `nil` if there is none.
    public init?(configured word: String) {
        guard let kind = GestureKind(rawValue: word), kind != .custom else { return nil }
        self = kind
    }

    /// The kind that the configuration or another program calls `name`; `nil` if there is none.
    package static func meant(by name: String) -> GestureKind? {
        GestureKind(configured: name)
            ?? allCases.first { $0.thresholds?.aliases.contains(name) ?? false }
    }

    /// Whether a gesture of the kind is made of other gestures.
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
    /// Fingers that are down: reported when they land, and then at each tick.
    case press(PressThresholds)
    /// Fingers that stay where they landed.
    case longPress(LongPressThresholds)
    /// Fingers that move.
    case drag(DragThresholds)
    /// A fast, straight stroke that does not stop.
    case swipe(SwipeThresholds)
    /// Fingers that move, and then rest.
    case swipeHold(SwipeHoldThresholds)
    /// Fingers that spread or close.
    case magnify(MagnifyThresholds)
    /// Fingers that turn.
    case rotate(RotateThresholds)
    /// A finger that presses harder than when it landed.
    case deepPress(DeepPressThresholds)
    /// A finger that is down on a device with force.
    case force(ForceThresholds)
    /// A shape that one finger draws.
    case stroke(StrokeThresholds)
    /// One of the gestures for screen readers.
    case screenReader(ScreenReaderThresholds)
    /// A composition of gestures.
    case composition(GestureComposition)
    /// Recognised by a custom recogniser of a program.
    case custom(CustomDefinition)
}

// MARK: - The table of kinds

// The tables of a kind are in its file (`GestureThresholds`). These three switches find them; code
// outside of this folder must not switch over kinds (Scripts/check-kinds).

extension GestureKind {
    /// The type of its thresholds, which has the tables of the kind; `nil` for compositions and
    /// custom gestures.
    package var thresholds: (any GestureThresholds.Type)? {
        switch self {
        case .tap: TapThresholds.self
        case .press: PressThresholds.self
        case .longPress: LongPressThresholds.self
        case .drag: DragThresholds.self
        case .swipe: SwipeThresholds.self
        case .swipeHold: SwipeHoldThresholds.self
        case .magnify: MagnifyThresholds.self
        case .rotate: RotateThresholds.self
        case .deepPress: DeepPressThresholds.self
        case .force: ForceThresholds.self
        case .stroke: StrokeThresholds.self
        case .screenReader: ScreenReaderThresholds.self
        case .simultaneous, .sequence, .exclusive, .custom: nil
        }
    }
}

extension GestureDefinition {
    /// The thresholds; `nil` for compositions and custom gestures.
    package var thresholds: (any GestureThresholds)? {
        switch self {
        case .tap(let thresholds): thresholds
        case .press(let thresholds): thresholds
        case .longPress(let thresholds): thresholds
        case .drag(let thresholds): thresholds
        case .swipe(let thresholds): thresholds
        case .swipeHold(let thresholds): thresholds
        case .magnify(let thresholds): thresholds
        case .rotate(let thresholds): thresholds
        case .deepPress(let thresholds): thresholds
        case .force(let thresholds): thresholds
        case .stroke(let thresholds): thresholds
        case .screenReader(let thresholds): thresholds
        case .composition, .custom: nil
        }
    }

    /// The bands along the sides in which a finger must land; `nil` if all may land anywhere.
    package var edgeBands: EdgeBands? { thresholds?.edgeBands }

    /// The traits of the kind, and those that its thresholds add.
    var traits: KindTraits {
        switch self {
        case .composition: return .composition
        case .custom: return .custom
        default:
            guard let thresholds else { return [] }
            return type(of: thresholds).traits.union(thresholds.configuredTraits)
        }
    }

    /// The kind.
    public var kind: GestureKind {
        switch self {
        case .tap: .tap
        case .press: .press
        case .longPress: .longPress
        case .drag: .drag
        case .swipe: .swipe
        case .swipeHold: .swipeHold
        case .magnify: .magnify
        case .rotate: .rotate
        case .deepPress: .deepPress
        case .force: .force
        case .stroke: .stroke
        case .screenReader: .screenReader
        case .composition(let composition): composition.rule.kind
        case .custom: .custom
        }
    }

    /// The number of fingers; for a composition, the range that its parts allow.
    public var fingers: ClosedRange<Int> {
        switch self {
        case .composition(let composition): composition.fingers
        case .custom(let definition): definition.fingers
        default: thresholds?.fingers ?? 1...1
        }
    }

    /// Whether it may begin at any time while its fingers are down, so that it may fail only when
    /// they lift.
    package var isOpenEnded: Bool {
        if case .composition(let composition) = self {
            return composition.parts.contains(where: \.definition.isOpenEnded)
        }
        return thresholds?.isOpenEnded ?? true
    }
}

// MARK: - The tables of a kind

/// The thresholds of a kind, and every property of the kind that other code uses.
package protocol GestureThresholds: Sendable, Hashable {
    /// The kind.
    static var kind: GestureKind { get }
    /// Its description: one sentence without a full stop.
    static var summary: String { get }
    /// Its names in other programs. A configuration that uses one of them is advised to use `kind`.
    static var aliases: [String] { get }
    /// Whether it is a family of gestures: its name is a list, and it does not compete.
    static var isFamily: Bool { get }
    /// The properties on which the rules of an arena depend.
    static var traits: KindTraits { get }
    /// The values that its lines may have.
    static var fields: GestureFields { get }
    /// The quantities that can miss a threshold, in the order in which the recogniser checks them.
    static var quantities: [UnmetThreshold.Quantity] { get }
    /// The thresholds, in the order of the configuration.
    static var table: [Threshold<Self>] { get }

    /// The defaults.
    init()
    /// The number of fingers.
    var fingers: ClosedRange<Int> { get }
    /// The kind with these thresholds.
    var definition: GestureDefinition { get }
    /// Two thresholds that contradict each other; `nil` if no two do.
    var contradiction: ThresholdContradiction? { get }
    /// Whether it may begin at any time while its fingers are down.
    var isOpenEnded: Bool { get }
    /// Whether it may be a part of a composition.
    var mayBePart: Bool { get }
    /// The traits that these thresholds add to those of the kind.
    var configuredTraits: KindTraits { get }
    /// The bands along the sides in which a finger must land; `nil` if all may land anywhere.
    var edgeBands: EdgeBands? { get }
    /// Changes the defaults to those of a profile.
    mutating func adapt(to profile: GestureProfile)
    /// Performances that meet the thresholds: the plainest first, then others and careless ones.
    func performances(on stage: PerformanceStage) -> [Performance]
    /// Performances that meet the thresholds, but that people rarely make.
    func rarePerformances(on stage: PerformanceStage) -> [Performance]
    /// Whether fingers that meet these thresholds always meet those of `other`.
    func isWithin(_ other: Self) -> Bool
    /// Whether the same step decides about these thresholds and `other` if fingers meet both.
    func isDecided(with other: Self) -> Bool
}

extension ClosedRange<Int> {
    /// Whether it contains every number of `other`.
    func includes(_ other: Self) -> Bool {
        lowerBound <= other.lowerBound && other.upperBound <= upperBound
    }
}

extension GestureThresholds {
    package static var aliases: [String] { [] }
    package static var isFamily: Bool { false }
    package static var quantities: [UnmetThreshold.Quantity] { [] }
    package var contradiction: ThresholdContradiction? { nil }
    package var isOpenEnded: Bool { true }
    package var mayBePart: Bool { !Self.isFamily }
    package var configuredTraits: KindTraits { [] }
    package var edgeBands: EdgeBands? { nil }
    package func rarePerformances(on stage: PerformanceStage) -> [Performance] { [] }

    /// `table`, with functions that read and change a definition of the kind.
    package static var definitionTable: [Threshold<GestureDefinition>] {
        table.map { $0.map({ $0.thresholds as? Self }, \.definition) }
    }
}

/// Two thresholds that contradict each other.
package struct ThresholdContradiction: Sendable, Hashable {
    /// Their names; `advice` is about the first.
    package let names: [String]
    /// The error, for the user.
    package let message: String
    /// How to correct it.
    package let advice: String
}

extension GestureKind {
    /// The properties on which the rules of an arena depend.
    package var traits: KindTraits { thresholds?.traits ?? [] }

    /// Whether it is a family of gestures.
    package var isFamily: Bool { thresholds?.isFamily ?? false }

    /// The values that its lines may have.
    package var fields: GestureFields { thresholds?.fields ?? [] }

    /// The quantities that can miss a threshold, in the order in which the recogniser checks them.
    package var quantities: [UnmetThreshold.Quantity] { thresholds?.quantities ?? [] }

    /// Its description: one sentence without a full stop.
    package var summary: String {
        thresholds?.summary ?? GestureComposition.Rule(self)?.summary ?? ""
    }
}
