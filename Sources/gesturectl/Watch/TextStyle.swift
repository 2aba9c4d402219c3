import Glibc

/// Text attributes on a terminal.
struct TextStyle {
    /// Whether attributes are used.
    let isColoured: Bool

    /// Depends on the output and on the user's wish ($NO_COLOR, $TERM).
    init(of output: OutputFile) {
        let isUnwanted = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
        let terminal = getenv("TERM").map { String(cString: $0) } ?? "dumb"
        isColoured = output.isTerminal && !isUnwanted && terminal != "dumb"
    }

    init(isColoured: Bool) {
        self.isColoured = isColoured
    }

    /// Emphasised.
    func strong(_ text: String) -> String { wrapped(text, "1") }

    /// Secondary.
    func faint(_ text: String) -> String { wrapped(text, "2") }

    /// An error.
    func alarming(_ text: String) -> String { wrapped(text, "31") }

    private func wrapped(_ text: String, _ code: String) -> String {
        isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
