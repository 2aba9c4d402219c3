import GestureWire

extension HealthReport {
    /// Bytes of a text that a line holds; a file can have hundreds of problems.
    private static let excerptBytes = 2_048

    /// Says that a configuration is wrong, with the first lines of what is wrong: the log has all.
    static func configurationError(excerpting text: String) -> HealthReport {
        var rest = excerptBytes
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let kept = lines.prefix { line in
            rest -= line.utf8.count + 1
            return rest >= 0
        }
        let count = lines.count - kept.count
        let tail = count > 0 ? ["\(count) more lines, which the log has"] : []
        return .configurationError((kept.map(String.init) + tail).joined(separator: "\n"))
    }
}
