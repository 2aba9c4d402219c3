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

/// What a finger does in one frame of a trace.
struct TraceAct: Equatable {
    enum Kind: Equatable {
        case down, move, up, palm
    }

    let kind: Kind
    let slot: Int
    /// In millimetres; `nil`: where it was.
    var place: Point?
    /// 0 to 1; `nil`: as it was.
    var force: Double?
    /// Length of the contact, in millimetres; `nil`: as it was.
    var major: Double?
}

/// One frame: all events of the device up to a `SYN_REPORT`.
struct TraceFrame: Equatable {
    /// When it happens, in microseconds.
    let time: Int64
    /// What the kernel stamps it with; `nil`: the truth.
    var stamp: Int64?
    var acts: [TraceAct] = []
    /// Events were lost before it; `acts` have what is down.
    var isDropped = false
    /// Of the trace, counted from 1.
    let line: Int
}

/// A step in the life of a gesture, with its values.
struct TraceStep {
    let event: GestureEvent
    /// The values of its kind; of a composition those of its parts, in their order.
    let values: [GestureValues]

    init(_ event: GestureEvent, parts: ContiguousArray<GesturePart>) {
        self.event = event
        values = [event.values] + event.parts.map { parts[$0].values }
    }
}

/// What is wrong with a trace, and where.
struct TraceProblem: Error, CustomStringConvertible, Equatable {
    /// The file, as it was named.
    var file = ""
    /// Counted from 1; 0 is the file as a whole.
    let line: Int
    let message: String

    init(_ message: String, line: Int) {
        self.message = message
        self.line = line
    }

    var description: String {
        line > 0 ? "\(file):\(line): \(message)" : "\(file): \(message)"
    }
}
