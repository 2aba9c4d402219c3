/// The recognisers of a zone, one table a kind, and the order of the nodes over them.
///
/// Tables by kind let each state be changed in place; an enum of all kinds would be copied out
/// and in at every input, and an array would be asked whether anybody else holds it.
struct Recognizers: ~Copyable {
    /// Where a node is kept, and where it stands.
    struct Entry: Sendable {
        let kind: GestureKind
        /// It is a part of a composition.
        let isPart: Bool
        /// Index in the table of its kind; compositions have none.
        let place: Int
        /// The node in the list that it belongs to.
        let root: Int
        /// The root's index in the list.
        let listIndex: Int
        /// One past its last part.
        let end: Int
        /// Itself and its parts.
        let mask: UInt64
        let cooldownUs: Int64
    }

    /// In the order of the nodes.
    let list: FixedTable<Entry>
    var taps: FixedTable<TapRecognizer>
    var presses: FixedTable<PressRecognizer>
    let longPresses: FixedTable<LongPressRecognizer>
    let drags: FixedTable<DragRecognizer>
    var swipes: FixedTable<SwipeRecognizer>
    let magnifies: FixedTable<MagnifyRecognizer>
    let rotates: FixedTable<RotateRecognizer>
    var deepPresses: FixedTable<DeepPressRecognizer>

    init(_ nodes: [GestureNode]) {
        var lists = Lists()
        for (index, node) in nodes.enumerated() { lists.add(node, index: index) }
        list = FixedTable(lists.entries)
        taps = FixedTable(lists.taps)
        presses = FixedTable(lists.presses)
        longPresses = FixedTable(lists.longPresses)
        drags = FixedTable(lists.drags)
        swipes = FixedTable(lists.swipes)
        magnifies = FixedTable(lists.magnifies)
        rotates = FixedTable(lists.rotates)
        deepPresses = FixedTable(lists.deepPresses)
    }
}

/// The tables as they grow.
private struct Lists {
    var entries: ContiguousArray<Recognizers.Entry> = []
    var taps: ContiguousArray<TapRecognizer> = []
    var presses: ContiguousArray<PressRecognizer> = []
    var longPresses: ContiguousArray<LongPressRecognizer> = []
    var drags: ContiguousArray<DragRecognizer> = []
    var swipes: ContiguousArray<SwipeRecognizer> = []
    var magnifies: ContiguousArray<MagnifyRecognizer> = []
    var rotates: ContiguousArray<RotateRecognizer> = []
    var deepPresses: ContiguousArray<DeepPressRecognizer> = []
    /// How many there are that a program brings along.
    var customCount = 0

    mutating func add(_ node: GestureNode, index: Int) {
        let place = add(node.gesture.definition, index: index)
        entries.append(
            .init(
                kind: node.gesture.kind, isPart: node.parent != nil, place: place, root: node.root,
                listIndex: node.listIndex, end: node.end, mask: node.mask(at: index),
                cooldownUs: node.gesture.cooldown.microseconds))
    }

    /// Adds a recogniser; its place in the table of its kind.
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
