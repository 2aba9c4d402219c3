/// An array with a unique owner, whose elements are read and changed in place.
///
/// An `InlineArray` in a borrowed value is copied completely at each access (40 KB a frame for the
/// fingers of a device, measured; docs/decisions/0002-unique-arrays.md); memory behind a pointer is
/// not. An `Array` checks for uniqueness at each change; this one need not. It only
/// allocates when its count exceeds every earlier count.
struct UniqueArray<Element: ~Copyable>: ~Copyable {
    // The first `count` of `capacity` elements are initialised. Allocated here, freed in `deinit`,
    // and owned by this value alone: no other pointer to the block exists.
    private var storage: UnsafeMutablePointer<Element>
    private var capacity: Int
    /// Number of elements.
    private(set) var count = 0

    /// Creates an empty array with room for `capacity` elements, at least one.
    init(capacity: Int) {
        self.capacity = max(capacity, 1)
        storage = .allocate(capacity: self.capacity)
    }

    /// Creates an array of `count` elements.
    ///
    /// - Parameter make: creates the element at an index.
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

    /// The element at `index`; an index outside the array traps.
    ///
    /// Do not read fields of noncopyable elements with it: Swift 6.2 treats `array[index].field` as
    /// a use of the whole element, and rejects it. Use `read` instead.
    subscript(index: Int) -> Element {
        @inline(__always) unsafeAddress { address(of: index) }
        @inline(__always) unsafeMutableAddress {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
            return storage + index
        }
    }

    /// The result of `body` for the element at `index`, which is borrowed in place.
    @inline(__always)
    func read<Result>(_ index: Int, _ body: (borrowing Element) -> Result) -> Result {
        body(self[index])
    }

    /// The address of the element at `index`, valid until the array is changed; an index outside it
    /// traps.
    func address(of index: Int) -> UnsafePointer<Element> {
        precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
        return UnsafePointer(storage + index)
    }

    /// Appends an element.
    mutating func append(_ element: consuming Element) {
        if count == capacity { grow() }
        (storage + count).initialize(to: element)
        count &+= 1
    }

    /// Removes all elements and keeps the storage.
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
    /// Creates an array of equal elements.
    init(repeating element: Element, count: Int) {
        self.init(count: count) { _ in element }
    }

    /// Creates a copy of an array.
    init(_ elements: ContiguousArray<Element>) {
        self.init(count: elements.count) { elements[$0] }
    }
}

/// A member that makes Swift borrow the value that contains it in place.
///
/// Swift passes a large value that a function only reads as a copy on the stack: 928 bytes at each
/// call of a method of `Arena` that does not change it. A value with a hidden layout, like that of
/// an existential, is passed by address instead. This member is an empty one
/// (docs/decisions/0002-unique-arrays.md).
struct InPlace: Sendable {
    private let nothing: (any Sendable)? = nil
}
