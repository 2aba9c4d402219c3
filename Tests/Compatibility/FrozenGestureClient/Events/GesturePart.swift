/// What a part of a composition says.
public struct GesturePart: Sendable, Hashable {
    /// What kind of gesture it is.
    public let kind: GestureUpdate.Kind
    /// What the configuration calls it.
    public let name: String
    /// What belongs to its kind.
    public let values: GestureValues
    /// Its own parts, where it is a composition.
    public let parts: [GesturePart]
}

extension GesturePart {
    /// The parts that a line, or a part, has.
    static func parts(of members: LineMembers) throws(LineError) -> [GesturePart] {
        var parts: [GesturePart] = []
        for part in try members.objects("parts") {
            let kind: GestureUpdate.Kind = try part.word("gesture")
            parts.append(
                GesturePart(
                    kind: kind, name: part.text("name") ?? kind.rawValue,
                    values: GestureValues(part), parts: try Self.parts(of: part)))
        }
        return parts
    }
}
