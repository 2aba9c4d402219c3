/// A promise that an input breaks.
struct Finding: Error, CustomStringConvertible {
    /// What is broken, in words.
    let description: String

    init(_ description: String) {
        self.description = description
    }

    /// Finds something where `isKept` is false.
    static func unless(
        _ isKept: Bool, _ broken: @autoclosure () -> String
    ) throws(Finding) {
        guard !isKept else { return }
        throw Finding(broken())
    }
}
