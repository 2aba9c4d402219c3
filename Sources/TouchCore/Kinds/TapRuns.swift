extension TapRecognizer {
    /// A count of taps under way.
    struct Run: Sendable {
        /// The number of taps so far.
        var count: Int
        /// When the first finger of the first tap landed.
        var startedAt: Timestamp
        /// When the last finger of the last tap lifted.
        var liftedAt: Timestamp
        /// The position of the last tap, in mm.
        var position: Point
        /// The number of fingers of each tap.
        var fingers: Int
        /// The number of the first landing that can continue the count; for a part, of the only
        /// one.
        var nextGroup: UInt64
        /// The landings of the taps so far.
        var landings: TapLandings
    }
}

/// The counts of taps under way at different locations, of two thumbs or of two people: four at
/// most.
///
/// A fifth count replaces the one whose last tap lifted first.
struct TapRuns: Sendable {
    static let capacity = 4

    private var runs = InlineArray<4, TapRecognizer.Run?>(repeating: nil)

    /// The count at an index of the storage; `nil` if it is free.
    subscript(index: Int) -> TapRecognizer.Run? {
        get { runs[index] }
        set { runs[index] = newValue }
    }

    /// Whether no count is under way.
    var isEmpty: Bool {
        for index in 0..<Self.capacity where runs[index] != nil { return false }
        return true
    }

    /// Whether a count contains the landing `number`.
    func contains(_ number: UInt64) -> Bool {
        for index in 0..<Self.capacity where runs[index]?.landings.contains(number) == true {
            return true
        }
        return false
    }

    /// The index of the count whose last tap is nearest to a landing, among those that satisfy
    /// `condition`.
    func nearest(
        to landing: Point, where condition: (TapRecognizer.Run) -> Bool
    ) -> Int? {
        var nearest: (index: Int, squaredDistance: Double)?
        for index in 0..<Self.capacity {
            guard let run = runs[index], condition(run) else { continue }
            let squared = landing.squaredDistance(to: run.position)
            if squared < nearest?.squaredDistance ?? .infinity { nearest = (index, squared) }
        }
        return nearest?.index
    }

    /// The count whose last tap is the landing `number`; `nil` if there is none.
    func run(upTo number: UInt64) -> TapRecognizer.Run? {
        for index in 0..<Self.capacity where runs[index]?.landings.last == number {
            return runs[index]
        }
        return nil
    }

    /// Adds a count.
    mutating func add(_ run: TapRecognizer.Run) {
        var oldest = 0
        for index in 0..<Self.capacity {
            guard let stored = runs[index] else {
                runs[index] = run
                return
            }
            if let earliest = runs[oldest], stored.liftedAt < earliest.liftedAt { oldest = index }
        }
        runs[oldest] = run
    }
}

/// Which landings of a zone were the taps of one count.
///
/// The last landing and the 63 before it have one bit each, because other landings may be between
/// the taps. Earlier taps are forgotten.
struct TapLandings: Sendable {
    /// The number of the last landing.
    let last: UInt64
    /// Bit n is the landing `last` − n.
    private let bits: UInt64

    /// Adds a landing to those of a count; `nil` if it is the first.
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
