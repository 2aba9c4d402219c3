/// A table that is filled and emptied again and again, in a block of memory of its own.
///
/// What an array is for values that anybody may share: here nobody has to ask, at each element,
/// whether somebody does. Nothing is allocated until it needs more room than it ever had.
struct GrowingTable<Element>: ~Copyable {
    // The first `count` of `capacity` elements are initialised. This value's alone: nobody else holds
    // the block.
    private var storage: UnsafeMutablePointer<Element>
    private var capacity: Int
    /// Number of elements.
    private(set) var count = 0

    /// An empty table with room for `capacity` elements, at least one.
    init(capacity: Int) {
        self.capacity = max(capacity, 1)
        storage = .allocate(capacity: self.capacity)
    }

    deinit {
        storage.deinitialize(count: count)
        storage.deallocate()
    }

    /// Where the element at `index` lies, until the table is changed; an index outside of it traps.
    @inline(__always)
    func address(of index: Int) -> UnsafePointer<Element> {
        precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
        return UnsafePointer(storage + index)
    }

    /// Puts an element at the end.
    @inline(__always)
    mutating func append(_ element: Element) {
        if count == capacity { grow() }
        (storage + count).initialize(to: element)
        count &+= 1
    }

    /// Empties the table and keeps its room.
    @inline(__always)
    mutating func removeAll() {
        storage.deinitialize(count: count)
        count = 0
    }

    @inline(never)
    private mutating func grow() {
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: storage, count: count)
        storage.deallocate()
        storage = larger
        capacity *= 2
    }
}
