/// A promise that an input breaks.
struct Finding: Error, CustomStringConvertible {
    /// The broken promise, in words.
    let description: String

    init(_ description: String) {
        self.description = description
    }

    /// Throws a finding if `isKept` is false.
    static func unless(
        _ isKept: Bool, _ broken: @autoclosure () -> String
    ) throws(Finding) {
        guard !isKept else { return }
        throw Finding(broken())
    }
}
