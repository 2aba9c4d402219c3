/// The code that receives bytes from other programs: one target for each interface.
enum FuzzTarget: String, CaseIterable {
    /// The requests and actions of clients of a server, with touches, time and reloads between them.
    case clients
    /// A driver's reports, the session that processes them, and its lines.
    case frames
    /// Files that are replayed.
    case recordings
    /// `gestured.yaml`, and gestures recognised with it.
    case configuration
    /// Files of shapes that a configuration names.
    case shapes

    /// Passes `bytes` to the target.
    ///
    /// - Throws: a promise that the bytes break. The caller detects inputs that end the process.
    func run(_ bytes: [UInt8]) throws(Finding) {
        switch self {
        case .clients: try ClientScript(bytes).run()
        case .frames: try EventScript(bytes).run()
        case .recordings: try RecordingText(bytes).run()
        case .configuration: try ConfigurationText(bytes).run()
        case .shapes: try ShapesText(bytes).run()
        }
    }
}
