extension TapRecognizer {
    /// The taps counted so far.
    struct Run: Sendable {
        var count: Int
        /// When the first finger of the first of them landed.
        var startedAt: Timestamp
        var liftedAt: Timestamp
        var place: Point
        var fingers: Int
        /// Landings before this number cannot continue the count; for a part, no other landing can.
        var nextGroup: UInt64
        /// The landings that it was made of.
        var landings: TapLandings
    }
}

/// The counts of taps under way, at different places: two thumbs, or two people.
///
/// A fifth replaces the one whose last tap was earliest.
struct TapRuns: Sendable {
    static let capacity = 4

    private var runs = InlineArray<4, TapRecognizer.Run?>(repeating: nil)

    /// The count at `place`; `nil` if it is empty.
    subscript(place: Int) -> TapRecognizer.Run? {
        get { runs[place] }
        set { runs[place] = newValue }
    }

    /// Whether none is under way.
    var isEmpty: Bool {
        for place in 0..<Self.capacity where runs[place] != nil { return false }
        return true
    }

    /// Whether the landing `number` is part of one.
    func contains(_ number: UInt64) -> Bool {
        for place in 0..<Self.capacity where runs[place]?.landings.contains(number) == true {
            return true
        }
        return false
    }

    /// Of the counts that satisfy `condition`, the one whose last tap is nearest to where fingers
    /// landed.
    func nearest(
        to landing: Point, where condition: (TapRecognizer.Run) -> Bool
    ) -> Int? {
        var nearest: (place: Int, squaredDistance: Double)?
        for place in 0..<Self.capacity {
            guard let run = runs[place], condition(run) else { continue }
            let squared = landing.squaredDistance(to: run.place)
            if squared < nearest?.squaredDistance ?? .infinity { nearest = (place, squared) }
        }
        return nearest?.place
    }

    /// The count whose last tap is the landing `number`; `nil` if no count ends with it.
    func run(upTo number: UInt64) -> TapRecognizer.Run? {
        for place in 0..<Self.capacity where runs[place]?.landings.last == number {
            return runs[place]
        }
        return nil
    }

    /// Adds a count.
    mutating func add(_ run: TapRecognizer.Run) {
        var oldest = 0
        for place in 0..<Self.capacity {
            guard let other = runs[place] else {
                runs[place] = run
                return
            }
            if let known = runs[oldest], other.liftedAt < known.liftedAt { oldest = place }
        }
        runs[oldest] = run
    }
}

/// The landings of a zone that the taps of one count were.
///
/// Other landings may lie between them: of the 64 up to the last, each has its own bit.
struct TapLandings: Sendable {
    /// The number of the last of them.
    let last: UInt64
    /// Bit n is the landing `last` − n.
    private let bits: UInt64

    /// A landing that continues `others`, or is the first.
    init(_ number: UInt64, after others: TapLandings?) {
        last = number
        guard let others, number > others.last, number - others.last < 64 else {
            bits = 1
            return
        }
        bits = 1 | others.bits << (number - others.last)
    }

    /// Whether the landing `number` is one of them.
    func contains(_ number: UInt64) -> Bool {
        number <= last && last - number < 64 && bits & 1 << (last - number) != 0
    }
}
