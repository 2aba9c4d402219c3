/// The values of a part of a composition.
public struct GesturePart: Sendable, Hashable {
    /// The kind of the part.
    public let kind: GestureUpdate.Kind
    /// Its name in the configuration.
    public let name: String
    /// The values of its kind.
    public let values: GestureValues
    /// Its own parts, if it is a composition.
    public let parts: [GesturePart]
}

extension GesturePart {
    /// The parts in a line or in a part.
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
