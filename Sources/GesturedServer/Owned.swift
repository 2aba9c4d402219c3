/// A value in memory of its own, for a class that changes it many times a frame.
///
/// A stored property of a class is guarded at run time against two changes at once, which costs
/// more than most changes themselves. A constant of this type is not: that nobody reaches the value
/// while it is being changed is checked where assertions are, in debug builds, which the tests run.
struct Owned<Value: ~Copyable>: ~Copyable {
    /// The value, and who is at it.
    private struct Slot: ~Copyable {
        var value: Value
        /// Readers; −1 while it is being changed.
        var users = 0
    }

    // Allocated and initialised in `init`, freed in `deinit`, and this value's alone.
    private let slot: UnsafeMutablePointer<Slot>

    /// Takes a value over.
    init(_ value: consuming Value) {
        slot = .allocate(capacity: 1)
        slot.initialize(to: Slot(value: value))
    }

    deinit {
        slot.deinitialize(count: 1)
        slot.deallocate()
    }

    /// The value; not to be reached while it is being changed.
    var value: Value {
        @inline(__always)
        _read {
            assert(enter(changing: false), "read while it is being changed")
            defer { assert(leave(changing: false)) }
            yield slot.pointee.value
        }
        @inline(__always)
        nonmutating _modify {
            assert(enter(changing: true), "changed while somebody is at it")
            defer { assert(leave(changing: true)) }
            yield &slot.pointee.value
        }
    }

    private func enter(changing: Bool) -> Bool {
        guard slot.pointee.users == 0 || (!changing && slot.pointee.users > 0) else { return false }
        slot.pointee.users += changing ? -1 : 1
        return true
    }

    private func leave(changing: Bool) -> Bool {
        slot.pointee.users -= changing ? -1 : 1
        return true
    }
}
