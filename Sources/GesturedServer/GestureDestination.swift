/// Where gestures go.
public enum GestureDestination: Sendable, Hashable {
    /// The clients of a socket; at `path`, where the command line names one.
    case socket(path: String?)
    /// The lines of the protocol on standard output.
    case json
    /// A readable account on standard output.
    case dump
}
