/// The arenas of a surface where anything is under way, in rising order.
struct AwakeArenas: ~Copyable {
    /// How many there are.
    private(set) var count = 0

    // The first `count` of as many as there are arenas.
    private var indices: FixedTable<Int>

    /// None of so many.
    init(arenas: Int) {
        indices = FixedTable(repeating: 0, count: arenas)
    }

    /// The arena at `place`, counted from the lowest.
    subscript(place: Int) -> Int {
        @inline(__always) get { indices[place] }
    }

    /// One more arena is there that can wake.
    mutating func makeRoom() {
        indices.append(0)
    }

    /// Wakes an arena; one that is awake stays so.
    mutating func wake(_ arena: Int) {
        var place = count
        while place > 0, indices[place - 1] >= arena { place -= 1 }
        guard place == count || indices[place] != arena else { return }
        for moved in (place..<count).reversed() { indices[moved + 1] = indices[moved] }
        indices[place] = arena
        count += 1
    }

    /// Lets the arena at `place` sleep; those after it move up.
    mutating func remove(at place: Int) {
        guard place < count else { return }
        count -= 1
        for moved in place..<count { indices[moved] = indices[moved + 1] }
    }
}
