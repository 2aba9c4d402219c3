import TouchCore

@testable import GestureSettings
@testable import GesturedServer

/// A script of fingers on a panel, and the expected gestures: `docs/traces.md`.
struct TouchTrace {
    /// The style in which `changed` is printed.
    enum ChangedStyle: String, CaseIterable {
        /// One line for consecutive `changed` of a gesture.
        case runs
        /// A line for each.
        case all
        /// No lines.
        case none
    }

    var panel = TracePanel()
    var changed = ChangedStyle.runs
    /// Values that are printed in addition to those that always are.
    var shown: [TraceValue] = []
    /// The configuration in the head.
    var configuration = DaemonConfiguration.standard
    /// The frames in the order of time.
    var frames: [TraceFrame] = []
    /// Spans of time, in microseconds, in which no event is read.
    var stalls: [ClosedRange<Int64>] = []
    /// The expected lines, with one space between words.
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
    var position: Point?
    /// 0 to 1; `nil` if unchanged.
    var force: Double?
    /// Length of the contact, in millimetres; `nil` if unchanged.
    var major: Double?
}

/// One frame: all events of the device up to a `SYN_REPORT`.
struct TraceFrame: Equatable {
    /// When the frame arrives, in microseconds.
    let time: Int64
    /// The kernel's timestamp, if it differs from the time.
    var stamp: Int64?
    var acts: [TraceAct] = []
    /// Whether events were lost before the frame; if so, `acts` has every finger that is down.
    var isDropped = false
    /// The line of the trace, counted from 1.
    let line: Int
}

/// An event of a gesture, with its values.
struct TraceStep {
    let event: GestureEvent
    /// The values of the gesture, followed by those of the parts of a composition, in their order.
    let values: [GestureValues]

    init(_ event: GestureEvent, parts: ContiguousArray<GesturePart>) {
        self.event = event
        values = [event.values] + event.parts.map { parts[$0].values }
    }
}

/// The problem of a trace, and its location.
struct TraceProblem: Error, CustomStringConvertible, Equatable {
    /// The name of the file.
    var file = ""
    /// The line, counted from 1; 0 for the file as a whole.
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
