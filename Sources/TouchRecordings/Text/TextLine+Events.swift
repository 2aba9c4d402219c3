extension TextLine {
    /// Rejects an event on an unterminated last line: its value may be truncated without a sign of
    /// it.
    ///
    /// `SYN_REPORT` is accepted: it means the same however much of its line is left.
    func refuseIfCut(_ event: InputEvent) throws(LineProblem) {
        guard !isTerminated, event.inputCode != .synReport else { return }
        throw LineProblem(expected: "a newline after the event", found: bytes)
    }
}
