import TouchCore

extension GestureMatch {
    /// Why this kind never has what `member` requires; `nil` if it can.
    ///
    /// Without a kind, the name may be that of any kind.
    func contradiction(of member: String) -> (message: String, advice: String)? {
        guard let kind = kind.flatMap(GestureKind.init(configured:)) else { return nil }
        let name = kind.rawValue
        switch member {
        case "phase" where kind.traits.contains(.discrete) && phase != "ended":
            return ("a \(name) is never \(phase)", "It is told once, as ended: leave phase out")
        case "direction" where kind.fields.isDisjoint(with: .direction):
            return ("a \(name) has no direction", "\(Self.owners(of: .direction)) one")
        case "edge" where kind.fields.isDisjoint(with: .edge):
            return ("a \(name) comes from no edge", "\(Self.owners(of: .edge)) one")
        case "count" where kind.fields.isDisjoint(with: [.count, .ticks]):
            return ("a \(name) has no count", "\(Self.owners(of: [.count, .ticks])) one")
        case "count" where kind.fields.contains(.ticks) && phase != "changed":
            return ("a \(name) has a count where it changed", "Write phase: changed beside it")
        default:
            return nil
        }
    }

    /// `A drag or a swipe has`: the kinds that have one of the values.
    private static func owners(of fields: GestureFields) -> String {
        let kinds = GestureKind.allCases.filter { !$0.fields.isDisjoint(with: fields) }
        return "A \(kinds.map(\.rawValue).joined(separator: " or a ")) has"
    }
}
