/// What is given bytes from anybody: one target for each way in.
enum FuzzTarget: String, CaseIterable {
    /// What one or several clients of a server send and do, with touches, time and reloads between.
    case clients
    /// What a driver reports: events of a device, the session that they make, its lines.
    case frames
    /// Files that are replayed.
    case recordings
    /// `gestured.yaml`, and gestures made by it.
    case configuration
    /// Files of shapes that a configuration names.
    case shapes

    /// Gives `bytes` to the target.
    ///
    /// - Throws: a promise that they break. What ends the process is found by whoever runs this.
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
