import TouchCore

@testable import GestureSettings
@testable import GesturedServer

/// A script of fingers on a panel, and the expected gestures: `docs/traces.md`.
struct TouchTrace {
    /// The style in which `changed` is printed.
    enum ChangedStyle: String, CaseIterable {
        /// One line for consecutive ones of a gesture.
        case runs
        /// A line each.
        case all
        /// Not at all.
        case none
    }

    var panel = TracePanel()
    var changed = ChangedStyle.runs
    /// Values that are printed in addition to the usual ones.
    var shown: [TraceValue] = []
    /// The configuration in it.
    var configuration = DaemonConfiguration.standard
    /// By time.
    var frames: [TraceFrame] = []
    /// Times, in microseconds, in which no event is read.
    var stalls: [ClosedRange<Int64>] = []
    /// The expected lines, with one blank between words.
    var expected: [String] = []
}

/// The action of a finger in one frame of a trace.
struct TraceAct: Equatable {
    enum Kind: Equatable {
        case down, move, up, palm
    }

    let kind: Kind
    let slot: Int
    /// In millimetres; `nil` if unchanged.
    var place: Point?
    /// 0 to 1; `nil` if unchanged.
    var force: Double?
    /// Length of the contact, in millimetres; `nil` if unchanged.
    var major: Double?
}

/// One frame: all events of the device up to a `SYN_REPORT`.
struct TraceFrame: Equatable {
    /// When it happens, in microseconds.
    let time: Int64
    /// The kernel's timestamp, if it differs from the time.
    var stamp: Int64?
    var acts: [TraceAct] = []
    /// Events were lost before it; `acts` have the fingers that are down.
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

/// The problem of a trace, and its location.
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
