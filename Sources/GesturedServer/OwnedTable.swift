/// Values that cannot be copied, in one block of memory that belongs to this value alone.
///
/// What an array is for other values: reaching an element touches no reference count.
struct OwnedTable<Element: ~Copyable>: ~Copyable {
    // The first `count` elements are initialised, and `count` never exceeds `capacity`, which is 0
    // where there is no block. Every unsafe access rests on that.
    private var block: OwnedBlock?
    private var storage: UnsafeMutablePointer<Element>
    private var capacity: Int
    private(set) var count = 0

    /// An empty table with room for `capacity` elements, if there is memory for them; it grows
    /// beyond.
    init(capacity: Int) {
        // Where there is no block, nothing is read or written there.
        storage =
            UnsafeMutablePointer(bitPattern: MemoryLayout<Element>.alignment)
            .unsafelyUnwrapped
        self.capacity = 0
        _ = makeRoom(for: capacity)
    }

    deinit {
        storage.deinitialize(count: count)
    }

    /// Whether there is no element.
    var isEmpty: Bool { count == 0 }

    /// The element at `index`; one beyond the table traps.
    subscript(index: Int) -> Element {
        @inline(__always) unsafeAddress {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
            return UnsafePointer(storage + index)
        }
        @inline(__always) unsafeMutableAddress {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
            return storage + index
        }
    }

    /// Makes room for one more element; `false`: there is no memory for it.
    mutating func makeRoom() -> Bool {
        count < capacity || makeRoom(for: max(capacity * 2, 1))
    }

    /// Puts an element at the end; traps where there is no memory, which `makeRoom()` asks.
    mutating func append(_ element: consuming Element) {
        precondition(makeRoom(), "no memory for one more element")
        (storage + count).initialize(to: element)
        count &+= 1
    }

    /// Calls `body` with each element.
    @inline(__always)
    mutating func forEach(_ body: (inout Element) -> Void) {
        for index in 0..<count {
            body(&storage[index])
        }
    }

    /// Calls `body` with the first element that satisfies `condition`, where there is one.
    mutating func withFirst(
        where condition: (borrowing Element) -> Bool, _ body: (inout Element) -> Void
    ) {
        for index in 0..<count where condition(storage[index]) {
            body(&storage[index])
            return
        }
    }

    /// Where the first element that satisfies `condition` is; `nil`: there is none.
    func firstIndex(where condition: (borrowing Element) -> Bool) -> Int? {
        for index in 0..<count where condition(storage[index]) {
            return index
        }
        return nil
    }

    /// How many elements satisfy `condition`.
    func count(where condition: (borrowing Element) -> Bool) -> Int {
        var found = 0
        for index in 0..<count where condition(storage[index]) {
            found += 1
        }
        return found
    }

    /// The least of what `value` makes of the elements; `nil` where it makes nothing.
    func least<Value: Comparable>(_ value: (borrowing Element) -> Value?) -> Value? {
        var least: Value?
        for index in 0..<count {
            guard let candidate = value(storage[index]) else { continue }
            least = least.map { min($0, candidate) } ?? candidate
        }
        return least
    }

    /// Lets go of the elements that satisfy `condition`; the last ones take their places.
    mutating func remove(where condition: (borrowing Element) -> Bool) {
        var index = 0
        while index < count {
            guard condition(storage[index]) else {
                index += 1
                continue
            }
            (storage + index).deinitialize(count: 1)
            count &-= 1
            if index != count {
                (storage + index).moveInitialize(from: storage + count, count: 1)
            }
        }
    }

    /// Takes the element at `index` out; those after it move up.
    mutating func remove(at index: Int) -> Element {
        precondition(index >= 0 && index < count, "an element beyond the table")
        let element = (storage + index).move()
        count &-= 1
        (storage + index).moveInitialize(from: storage + index + 1, count: count - index)
        return element
    }

    private mutating func makeRoom(for capacity: Int) -> Bool {
        guard let larger = OwnedBlock(of: Element.self, capacity: capacity) else { return false }
        let moved = larger.bound(to: Element.self)
        moved.moveInitialize(from: storage, count: count)
        block = consume larger
        storage = moved
        self.capacity = capacity
        return true
    }
}
