import GestureClient

/// Writes lines of the daemon: unchanged, or as text for people.
struct LineWriter {
    private let output: OutputFile
    private var text: EventText?

    init(_ output: OutputFile, isText: Bool) {
        self.output = output
        text = isText ? EventText(style: TextStyle(of: output)) : nil
    }

    /// Writes one line.
    ///
    /// - Throws: `OutputEnd`.
    mutating func write(_ line: GestureClientLine) throws(OutputEnd) {
        if text == nil {
            try output.write(json: line.text)
        } else if let shown = text?.line(for: line.event) {
            try output.write(shown + "\n")
        }
    }
}
