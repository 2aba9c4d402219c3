/// What compositions remember of their parts.
struct CompositionStates: ~Copyable {
    /// What holds for a whole composition.
    struct Whole: Sendable {
        /// How many fingers it began with; 0 before.
        var fingers = 0
        /// When the first finger of the hand landed with which it began.
        var landedAt = Timestamp(microseconds: 0)
        /// Where a part was last.
        var place = Point.zero
        /// The greatest force there.
        var force = 0.0
        /// Why a part was cancelled last.
        var reason = CancellationReason.failed
        /// Until when a sequence waits for the landing that its next part needs.
        var awaitsLandingUntil: Timestamp?
    }

    /// By root; of other nodes nothing is kept here.
    private var wholes: FixedTable<Whole>
    /// What each part that has ended said.
    private var kept: FixedTable<NodeReading>

    init(count: Int) {
        wholes = FixedTable(repeating: Whole(), count: count)
        kept = FixedTable(
            repeating: NodeReading(state: .ended, values: .longPress), count: count)
    }

    /// What is remembered of a root.
    subscript(root: Int) -> Whole {
        get { wholes[root] }
        set { wholes[root] = newValue }
    }

    /// What a part said when it ended.
    func values(of index: Int) -> GestureValues { kept[index].values }

    /// What a part said, and where, when it ended.
    func reading(of index: Int) -> NodeReading { kept[index] }

    /// Keeps what a part says that has ended.
    mutating func keep(_ reading: NodeReading, of index: Int) {
        kept[index] = reading
    }

    mutating func note(_ place: Point, force: Double, of root: Int) {
        wholes[root].place = place
        wholes[root].force = force
    }

    mutating func note(_ reason: CancellationReason, of root: Int) {
        wholes[root].reason = reason
    }
}
