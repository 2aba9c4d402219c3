/// The recognisers of a zone, one array a kind, and the order of the nodes over them.
///
/// Arrays by kind let each state be changed in place; an enum of all kinds would be copied out
/// and in at every input.
struct Recognizers: Sendable {
    /// Where a node is kept, and where it stands.
    struct Entry: Sendable {
        let kind: GestureKind
        /// Index in the array of its kind; compositions have none.
        let place: Int
        /// The node in the list that it belongs to.
        let root: Int
        /// The root's index in the list.
        let listIndex: Int
        /// It is a part of a composition.
        let isPart: Bool
        /// One past its last part.
        let end: Int
        /// Itself and its parts.
        let mask: UInt64
        let cooldownUs: Int64
    }

    /// In the order of the nodes.
    private(set) var list: ContiguousArray<Entry> = []
    var taps: ContiguousArray<TapRecognizer> = []
    var presses: ContiguousArray<PressRecognizer> = []
    var longPresses: ContiguousArray<LongPressRecognizer> = []
    var drags: ContiguousArray<DragRecognizer> = []
    var swipes: ContiguousArray<SwipeRecognizer> = []
    var magnifies: ContiguousArray<MagnifyRecognizer> = []
    var rotates: ContiguousArray<RotateRecognizer> = []
    var deepPresses: ContiguousArray<DeepPressRecognizer> = []
    /// How many there are that a program brings along.
    private(set) var customCount = 0
    /// Every long press.
    private(set) var longPressMask: UInt64 = 0

    init(_ nodes: [GestureNode]) {
        for (index, node) in nodes.enumerated() {
            list.append(
                Entry(
                    kind: node.gesture.kind, place: add(node.gesture.definition, index: index),
                    root: node.root, listIndex: node.listIndex, isPart: node.parent != nil,
                    end: node.end, mask: node.mask(at: index),
                    cooldownUs: node.gesture.cooldown.microseconds))
            if node.gesture.kind == .longPress { longPressMask |= 1 << UInt64(index) }
        }
    }

    /// Adds a recogniser; its place in the array of its kind.
    private mutating func add(_ definition: GestureDefinition, index: Int) -> Int {
        switch definition {
        case .tap(let thresholds):
            return Self.add(TapRecognizer(thresholds, index: index), to: &taps)
        case .press(let thresholds):
            return Self.add(PressRecognizer(thresholds), to: &presses)
        case .longPress(let thresholds):
            return Self.add(LongPressRecognizer(thresholds, index: index), to: &longPresses)
        case .drag(let thresholds):
            return Self.add(DragRecognizer(thresholds, index: index), to: &drags)
        case .swipe(let thresholds):
            return Self.add(SwipeRecognizer(thresholds, index: index), to: &swipes)
        case .magnify(let thresholds):
            return Self.add(MagnifyRecognizer(thresholds, index: index), to: &magnifies)
        case .rotate(let thresholds):
            return Self.add(RotateRecognizer(thresholds, index: index), to: &rotates)
        case .deepPress(let thresholds):
            return Self.add(DeepPressRecognizer(thresholds, index: index), to: &deepPresses)
        case .custom:
            customCount += 1
            return customCount - 1
        case .force, .composition:
            return 0
        }
    }

    private static func add<Recognizer>(
        _ recognizer: Recognizer, to all: inout ContiguousArray<Recognizer>
    ) -> Int {
        all.append(recognizer)
        return all.count - 1
    }
}
