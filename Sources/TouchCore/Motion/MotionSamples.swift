/// The latest samples of a movement, oldest first: when, in microseconds from its first one, and
/// where.
///
/// Times and coordinates lie each in one piece, so that sums over them are made two at a time. What
/// comes is put behind what is there; at the end of the room those that count move to its front, once
/// in 44 samples. More than a kilobyte: keep it in place, do not pass it on.
struct MotionSamples: Sendable {
    /// The most samples that count.
    private static let capacity = 20
    private static let room = 64

    private let inPlace = InPlace()
    private(set) var times = InlineArray<64, Double>(repeating: 0)
    private(set) var xs = InlineArray<64, Double>(repeating: 0)
    private(set) var ys = InlineArray<64, Double>(repeating: 0)
    /// Where the oldest lies; `end` where there is none.
    private(set) var first = 0
    /// Behind the newest; never beyond the room.
    private(set) var end = 0

    /// How many there are.
    var count: Int { end &- first }

    /// Forgets all of them.
    mutating func removeAll() {
        first = 0
        end = 0
    }

    /// Takes one more, not before the newest. At most one goes for it: one too many, or one that is
    /// more than `horizon` microseconds older.
    @inline(__always)
    mutating func append(_ position: Point, at time: Double, horizon: Double) {
        if end >= Self.room { moveToFront() }
        // The mask spares a check of each array.
        let place = end & (Self.room - 1)
        times[place] = time
        xs[place] = position.x
        ys[place] = position.y
        end = place &+ 1
        if count > Self.capacity || time - times[first & (Self.room - 1)] > horizon { first &+= 1 }
    }

    /// Where the oldest lies that is at most `horizon` microseconds older than the newest, at `last`.
    @inline(__always)
    func oldest(within horizon: Double, of last: Int) -> Int {
        let newest = times[last]
        var oldest = first
        while newest - times[oldest] > horizon { oldest &+= 1 }
        return oldest
    }

    /// The place of the sample at `index`.
    @inline(__always)
    func position(at index: Int) -> Point { Point(x: xs[index], y: ys[index]) }

    @inline(never)
    private mutating func moveToFront() {
        for index in first..<end {
            times[index &- first] = times[index]
            xs[index &- first] = xs[index]
            ys[index &- first] = ys[index]
        }
        end &-= first
        first = 0
    }
}
