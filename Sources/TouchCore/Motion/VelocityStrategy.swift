/// How a velocity is had from samples.
public enum VelocityStrategy: String, Sendable, Hashable, CaseIterable {
    /// A parabola through the samples; the velocity is its slope at the newest one.
    case leastSquares = "least_squares"
    /// The work that would have brought a mass along the samples; the velocity is what it has now.
    case impulse
}
