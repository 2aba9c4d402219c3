/// An array that nobody else holds, whose elements are read and changed where they lie.
///
/// An `InlineArray` in a value that is only borrowed is copied whole at each access (40 KB a frame for
/// the fingers of a device, measured; docs/decisions/0002-unique-arrays.md); behind a pointer it is
/// not. An `Array` is asked at each change whether anybody else holds it; this one need not be. Nothing
/// is allocated until it needs more room than it ever had.
struct UniqueArray<Element: ~Copyable>: ~Copyable {
    // The first `count` of `capacity` elements are initialised. Allocated here, freed in `deinit`, and
    // this value's alone: nobody else holds the block.
    private var storage: UnsafeMutablePointer<Element>
    private var capacity: Int
    /// Number of elements.
    private(set) var count = 0

    /// An empty array with room for `capacity` elements, at least one.
    init(capacity: Int) {
        self.capacity = max(capacity, 1)
        storage = .allocate(capacity: self.capacity)
    }

    /// - Parameter make: makes the element of an index.
    init(count: Int, _ make: (Int) -> Element) {
        self.init(capacity: count)
        for index in 0..<count { append(make(index)) }
    }

    deinit {
        storage.deinitialize(count: count)
        storage.deallocate()
    }

    /// The indices of all elements.
    var indices: Range<Int> { 0..<count }

    /// The element at `index`; an index outside of the array traps.
    ///
    /// Of an element that cannot be copied no field is read so: Swift 6.2 takes `array[index].field` for
    /// the use of the whole element, and refuses it. `read` is for that.
    subscript(index: Int) -> Element {
        @inline(__always) unsafeAddress { address(of: index) }
        @inline(__always) unsafeMutableAddress {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
            return storage + index
        }
    }

    /// What `body` makes of the element at `index`, which it sees where it lies.
    @inline(__always)
    func read<Result>(_ index: Int, _ body: (borrowing Element) -> Result) -> Result {
        body(self[index])
    }

    /// Where the element at `index` lies, until the array is changed; an index outside of it traps.
    func address(of index: Int) -> UnsafePointer<Element> {
        precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
        return UnsafePointer(storage + index)
    }

    /// Puts an element at the end.
    mutating func append(_ element: consuming Element) {
        if count == capacity { grow() }
        (storage + count).initialize(to: element)
        count &+= 1
    }

    /// Empties the array and keeps its room.
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

extension UniqueArray {
    /// The same element at each index.
    init(repeating element: Element, count: Int) {
        self.init(count: count) { _ in element }
    }

    /// The elements of an array.
    init(_ elements: ContiguousArray<Element>) {
        self.init(count: elements.count) { elements[$0] }
    }
}

/// A member that makes Swift borrow the value that contains it in place.
///
/// Swift passes a large value that is only read to a function as a copy on the stack: 928 bytes at
/// each call of a method of `Arena` that does not change it. A value whose layout is hidden, as that
/// of an existential is, has no such copy: it goes by its address. This is one, of nothing
/// (docs/decisions/0002-unique-arrays.md).
struct InPlace: Sendable {
    private let nothing: (any Sendable)? = nil
}
