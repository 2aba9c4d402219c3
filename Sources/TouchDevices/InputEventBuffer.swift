package import CEvdev
package import InputDevices

/// Room for what one read(2) of a device gives, made once and used again.
package struct InputEventBuffer: ~Copyable {
    /// More than the events of a resynchronisation (CEVDEV_RESYNCHRONISATION_MAX).
    package static let capacity = 1024

    // Belongs to this value alone, zeroed in `init`.
    private let storage = UnsafeMutablePointer<input_event>.allocate(capacity: capacity)

    package init() {
        storage.initialize(repeating: input_event(), count: Self.capacity)
    }

    deinit {
        storage.deallocate()
    }

    /// All of it; good as long as this value lives.
    package var all: UnsafeMutableBufferPointer<input_event> {
        UnsafeMutableBufferPointer(start: storage, count: Self.capacity)
    }

    /// The first `count` events.
    package func first(_ count: Int) -> InputEvents {
        InputEvents(
            UnsafeBufferPointer(start: storage, count: min(max(count, 0), Self.capacity)))
    }

    /// The stamp of the last of the first `count` events, in microseconds.
    package func lastStamp(_ count: Int) -> Int64? {
        count > 0 ? cevdev_event_time_us(storage + min(count, Self.capacity) - 1) : nil
    }

    /// Stamps the first `count` events with `time`, in microseconds.
    package func stamp(_ count: Int, with time: Int64) {
        let (seconds, microseconds) = time.quotientAndRemainder(dividingBy: 1_000_000)
        let stamp = timeval(tv_sec: Int(seconds), tv_usec: Int(microseconds))
        for index in 0..<min(max(count, 0), Self.capacity) {
            storage[index].time = stamp
        }
    }
}

/// Events of one device, in the order in which they were read: a view, good as long as what it shows.
///
/// Whoever takes events takes them from the front, and leaves the rest.
package struct InputEvents {
    /// The first of them; `nil` only where there are none.
    private(set) var first: UnsafePointer<input_event>?
    /// How many there are.
    package private(set) var count: Int

    /// A view of `events`.
    package init(_ events: UnsafeBufferPointer<input_event>) {
        first = events.baseAddress
        count = events.count
    }

    /// Leaves out the first `number`; there are so many.
    mutating func removeFirst(_ number: Int) {
        first = first?.advanced(by: number)
        count &-= number
    }

    /// All but the last `number`.
    package func dropLast(_ number: Int) -> InputEvents {
        InputEvents(UnsafeBufferPointer(start: first, count: max(count &- number, 0)))
    }

    /// Calls `body` with each of them, as recordings have it.
    package func forEach(_ body: (InputEvent) -> Void) {
        for event in UnsafeBufferPointer(start: first, count: count) {
            body(InputEvent(event))
        }
    }
}

extension InputEvent {
    /// The event as the kernel handed it out.
    fileprivate init(_ event: input_event) {
        let timeUs = withUnsafePointer(to: event) { cevdev_event_time_us($0) }
        self.init(timeUs: timeUs, type: event.type, code: event.code, value: event.value)
    }
}

extension input_event {
    /// The event as read(2) would return it.
    package init(_ event: InputEvent) {
        let (seconds, microseconds) = event.timeUs.quotientAndRemainder(dividingBy: 1_000_000)
        self.init(
            time: timeval(tv_sec: Int(seconds), tv_usec: Int(microseconds)), type: event.type,
            code: event.code, value: event.value)
    }
}
