import LinuxIO

/// Text of devices, files and daemons, made safe for a terminal.
enum ReadableName {
    /// At most 128 bytes, with control characters escaped.
    static func of(_ text: String) -> String {
        escapedText(text)
    }
}
