/// Limits on a document.
public struct YAMLLimits: Sendable, Hashable {
    /// The maximum size in bytes.
    public var maximumBytes: Int
    /// The maximum nesting of sequences and mappings.
    public var maximumDepth: Int

    /// The limits for files that people write: 1 MiB, 32 levels.
    public init(maximumBytes: Int = 1 << 20, maximumDepth: Int = 32) {
        self.maximumBytes = maximumBytes
        self.maximumDepth = maximumDepth
    }
}
