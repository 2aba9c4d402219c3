/// The clients of a server, in no order that means anything.
///
/// Holds them by value in one block, so that telling each of them a line touches no reference count.
struct ClientTable: ~Copyable {
    // Belongs to this value alone; the first `count` are initialised.
    private let storage: UnsafeMutablePointer<Client>
    /// The most clients that it holds.
    let capacity: Int
    private(set) var count = 0

    init(capacity: Int) {
        self.capacity = capacity
        storage = .allocate(capacity: capacity)
    }

    deinit {
        storage.deinitialize(count: count)
        storage.deallocate()
    }

    var isEmpty: Bool { count == 0 }

    /// Takes a client in; the caller has seen that there is room.
    mutating func insert(_ client: consuming Client) {
        precondition(count < capacity, "more clients than the table holds")
        (storage + count).initialize(to: client)
        count &+= 1
    }

    /// Calls `body` with each client.
    mutating func forEach(_ body: (inout Client) -> Void) {
        for index in 0..<count {
            body(&storage[index])
        }
    }

    /// Calls `body` with the client named `serial`, where there still is one.
    mutating func withClient(serial: UInt64, _ body: (inout Client) -> Void) {
        for index in 0..<count where storage[index].serial == serial {
            body(&storage[index])
            return
        }
    }

    /// How many clients satisfy `condition`.
    func count(where condition: (borrowing Client) -> Bool) -> Int {
        var found = 0
        for index in 0..<count where condition(storage[index]) {
            found += 1
        }
        return found
    }

    /// The least of what `value` makes of the clients; `nil` where it makes nothing.
    func least(_ value: (borrowing Client) -> Int64?) -> Int64? {
        var least: Int64?
        for index in 0..<count {
            guard let candidate = value(storage[index]) else { continue }
            least = min(least ?? candidate, candidate)
        }
        return least
    }

    /// Removes, and thereby disconnects, the clients that satisfy `condition`.
    mutating func remove(where condition: (borrowing Client) -> Bool) {
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
}
