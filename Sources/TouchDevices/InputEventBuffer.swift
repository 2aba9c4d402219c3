package import CEvdev
package import InputDevices

/// A buffer for one read(2) of a device, allocated once and reused.
package struct InputEventBuffer: ~Copyable {
    /// The number of events for which it has room: more than those of a resynchronisation
    /// (CEVDEV_RESYNCHRONISATION_MAX).
    package static let capacity = 1024

    // Belongs to this value alone, zeroed in `init`.
    private let storage = UnsafeMutablePointer<input_event>.allocate(capacity: capacity)

    package init() {
        storage.initialize(repeating: input_event(), count: Self.capacity)
    }

    deinit {
        storage.deallocate()
    }

    /// The whole buffer; valid as long as this value lives.
    package var all: UnsafeMutableBufferPointer<input_event> {
        UnsafeMutableBufferPointer(start: storage, count: Self.capacity)
    }

    /// The front of the buffer: events of pens can be inserted later.
    var leavingRoomForPens: UnsafeMutableBufferPointer<input_event> {
        UnsafeMutableBufferPointer(
            start: storage, count: Self.capacity - DevicePens.maximumEvents)
    }

    /// The first `count` events.
    package func first(_ count: Int) -> InputEvents {
        InputEvents(
            UnsafeBufferPointer(start: storage, count: min(max(count, 0), Self.capacity)))
    }

    /// The timestamp of the last of the first `count` events, in microseconds.
    package func lastStamp(_ count: Int) -> Int64? {
        count > 0 ? cevdev_event_time_us(storage + min(count, Self.capacity) - 1) : nil
    }

    /// Sets the timestamps of the first `count` events to `time`, in microseconds.
    package func stamp(_ count: Int, with time: Int64) {
        let (seconds, microseconds) = time.quotientAndRemainder(dividingBy: 1_000_000)
        let stamp = timeval(tv_sec: Int(seconds), tv_usec: Int(microseconds))
        for index in 0..<min(max(count, 0), Self.capacity) {
            storage[index].time = stamp
        }
    }
}

/// Events of one device, in the order in which they were read: a view, valid as long as its buffer.
///
/// Consumers remove events from the front, and leave the rest.
package struct InputEvents {
    /// The first event; `nil` only if the buffer is empty.
    private(set) var first: UnsafePointer<input_event>?
    /// The number of events.
    package private(set) var count: Int

    /// A view of `events`.
    package init(_ events: UnsafeBufferPointer<input_event>) {
        first = events.baseAddress
        count = events.count
    }

    /// Removes the first `number` events, which must exist.
    mutating func removeFirst(_ number: Int) {
        first = first?.advanced(by: number)
        count &-= number
    }

    /// All except the last `number`.
    package func dropLast(_ number: Int) -> InputEvents {
        InputEvents(UnsafeBufferPointer(start: first, count: max(count &- number, 0)))
    }

    /// Calls `body` with each event, in the form of recordings.
    package func forEach(_ body: (InputEvent) -> Void) {
        for event in UnsafeBufferPointer(start: first, count: count) {
            body(InputEvent(event))
        }
    }
}

extension InputEvent {
    /// The event in the form of recordings.
    fileprivate init(_ event: input_event) {
        let timeUs = withUnsafePointer(to: event) { cevdev_event_time_us($0) }
        self.init(timeUs: timeUs, type: event.type, code: event.code, value: event.value)
    }
}

extension input_event {
    /// The event in the kernel's form, as returned by read(2).
    package init(_ event: InputEvent) {
        let (seconds, microseconds) = event.timeUs.quotientAndRemainder(dividingBy: 1_000_000)
        self.init(
            time: timeval(tv_sec: Int(seconds), tv_usec: Int(microseconds)), type: event.type,
            code: event.code, value: event.value)
    }
}
