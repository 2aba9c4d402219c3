/// A line is not as protocol 1 has it.
struct LineError: Error, Hashable {
    /// What is wrong, without a full stop.
    let message: String

    init(_ message: String) {
        self.message = message
    }

    init(missing name: String) {
        message = "a line has no \(name) that can be read"
    }
}
