/// A position as fractions of a view's width and height, 0 to 1 inside of it.
public struct UnitPoint: Sendable, Hashable {
    /// The fraction of the width, from the left.
    public var x: CGFloat
    /// The fraction of the height, from the top.
    public var y: CGFloat

    /// The top left.
    public init() {
        self.init(x: 0, y: 0)
    }

    /// A position as fractions of width and height.
    public init(x: CGFloat, y: CGFloat) {
        self.x = x
        self.y = y
    }

    /// The top left.
    public static let zero = UnitPoint()
    /// The middle.
    public static let center = UnitPoint(x: 0.5, y: 0.5)
    /// The middle of the left side.
    public static let leading = UnitPoint(x: 0, y: 0.5)
    /// The middle of the right side.
    public static let trailing = UnitPoint(x: 1, y: 0.5)
    /// The middle of the upper side.
    public static let top = UnitPoint(x: 0.5, y: 0)
    /// The middle of the lower side.
    public static let bottom = UnitPoint(x: 0.5, y: 1)
    /// The top left.
    public static let topLeading = UnitPoint(x: 0, y: 0)
    /// The top right.
    public static let topTrailing = UnitPoint(x: 1, y: 0)
    /// The bottom left.
    public static let bottomLeading = UnitPoint(x: 0, y: 1)
    /// The bottom right.
    public static let bottomTrailing = UnitPoint(x: 1, y: 1)
}
