import TouchCore

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
