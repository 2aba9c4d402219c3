/// What a document may demand of its reader.
public struct YAMLLimits: Sendable, Hashable {
    /// The most bytes of a document.
    public var maximumBytes: Int
    /// The most sequences and mappings within each other.
    public var maximumDepth: Int

    /// For files that people write: 1 MiB, 32 levels.
    public init(maximumBytes: Int = 1 << 20, maximumDepth: Int = 32) {
        self.maximumBytes = maximumBytes
        self.maximumDepth = maximumDepth
    }
}
