extension GestureMatch {
    /// Why what `member` asks for never comes with this kind; `nil` where it may.
    ///
    /// Where no kind is named, the name may stand for any.
    func contradiction(of member: String) -> (message: String, advice: String)? {
        guard let kind else { return nil }
        let isDiscrete = ["tap", "swipe"].contains(kind)
        switch member {
        case "phase" where isDiscrete && phase != "ended":
            return ("a \(kind) is never \(phase)", "It is told once, as ended: leave phase out")
        case "direction" where kind != "swipe":
            return ("a \(kind) has no direction", "A swipe has one")
        case "edge" where !["swipe", "drag"].contains(kind):
            return ("a \(kind) comes from no edge", "A swipe or a drag does")
        case "count" where !["tap", "press"].contains(kind):
            return ("a \(kind) has no count", "A tap or a press has one")
        case "count" where kind == "press" && phase != "changed":
            return ("a press has a count where it changed", "Write phase: changed beside it")
        default:
            return nil
        }
    }
}
