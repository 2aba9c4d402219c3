import TouchCore

/// A value against the threshold that it missed, in words.
struct ShortfallWords {
    let shortfall: UnmetThreshold

    init(_ shortfall: UnmetThreshold) {
        self.shortfall = shortfall
    }

    /// `a finger moved 59.6 mm, at most 4.0 (maximum_distance)`.
    var text: String {
        let (what, unit, places, member) = parts
        let (value, limit) = distinct(shortfall.value, shortfall.limit, places: places)
        let bound =
            switch shortfall.bound {
            case .atLeast: "at least"
            case .atMost: "at most"
            case .moreThan: "needs more than"
            }
        let source = member.isEmpty ? "" : " (\(member))"
        let amount = unit.isEmpty ? value : "\(value) \(unit)"
        return "\(what) \(amount), \(bound) \(limit)\(source)"
    }

    /// What was measured, in which unit, with how many places, and the member with the threshold.
    private var parts: (what: String, unit: String, places: Int, member: String) {
        switch shortfall.quantity {
        case .travel: ("a finger moved", "mm", 1, "maximum_distance")
        case .separation: ("the fingers landed apart:", "mm", 1, "maximum_separation")
        case .tapDuration: ("lasted", "s", 2, "maximum_duration")
        case .pressDuration: ("lasted", "s", 2, "minimum_duration")
        case .distance: ("moved", "mm", 1, "minimum_distance")
        case .swipeDuration: ("lasted", "s", 2, "maximum_duration")
        case .speed: ("went at", "mm/s", 0, "minimum_speed")
        case .flick: ("moved in the last 0.1 s", "mm", 1, "minimum_flick")
        case .wander: ("strayed from the straight line", "mm", 1, "maximum_wander")
        case .deviation: ("went askew by", "degrees", 1, "maximum_deviation")
        case .liftSpread: ("the last finger lifted after the first by", "s", 2, "")
        case .spread: ("the spread changed", "mm", 1, "minimum_distance")
        case .spreadShare: ("the spread changed", "mm", 1, "minimum_share")
        case .scale: ("the scale changed by", "", 2, "minimum_scale")
        case .radius: ("the radius was", "mm", 1, "minimum_radius")
        case .rotation: ("turned", "degrees", 1, "minimum_rotation")
        case .arc: ("turned along", "mm", 1, "minimum_distance")
        case .arcShare: ("turned along", "mm", 1, "minimum_share")
        case .force: ("force", "", 2, "threshold")
        case .forceRatio: ("force", "", 2, "1.5 times that of the touch itself")
        case .forceAge: ("was pressed after", "s", 2, "")
        }
    }
}

/// Two different numbers with as many places as tell them apart, `places` at least.
func distinct(_ value: Double, _ limit: Double, places: Int) -> (value: String, limit: String) {
    for places in places..<6 {
        let texts = (fixedDecimal(value, places: places), fixedDecimal(limit, places: places))
        if texts.0 != texts.1 { return texts }
    }
    return (fixedDecimal(value, places: 6), fixedDecimal(limit, places: 6))
}
