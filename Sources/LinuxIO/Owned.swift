/// A value in memory of its own, for a class that changes it many times a frame.
///
/// A stored property of a class is guarded at run time against two changes at once, by a call into
/// Swift's runtime that costs more than most changes themselves. A constant of this type is not: it
/// counts by itself who is at the value, which takes a few instructions, and stops the process, in
/// release builds too, where somebody reaches it while it is being changed. So a sink or a log handler
/// that calls back what is calling it finds an end, and never memory that is half changed.
///
/// Public, as all that is generic here and changes with each frame: Swift 6.3 specialises what is
/// `@inlinable` and `package` in no other module.
public struct Owned<Value: ~Copyable>: ~Copyable {
    /// The value, and who is at it.
    @usableFromInline
    struct Slot: ~Copyable {
        @usableFromInline
        var value: Value
        /// Readers; −1 while it is being changed.
        @usableFromInline
        var users = 0

        @inlinable
        init(value: consuming Value) {
            self.value = value
        }
    }

    // Allocated and initialised in `init`, freed in `deinit`, and this value's alone. `users` is
    // changed on one thread, and back before an access ends, however it ends.
    @usableFromInline
    let slot: UnsafeMutablePointer<Slot>

    /// Takes a value over.
    @inlinable
    public init(_ value: consuming Value) {
        slot = .allocate(capacity: 1)
        slot.initialize(to: Slot(value: value))
    }

    @inlinable
    deinit {
        slot.deinitialize(count: 1)
        slot.deallocate()
    }

    /// The value; who reaches it while it is being changed is stopped.
    @inlinable
    public var value: Value {
        @inline(__always)
        _read {
            precondition(slot.pointee.users >= 0, "read while it is being changed")
            slot.pointee.users &+= 1
            defer { slot.pointee.users &-= 1 }
            yield slot.pointee.value
        }
        @inline(__always)
        nonmutating _modify {
            precondition(slot.pointee.users == 0, "changed while somebody is at it")
            slot.pointee.users = -1
            defer { slot.pointee.users = 0 }
            yield &slot.pointee.value
        }
    }
}
