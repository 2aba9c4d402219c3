/// One of eight ways on the glass, for people: `up`, `down left`; none for what does not move.
public struct CompassWords: Sendable, Hashable {
    /// The words.
    public let text: String

    /// - Parameters:
    ///   - x: to the right, in any unit.
    ///   - y: down, in the same.
    public init?(x: Double, y: Double) {
        // tan 22.5°: beyond it a way leans to both sides.
        let leaning = 0.4142
        let horizontal = x.magnitude > y.magnitude * leaning ? (x < 0 ? "left" : "right") : nil
        let vertical = y.magnitude > x.magnitude * leaning ? (y < 0 ? "up" : "down") : nil
        let parts = [vertical, horizontal].compactMap(\.self)
        guard !parts.isEmpty else { return nil }
        text = parts.joined(separator: " ")
    }
}
