/// Bodies of lines that lie here once, for all the clients that are told them in one turn.
///
/// Whoever is lent one reads it here until the turn is over, and then has taken it over or has no
/// more need of it. Fixed storage: what finds no room is copied to each client at once, as it would
/// be without.
struct LentBytes: ~Copyable {
    private static let capacity = 64 * 1024

    // Belongs to this value alone, and is never moved or freed while there are clients: the server has
    // both. Whoever read here too late would read another line's bytes, and no other memory; that
    // nobody does, `SocketServer.flush()` answers for, which takes nothing back before each client has
    // taken over what it was lent (`LineQueue.takeOver`).
    private let storage = UnsafeMutableRawPointer.allocate(
        byteCount: capacity, alignment: 16)
    private var count = 0

    deinit {
        storage.deallocate()
    }

    /// Keeps bytes until `removeAll()`; `nil` where there is no room.
    mutating func keep(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        guard let source = bytes.baseAddress, bytes.count <= Self.capacity &- count else {
            return nil
        }
        let start = storage + count
        start.copyMemory(from: source, byteCount: bytes.count)
        count &+= bytes.count
        return UnsafeRawBufferPointer(start: start, count: bytes.count)
    }

    /// Forgets what nobody reads here any more.
    mutating func removeAll() {
        count = 0
    }
}
