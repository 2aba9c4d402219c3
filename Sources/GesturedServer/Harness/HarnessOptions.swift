/// What is rehearsed: how far events go, under which configuration, and for whom.
public struct HarnessOptions: Sendable {
    /// How far events go on their way; each stage is what a daemon does until then.
    public enum Stage: String, Sendable, CaseIterable {
        /// Frames of slots.
        case parse
        /// Gestures, which nobody is told of.
        case recognise
        /// Lines in the clients' queues, from where they are taken without a system call.
        case lines
        /// Lines that the clients read from their sockets, after each frame.
        case written
    }

    /// How far events go.
    public var stage = Stage.lines
    /// Contacts that the panel tells apart.
    public var slots = 10
    /// Clients that hear everything.
    public var clients = 1
    /// What `gestured.yaml` says; empty where there is none.
    public var configuration = ""

    /// Lines for one client, as the standard configuration makes them.
    public init() {}
}
