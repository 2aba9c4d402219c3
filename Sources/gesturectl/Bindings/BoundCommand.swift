/// What a binding runs.
enum BoundCommand: Sendable, Hashable {
    /// A program and its arguments, each as it is written; never empty.
    case program([String])
    /// A line for /bin/sh.
    case shell(String)

    /// What is executed.
    var arguments: [String] {
        switch self {
        case .program(let words): words
        case .shell(let text): ["/bin/sh", "-c", text]
        }
    }
}
