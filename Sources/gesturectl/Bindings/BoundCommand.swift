/// The command of a binding.
enum BoundCommand: Sendable, Hashable {
    /// A program and its arguments, passed literally; never empty.
    case program([String])
    /// A line for /bin/sh.
    case shell(String)

    /// The argument list to execute.
    var arguments: [String] {
        switch self {
        case .program(let words): words
        case .shell(let text): ["/bin/sh", "-c", text]
        }
    }
}
