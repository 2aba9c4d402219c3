import CEvdev

/// Room for what one read(2) of a device gives, made once and used again.
struct InputEventBuffer: ~Copyable {
    /// More than the events of a resynchronisation (CEVDEV_RESYNCHRONISATION_MAX).
    static let capacity = 1024
    /// Bytes of one event.
    static var stride: Int { MemoryLayout<input_event>.stride }

    // Belongs to this value alone, zeroed in `init`.
    private let storage = UnsafeMutablePointer<input_event>.allocate(capacity: capacity)

    init() {
        storage.initialize(repeating: input_event(), count: Self.capacity)
    }

    deinit {
        storage.deallocate()
    }

    /// All of it; good as long as this value lives.
    var all: UnsafeMutableBufferPointer<input_event> {
        UnsafeMutableBufferPointer(start: storage, count: Self.capacity)
    }

    /// The first `count` events.
    func first(_ count: Int) -> UnsafeBufferPointer<input_event> {
        UnsafeBufferPointer(start: storage, count: min(max(count, 0), Self.capacity))
    }

    /// The stamp of the last of the first `count` events, in microseconds.
    func lastStamp(_ count: Int) -> Int64? {
        first(count).last.map { event in
            withUnsafePointer(to: event) { cevdev_event_time_us($0) }
        }
    }

    /// Stamps the first `count` events with `time`, in microseconds.
    func stamp(_ count: Int, with time: Int64) {
        let (seconds, microseconds) = time.quotientAndRemainder(dividingBy: 1_000_000)
        let stamp = timeval(tv_sec: Int(seconds), tv_usec: Int(microseconds))
        for index in 0..<min(max(count, 0), Self.capacity) {
            storage[index].time = stamp
        }
    }

    /// Where the first SYN_DROPPED of the first `count` events is.
    func firstDropout(_ count: Int) -> Int? {
        let count = min(max(count, 0), Self.capacity)
        let index = cevdev_find_dropout(storage, count)
        return index < count ? index : nil
    }
}
