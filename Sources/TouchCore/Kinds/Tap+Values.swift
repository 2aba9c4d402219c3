/// The quantities whose thresholds can prevent a tap.
extension UnmetThreshold.Quantity {
    /// From the first landing to the last lift, in s, against the minimum.
    public static var shortestTap: Self {
        Self("shortestTap", "lasted", .seconds, places: 3, source: "minimum_duration")
    }
    /// From the previous lift to a landing in the same place, in s.
    public static var bounce: Self {
        Self("bounce", "bounced after", .seconds, places: 3, source: "minimum_gap")
    }
    /// From the first landing to the last lift, in s, against the maximum.
    public static var tapDuration: Self {
        Self("tapDuration", "lasted", .seconds, places: 2, source: "maximum_duration")
    }
    /// Maximum distance between the landing points of the fingers, in mm.
    public static var separation: Self {
        Self(
            "separation", "the fingers landed apart:", .millimetres, places: 1,
            source: "maximum_separation")
    }
    /// The number of fingers that rest on the side that counts.
    public static var restingFingers: Self {
        Self(
            "restingFingers", "the fingers resting on the side that counts were", .none, places: 0,
            source: "beside")
    }
}

extension GestureValues {
    /// `count`: taps so far.
    public static func tap(count: Int) -> GestureValues {
        var values = GestureValues(.tap)
        values.count = count
        return values
    }

    /// - Parameters:
    ///   - count: taps so far.
    ///   - side: the side of a resting finger on which it tapped; `nil` if none need rest.
    static func tap(count: Int, beside side: RestingSide?) -> GestureValues {
        var values = tap(count: count)
        values.direction = side?.direction
        return values
    }
}
