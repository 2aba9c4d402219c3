import LinuxIO

/// Text of devices, files and daemons as it may go to a terminal.
enum ReadableName {
    /// At most 128 bytes, with what could steer a terminal escaped.
    static func of(_ text: String) -> String {
        escapedText(text)
    }
}
