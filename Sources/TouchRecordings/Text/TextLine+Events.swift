extension TextLine {
    /// Refuses an event on a last line that no newline ends: its value may be cut, and none could tell.
    ///
    /// The end of a frame is taken: it says the same however much of its line is left.
    func refuseIfCut(_ event: InputEvent) throws(LineProblem) {
        guard !isTerminated, event.inputCode != .synReport else { return }
        throw LineProblem(expected: "a newline after the event", found: bytes)
    }
}
