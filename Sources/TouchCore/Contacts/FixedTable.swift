/// A table of a size that hardly ever changes, whose elements are read and changed in place.
///
/// An `InlineArray` in a value that is only borrowed is copied whole at each access (40 KB a frame
/// for the fingers of a device, measured; docs/decisions/0002-fixed-tables.md); behind a pointer it
/// is not.
struct FixedTable<Element: ~Copyable>: ~Copyable {
    /// Allocated in `init`, freed in `deinit`, and this value's alone: nobody else holds it.
    private var storage: UnsafeMutablePointer<Element>
    /// Number of elements.
    private(set) var count: Int

    /// - Parameter make: makes the element of an index.
    init(count: Int, _ make: (Int) -> Element) {
        self.count = count
        storage = .allocate(capacity: count)
        for index in 0..<count { (storage + index).initialize(to: make(index)) }
    }

    deinit {
        storage.deinitialize(count: count)
        storage.deallocate()
    }

    /// Puts an element at the end: everything moves to other memory.
    mutating func append(_ element: consuming Element) {
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: count + 1)
        larger.moveInitialize(from: storage, count: count)
        (larger + count).initialize(to: element)
        storage.deallocate()
        storage = larger
        count += 1
    }

    /// The indices of all elements.
    var indices: Range<Int> { 0..<count }

    /// The element at `index`; an index outside of the table traps.
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
}

extension FixedTable {
    /// The same element at each index.
    init(repeating element: Element, count: Int) {
        self.init(count: count) { _ in element }
    }

    /// The elements of an array.
    init(_ elements: ContiguousArray<Element>) {
        self.init(count: elements.count) { elements[$0] }
    }
}
