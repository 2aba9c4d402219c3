import Glibc

/// Memory from a call that can fail, freed with this value.
///
/// Where Swift's own allocation finds none, the process ends. What is made for a client or a device
/// comes from here instead, so that a machine that is short of memory costs the newcomer alone.
struct OwnedBlock: ~Copyable {
    private static let alignment = 16
    /// From so many bytes on a block is mapped by itself, and the system's again once it is freed: what
    /// malloc keeps for itself then does nobody else any good.
    private static let mappedBytes = 128 * 1024

    /// Not initialised, and this value's alone: from mmap(2) where `mapped` is not 0, else from
    /// aligned_alloc(3).
    let start: UnsafeMutableRawPointer
    private let mapped: Int

    /// `nil`: there is no memory for so many bytes.
    init?(byteCount: Int) {
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
    init?<Element: ~Copyable>(of type: Element.Type, capacity: Int) {
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
    static func map(_ size: Int) -> UnsafeMutableRawPointer? {
        let flags = Int32(MAP_PRIVATE | MAP_ANONYMOUS)
        let start = mmap(nil, size, PROT_READ | PROT_WRITE, flags, -1, 0)
        return start == MAP_FAILED ? nil : start
    }

    /// The block as elements of one type, none of which is initialised.
    func bound<Element: ~Copyable>(to type: Element.Type) -> UnsafeMutablePointer<Element> {
        start.assumingMemoryBound(to: type)
    }
}

/// What is left for Swift's own allocations, which end the process where they fail.
enum MemoryReserve {
    /// More than what all clients' requests and a device's tables take.
    private static let bytes = 4 << 20

    /// Whether there is so much; asked before a client or a device is taken in.
    static var isThere: Bool {
        guard let start = OwnedBlock.map(bytes) else { return false }
        munmap(start, bytes)
        return true
    }
}
