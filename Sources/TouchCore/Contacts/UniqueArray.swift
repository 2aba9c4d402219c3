/// An array with a unique owner, whose elements are read and changed in place.
///
/// Swift copies a whole `InlineArray` at each access if the value that contains it is borrowed:
/// 40 KB a frame for the fingers of a device, measured (docs/decisions/0002-unique-arrays.md).
/// Memory behind a pointer is not copied. An `Array` checks for uniqueness at each change; a
/// `UniqueArray` has no need to. It allocates only when its count exceeds its capacity.
struct UniqueArray<Element: ~Copyable>: ~Copyable {
    // The first `count` of `capacity` elements are initialised. Allocated here, freed in `deinit`,
    // and owned only by this value: no other pointer to the block exists.
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

    /// Returns the result of `body`, which borrows the element at `index` in place.
    @inline(__always)
    func read<Result>(_ index: Int, _ body: (borrowing Element) -> Result) -> Result {
        body(self[index])
    }

    /// The address of the element at `index`, valid until the array is changed; an index outside
    /// the array traps.
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
/// If a function only reads a large value, Swift copies the value to the stack for the call: 928
/// bytes at each call of a nonmutating method of `Arena`. Swift passes a value with a hidden
/// layout, such as an existential, by address instead. This member is an empty existential
/// (docs/decisions/0002-unique-arrays.md).
struct InPlace: Sendable {
    private let nothing: (any Sendable)? = nil
}
