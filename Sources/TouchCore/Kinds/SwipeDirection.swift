/// A direction on the surface.
public enum SwipeDirection: String, Sendable, Hashable, CaseIterable {
    /// To the left.
    case left
    /// To the right.
    case right
    /// Towards the top.
    case up
    /// Towards the bottom.
    case down
    /// Between left and up.
    case upLeft = "up_left"
    /// Between right and up.
    case upRight = "up_right"
    /// Between left and down.
    case downLeft = "down_left"
    /// Between right and down.
    case downRight = "down_right"
}
