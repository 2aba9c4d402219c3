import Glibc

/// How text stands out on a terminal.
struct TextStyle {
    /// Whether it does at all.
    let isColoured: Bool

    /// What suits where the text goes, and what the user wants ($NO_COLOR, $TERM).
    init(of output: OutputFile) {
        let isUnwanted = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
        let terminal = getenv("TERM").map { String(cString: $0) } ?? "dumb"
        isColoured = output.isTerminal && !isUnwanted && terminal != "dumb"
    }

    init(isColoured: Bool) {
        self.isColoured = isColoured
    }

    /// What matters.
    func strong(_ text: String) -> String { wrapped(text, "1") }

    /// What is there to be looked up.
    func faint(_ text: String) -> String { wrapped(text, "2") }

    /// What is wrong.
    func alarming(_ text: String) -> String { wrapped(text, "31") }

    private func wrapped(_ text: String, _ code: String) -> String {
        isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
