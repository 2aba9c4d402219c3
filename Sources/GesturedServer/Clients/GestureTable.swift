import LinuxIO

/// Values of gestures, found by the gesture's id without a search.
///
/// Ids are handed out one after the other, so that those alive at once mostly have low bits of their
/// own: these say where a gesture stands. One whose place is taken is a stray and stands elsewhere.
struct GestureTable<Value>: ~Copyable {
    // Both blocks belong to this value alone. Where `ids` is not 0, which is no gesture's, the
    // value at the same place is initialised; who asks for another place is stopped.
    private var ids: UnsafeMutablePointer<UInt64>
    private var values: UnsafeMutablePointer<Value>
    private var idsBlock: OwnedBlock
    private var valuesBlock: OwnedBlock
    /// Places that there are: a power of two.
    private(set) var capacity: Int
    /// Gestures in the table.
    private(set) var count = 0
    private var strays = 0

    /// An empty table with room for `capacity` gestures, a power of two; `nil`: there is no memory.
    init?(capacity: Int) {
        precondition(capacity > 0 && capacity & (capacity - 1) == 0, "no power of two")
        guard let idsBlock = OwnedBlock(of: UInt64.self, capacity: capacity),
            let valuesBlock = OwnedBlock(of: Value.self, capacity: capacity)
        else { return nil }
        self.capacity = capacity
        ids = idsBlock.bound(to: UInt64.self)
        ids.initialize(repeating: 0, count: capacity)
        values = valuesBlock.bound(to: Value.self)
        self.idsBlock = idsBlock
        self.valuesBlock = valuesBlock
    }

    deinit {
        for place in 0..<capacity where ids[place] != 0 {
            (values + place).deinitialize(count: 1)
        }
    }

    /// The value at a place where one stands.
    subscript(place: Int) -> Value {
        @inline(__always)
        _read {
            precondition(holds(place), "a place where no gesture stands")
            yield values[place]
        }
        @inline(__always)
        _modify {
            precondition(holds(place), "a place where no gesture stands")
            yield &values[place]
        }
    }

    /// Whether a gesture stands at `place`.
    @inline(__always)
    func holds(_ place: Int) -> Bool { isPlace(place) && ids[place] != 0 }

    /// Where the gesture `id` stands; `nil`: nowhere.
    @inline(__always)
    func place(of id: UInt64) -> Int? {
        let home = home(of: id)
        if ids[home] == id, id != 0 { return home }
        return strays == 0 ? nil : strayPlace(of: id)
    }

    /// What `ask` says of the gesture `id`, and where that stands; `nil`: nothing, or nowhere.
    @inline(__always)
    func find<Answer>(
        _ id: UInt64, _ ask: (borrowing Value) -> Answer?
    ) -> (place: Int, answer: Answer)? {
        // Where it was found its value is initialised.
        guard let place = place(of: id), let answer = ask(values[place]) else { return nil }
        return (place, answer)
    }

    /// Takes in the value of a gesture that does not stand here; `false` where there is no room.
    mutating func insert(_ value: Value, for id: UInt64) -> Bool {
        guard id != 0, count < capacity else { return false }
        var place = home(of: id)
        if ids[place] != 0 {
            guard let free = (0..<capacity).first(where: { ids[$0] == 0 }) else { return false }
            place = free
            strays &+= 1
        }
        ids[place] = id
        (values + place).initialize(to: value)
        count &+= 1
        return true
    }

    /// Lets go of the gesture at `place`, where there is one.
    mutating func remove(at place: Int) {
        guard holds(place) else { return }
        if home(of: ids[place]) != place { strays &-= 1 }
        ids[place] = 0
        (values + place).deinitialize(count: 1)
        count &-= 1
    }

    /// Makes room for as many gestures more as it has room for; `false`: there is no memory.
    mutating func grow() -> Bool {
        guard var larger = GestureTable(capacity: capacity * 2) else { return false }
        for place in 0..<capacity where ids[place] != 0 {
            _ = larger.insert(values[place], for: ids[place])
        }
        swap(&self, &larger)
        return true
    }

    @inline(__always)
    private func isPlace(_ place: Int) -> Bool { place >= 0 && place < capacity }

    @inline(__always)
    private func home(of id: UInt64) -> Int { Int(truncatingIfNeeded: id) & (capacity &- 1) }

    private func strayPlace(of id: UInt64) -> Int? {
        (0..<capacity).first { ids[$0] == id && id != 0 }
    }
}
