/// A line does not conform to protocol 1.
struct LineError: Error, Hashable {
    /// What is wrong, without a period.
    let message: String

    init(_ message: String) {
        self.message = message
    }

    init(missing name: String) {
        message = "a line has no \(name) that can be read"
    }
}
