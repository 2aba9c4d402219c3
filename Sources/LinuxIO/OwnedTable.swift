import Glibc

/// An array of non-copyable values, in one block of memory that belongs only to this value.
///
/// Access to an element changes no reference count.
public struct OwnedTable<Element: ~Copyable>: ~Copyable {
    // The first `used` elements are initialised, and `used` never exceeds `capacity`, which is 0 if
    // there is no block. Every unsafe access relies on that.
    @usableFromInline
    var block: OwnedBlock?
    @usableFromInline
    var storage: UnsafeMutablePointer<Element>
    @usableFromInline
    var capacity: Int
    @usableFromInline
    var used = 0

    /// An empty table with room for `capacity` elements, if there is memory for them; it grows when
    /// full.
    @inlinable
    public init(capacity: Int) {
        // A placeholder: without a block, nothing is read or written there.
        storage =
            UnsafeMutablePointer(bitPattern: MemoryLayout<Element>.alignment)
            .unsafelyUnwrapped
        self.capacity = 0
        if capacity > 0 { _ = makeRoom(for: capacity) }
    }

    @inlinable
    deinit {
        // Saves a call of the runtime for an empty table, such as a swap leaves.
        if count > 0 { storage.deinitialize(count: count) }
    }

    /// The number of elements.
    @inlinable
    public var count: Int { used }

    /// Whether there is no element.
    @inlinable
    public var isEmpty: Bool { count == 0 }

    /// The element at `index`; an index beyond the table traps.
    @inlinable
    public subscript(index: Int) -> Element {
        unsafeAddress {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
            return UnsafePointer(storage + index)
        }
        unsafeMutableAddress {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
            return storage + index
        }
    }

    /// Makes room for one more element; `false` if memory is lacking.
    @inlinable
    public mutating func makeRoom() -> Bool {
        count < capacity || makeRoom(for: max(capacity * 2, 1))
    }

    /// Appends an element; traps if memory is lacking, which `makeRoom()` checks.
    @inlinable
    public mutating func append(_ element: consuming Element) {
        precondition(makeRoom(), "no memory for one more element")
        (storage + count).initialize(to: element)
        used &+= 1
    }

    /// The result of `body` for the element at `index`, which is not moved.
    ///
    /// For reading a property of an element of a table that is borrowed: Swift 6.2.3 treats
    /// `table[index].property` as a use of the whole element, and refuses that.
    @inlinable
    public func read<Value>(_ index: Int, _ body: (borrowing Element) -> Value) -> Value {
        precondition(index >= 0 && index < count, "no element there")
        return body(storage[index])
    }

    /// Calls `body` with each element.
    @inlinable
    public mutating func forEach(_ body: (inout Element) -> Void) {
        for index in 0..<count {
            body(&storage[index])
        }
    }

    /// Calls `body` with the first element that satisfies `condition`, if there is one.
    @inlinable
    public mutating func withFirst(
        where condition: (borrowing Element) -> Bool, _ body: (inout Element) -> Void
    ) {
        for index in 0..<count where condition(storage[index]) {
            body(&storage[index])
            return
        }
    }

    /// The index of the first element that satisfies `condition`; `nil` if no element does.
    @inlinable
    public func firstIndex(where condition: (borrowing Element) -> Bool) -> Int? {
        for index in 0..<count where condition(storage[index]) {
            return index
        }
        return nil
    }

    /// The number of elements that satisfy `condition`.
    @inlinable
    public func count(where condition: (borrowing Element) -> Bool) -> Int {
        var found = 0
        for index in 0..<count where condition(storage[index]) {
            found += 1
        }
        return found
    }

    /// The minimum of the results of `value` for the elements; `nil` if there is no value.
    @inlinable
    public func minimum<Value: Comparable>(_ value: (borrowing Element) -> Value?) -> Value? {
        var minimum: Value?
        for index in 0..<count {
            guard let candidate = value(storage[index]) else { continue }
            minimum = minimum.map { min($0, candidate) } ?? candidate
        }
        return minimum
    }

    /// Destroys the elements that satisfy `condition`. Each gap is filled with the last element.
    @inlinable
    public mutating func remove(where condition: (borrowing Element) -> Bool) {
        var index = 0
        while index < count {
            guard condition(storage[index]) else {
                index += 1
                continue
            }
            (storage + index).deinitialize(count: 1)
            used &-= 1
            if index != count {
                (storage + index).moveInitialize(from: storage + count, count: 1)
            }
        }
    }

    /// Removes and returns the element at `index`; later ones move up.
    @inlinable
    public mutating func remove(at index: Int) -> Element {
        precondition(index >= 0 && index < count, "an element beyond the table")
        let element = (storage + index).move()
        used &-= 1
        (storage + index).moveInitialize(from: storage + index + 1, count: count - index)
        return element
    }

    @inlinable
    mutating func makeRoom(for capacity: Int) -> Bool {
        guard let larger = OwnedBlock(of: Element.self, capacity: capacity) else { return false }
        let moved = larger.bound(to: Element.self)
        moved.moveInitialize(from: storage, count: count)
        block = consume larger
        storage = moved
        self.capacity = capacity
        return true
    }
}

/// Memory from a call that can fail, freed with this value.
///
/// If an allocation of Swift finds no memory, the process ends. Memory for a client or a device is
/// allocated here instead, so that only the new client or device is refused if memory is lacking.
public struct OwnedBlock: ~Copyable {
    @usableFromInline
    static let alignment = 16
    /// A block of at least this number of bytes is mapped separately, so that it is returned to the
    /// system when it is freed: malloc would keep it for this process.
    private static let mappedBytes = 128 * 1024

    /// The memory, not initialised: from mmap(2) if `mapped` is not 0, otherwise from
    /// aligned_alloc(3). It belongs only to this value.
    public let start: UnsafeMutableRawPointer
    private let mapped: Int

    /// A block of `byteCount` bytes; `nil` if memory is lacking.
    public init?(byteCount: Int) {
        let (end, overflow) = byteCount.addingReportingOverflow(Self.alignment - 1)
        let size = max(end & ~(Self.alignment - 1), Self.alignment)
        guard !overflow else { return nil }
        let isMapped = size >= Self.mappedBytes
        let block = isMapped ? Self.map(size) : aligned_alloc(Self.alignment, size)
        guard let block else { return nil }
        start = block
        mapped = isMapped ? size : 0
    }

    /// A block for `capacity` elements; `nil` if memory is lacking.
    @inlinable
    public init?<Element: ~Copyable>(of type: Element.Type, capacity: Int) {
        let (size, overflow) = capacity.multipliedReportingOverflow(
            by: MemoryLayout<Element>.stride)
        assert(MemoryLayout<Element>.alignment <= Self.alignment, "aligned more than a block is")
        guard !overflow, capacity >= 0 else { return nil }
        self.init(byteCount: size)
    }

    deinit {
        if mapped == 0 {
            free(start)
        } else {
            munmap(start, mapped)
        }
    }

    /// Memory from mmap(2); `nil` if it is lacking.
    public static func map(_ size: Int) -> UnsafeMutableRawPointer? {
        let flags = Int32(MAP_PRIVATE | MAP_ANONYMOUS)
        let start = mmap(nil, size, PROT_READ | PROT_WRITE, flags, -1, 0)
        return start == MAP_FAILED ? nil : start
    }

    /// The block as elements of one type, none of which is initialised.
    @inlinable
    public func bound<Element: ~Copyable>(to type: Element.Type) -> UnsafeMutablePointer<Element> {
        start.assumingMemoryBound(to: type)
    }
}

/// Memory left for Swift's own allocations, which end the process if they fail.
public enum MemoryReserve {
    /// The size of the reserve: more than the requests of all clients and a device's tables need.
    private static let bytes = 4 << 20

    /// Whether the reserve is available; checked before a client or a device is added.
    public static var isAvailable: Bool {
        guard let start = OwnedBlock.map(bytes) else { return false }
        munmap(start, bytes)
        return true
    }
}
