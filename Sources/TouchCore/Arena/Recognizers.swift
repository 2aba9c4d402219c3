/// The recognisers of a zone, one array a kind, and the list's order over them.
///
/// Arrays by kind let each state be changed in place; an enum of all kinds would be copied out
/// and in at every input.
struct Recognizers: Sendable {
    /// Where a gesture of the list is kept.
    struct Entry: Sendable {
        let kind: GestureKind
        /// Index in the array of its kind.
        let place: Int
    }

    /// In the order of the zone's list.
    private(set) var list: ContiguousArray<Entry> = []
    var taps: ContiguousArray<TapRecognizer> = []
    var longPresses: ContiguousArray<LongPressRecognizer> = []
    var drags: ContiguousArray<DragRecognizer> = []
    var swipes: ContiguousArray<SwipeRecognizer> = []
    var magnifies: ContiguousArray<MagnifyRecognizer> = []
    var rotates: ContiguousArray<RotateRecognizer> = []
    var deepPresses: ContiguousArray<DeepPressRecognizer> = []

    init(_ gestures: [ConfiguredGesture]) {
        for (index, gesture) in gestures.enumerated() {
            let place = add(gesture.definition, index: index)
            list.append(Entry(kind: gesture.kind, place: place))
        }
    }

    /// Adds a recogniser; its place in the array of its kind.
    private mutating func add(_ definition: GestureDefinition, index: Int) -> Int {
        switch definition {
        case .tap(let thresholds):
            taps.append(TapRecognizer(thresholds, index: index))
            return taps.count - 1
        case .longPress(let thresholds):
            longPresses.append(LongPressRecognizer(thresholds, index: index))
            return longPresses.count - 1
        case .drag(let thresholds):
            drags.append(DragRecognizer(thresholds, index: index))
            return drags.count - 1
        case .swipe(let thresholds):
            swipes.append(SwipeRecognizer(thresholds, index: index))
            return swipes.count - 1
        case .magnify(let thresholds):
            magnifies.append(MagnifyRecognizer(thresholds, index: index))
            return magnifies.count - 1
        case .rotate(let thresholds):
            rotates.append(RotateRecognizer(thresholds, index: index))
            return rotates.count - 1
        case .deepPress(let thresholds):
            deepPresses.append(DeepPressRecognizer(thresholds, index: index))
            return deepPresses.count - 1
        case .press, .force, .composition:
            return 0
        }
    }
}
