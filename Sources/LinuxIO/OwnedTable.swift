import Glibc

/// Values that cannot be copied, in one block of memory that belongs to this value alone.
///
/// What an array is for other values: reaching an element touches no reference count.
public struct OwnedTable<Element: ~Copyable>: ~Copyable {
    // The first `used` elements are initialised, and `used` never exceeds `capacity`, which is 0
    // where there is no block. Every unsafe access rests on that.
    @usableFromInline
    var block: OwnedBlock?
    @usableFromInline
    var storage: UnsafeMutablePointer<Element>
    @usableFromInline
    var capacity: Int
    @usableFromInline
    var used = 0

    /// An empty table with room for `capacity` elements, if there is memory for them; it grows
    /// beyond.
    @inlinable
    public init(capacity: Int) {
        // Where there is no block, nothing is read or written there.
        storage =
            UnsafeMutablePointer(bitPattern: MemoryLayout<Element>.alignment)
            .unsafelyUnwrapped
        self.capacity = 0
        if capacity > 0 { _ = makeRoom(for: capacity) }
    }

    @inlinable
    deinit {
        // A table that was only swapped for another is empty: the runtime need not be called for that.
        if count > 0 { storage.deinitialize(count: count) }
    }

    /// How many elements there are.
    @inlinable
    public var count: Int { used }

    /// Whether there is no element.
    @inlinable
    public var isEmpty: Bool { count == 0 }

    /// The element at `index`; one beyond the table traps.
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

    /// Makes room for one more element; `false`: there is no memory for it.
    @inlinable
    public mutating func makeRoom() -> Bool {
        count < capacity || makeRoom(for: max(capacity * 2, 1))
    }

    /// Puts an element at the end; traps where there is no memory, which `makeRoom()` asks.
    @inlinable
    public mutating func append(_ element: consuming Element) {
        precondition(makeRoom(), "no memory for one more element")
        (storage + count).initialize(to: element)
        used &+= 1
    }

    /// What `body` makes of the element at `index`, which stays where it is.
    ///
    /// For a property of an element where the table is not changed: Swift 6.2.3 takes
    /// `table[index].property` for the use of the whole element, and refuses it.
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

    /// Calls `body` with the first element that satisfies `condition`, where there is one.
    @inlinable
    public mutating func withFirst(
        where condition: (borrowing Element) -> Bool, _ body: (inout Element) -> Void
    ) {
        for index in 0..<count where condition(storage[index]) {
            body(&storage[index])
            return
        }
    }

    /// Where the first element that satisfies `condition` is; `nil`: there is none.
    @inlinable
    public func firstIndex(where condition: (borrowing Element) -> Bool) -> Int? {
        for index in 0..<count where condition(storage[index]) {
            return index
        }
        return nil
    }

    /// How many elements satisfy `condition`.
    @inlinable
    public func count(where condition: (borrowing Element) -> Bool) -> Int {
        var found = 0
        for index in 0..<count where condition(storage[index]) {
            found += 1
        }
        return found
    }

    /// The least of what `value` makes of the elements; `nil` where it makes nothing.
    @inlinable
    public func least<Value: Comparable>(_ value: (borrowing Element) -> Value?) -> Value? {
        var least: Value?
        for index in 0..<count {
            guard let candidate = value(storage[index]) else { continue }
            least = least.map { min($0, candidate) } ?? candidate
        }
        return least
    }

    /// Lets go of the elements that satisfy `condition`; the last ones take their places.
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

    /// Takes the element at `index` out; those after it move up.
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
/// Where Swift's own allocation finds none, the process ends. What is made for a client or a device
/// comes from here instead, so that a machine that is short of memory costs the newcomer alone.
public struct OwnedBlock: ~Copyable {
    @usableFromInline
    static let alignment = 16
    /// From so many bytes on a block is mapped by itself, and the system's again once it is freed: what
    /// malloc keeps for itself then does nobody else any good.
    private static let mappedBytes = 128 * 1024

    /// Not initialised, and this value's alone: from mmap(2) where `mapped` is not 0, else from
    /// aligned_alloc(3).
    public let start: UnsafeMutableRawPointer
    private let mapped: Int

    /// `nil`: there is no memory for so many bytes.
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

    /// `nil`: there is no memory for so many elements.
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

    /// Memory from mmap(2); `nil`: there is none.
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

/// What is left for Swift's own allocations, which end the process where they fail.
public enum MemoryReserve {
    /// More than what all clients' requests and a device's tables take.
    private static let bytes = 4 << 20

    /// Whether there is so much; asked before a client or a device is taken in.
    public static var isThere: Bool {
        guard let start = OwnedBlock.map(bytes) else { return false }
        munmap(start, bytes)
        return true
    }
}
