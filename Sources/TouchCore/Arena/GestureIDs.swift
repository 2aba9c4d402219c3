/// Hands out the ids of recognitions: from 1, each once.
///
/// One source serves every device of a daemon, so that an id names one recognition in all.
public struct GestureIDs: Sendable {
    /// The id that the next recognition gets.
    public private(set) var next: UInt64 = 1

    /// Ids that start with 1.
    public init() {}

    /// An id that was never handed out before.
    public mutating func make() -> UInt64 {
        defer { next &+= 1 }
        return next
    }
}
