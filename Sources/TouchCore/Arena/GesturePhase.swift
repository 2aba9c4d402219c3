/// Where a gesture stands.
public enum GesturePhase: String, Sendable, Hashable, CaseIterable {
    /// It has begun; `changed`, `ended` and `cancelled` follow.
    case began
    /// It goes on.
    case changed
    /// It is over as it should be.
    case ended
    /// It is over, and was none.
    case cancelled
}
