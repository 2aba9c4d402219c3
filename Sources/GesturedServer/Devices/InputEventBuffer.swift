import CEvdev

/// Room for what one read(2) of a device gives, made once and used again.
struct InputEventBuffer: ~Copyable {
    /// More than the events of a resynchronisation: 64 slots of eight values each, and a few.
    static let capacity = 1024

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
        for index in 0..<min(max(count, 0), Self.capacity)
        where storage[index].code == SYN_DROPPED && storage[index].type == EV_SYN {
            return index
        }
        return nil
    }
}

extension input_event {
    /// The stamp in microseconds; what is out of range wraps, as a kernel's never is.
    var timeUs: Int64 { Int64(time.tv_sec) &* 1_000_000 &+ Int64(time.tv_usec) }
}
