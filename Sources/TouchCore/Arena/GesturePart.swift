/// What a part of a composition says.
public struct GesturePart: Sendable, Hashable {
    /// Index in `ZoneConfiguration.nodes`.
    public var node: Int
    /// What belongs to its kind.
    public var values: GestureValues

    /// What the part at `node` says.
    public init(node: Int, values: GestureValues) {
        self.node = node
        self.values = values
    }
}
