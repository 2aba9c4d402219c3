import TouchCore

@testable import GestureSettings
@testable import GesturedServer

/// A story of fingers on a panel, and what is to be recognised in it: `docs/traces.md`.
struct TouchTrace {
    /// What becomes of `changed` in the account.
    enum ChangedStyle: String, CaseIterable {
        /// One line for those of a gesture that follow each other.
        case runs
        /// A line each.
        case all
        /// None at all.
        case none
    }

    var panel = TracePanel()
    var changed = ChangedStyle.runs
    /// Values that are printed beside those that always are.
    var shown: [TraceValue] = []
    /// The configuration in it.
    var configuration = DaemonConfiguration.standard
    /// By time.
    var frames: [TraceFrame] = []
    /// Times, in microseconds, in which nothing is read.
    var stalls: [ClosedRange<Int64>] = []
    /// What is to be printed, a line each, with one blank between words.
    var expected: [String] = []
}
