/// Where a movement would take a finger that is let go.
public enum Projection {
    /// How far ahead, in seconds.
    public static let lead = 0.25

    /// The translation after `lead` more seconds at this velocity.
    ///
    /// - Parameters:
    ///   - translation: the way so far, in millimetres.
    ///   - velocity: in mm/s.
    public static func predictedTranslation(_ translation: Point, velocity: Point) -> Point {
        translation + velocity * lead
    }
}
