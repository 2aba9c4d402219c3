import CEvdev
import InputDevices
import LinuxIO
import SystemPackage

/// The pens of a touchscreen that have event nodes of their own, of which only the proximity is
/// read.
///
///     pens ──tools that are near──▶ frames that wait ──between two frames──▶ the touchscreen's events
///
/// A touchscreen's assembler rejects hands while a tool is near, so the tools are events of its
/// stream: a recording contains them, and its replay rejects the same hands. A frame of a pen is
/// inserted by time, before frames of the touchscreen that are later.
struct DevicePens {
    /// An open node. The caller that removes it has to close it.
    struct Pen {
        let path: String
        let reader: any PenReader
        /// The attempt that opened it: the next one follows it if reading fails.
        let attempt: OpenRetries.Attempt
        /// The tools that are near, one bit each, from `BTN_TOOL_PEN` on.
        var tools: UInt8
    }

    /// A change of the tools that are near.
    private struct Frame {
        let time: Int64
        let tools: UInt8
    }

    /// The maximum number of frames that wait; more cannot be read between two frames of a
    /// touchscreen, unless the process was delayed.
    private static let maximumFrames = 16
    /// The maximum number of events that `insert` adds.
    static let maximumEvents = maximumFrames * (Int(CEVDEV_PEN_TOOLS) + 1)
    /// The maximum number of reads of one pen in a row.
    private static let maximumReads = 64

    private(set) var pens: [Pen] = []
    private var frames: [Frame] = []
    /// The tools that the touchscreen's stream has as near.
    private var inserted: UInt8 = 0
    /// Whether the touchscreen's stream ended within a frame.
    private var isInFrame = false

    /// Whether there is nothing to read and nothing to insert.
    var isEmpty: Bool { pens.isEmpty && frames.isEmpty }

    /// The tools of all pens that are near.
    private var tools: UInt8 { pens.reduce(0) { $0 | $1.tools } }

    func contains(_ path: String) -> Bool { pens.contains { $0.path == path } }

    // MARK: Pens

    /// Adds a pen that was opened at `time`.
    mutating func add(_ pen: Pen, at time: Int64) {
        frames.reserveCapacity(Self.maximumFrames)
        pens.append(pen)
        recordTools(at: time)
    }

    /// Removes the pen at `path` at `time`: its tools are no longer near.
    mutating func remove(_ path: String, at time: Int64) -> Pen? {
        guard let index = pens.firstIndex(where: { $0.path == path }) else { return nil }
        defer { recordTools(at: time) }
        return pens.remove(at: index)
    }

    /// Closes every pen.
    mutating func closeAll() {
        for pen in pens { pen.reader.close() }
        pens = []
        frames = []
    }

    private mutating func recordTools(at time: Int64) {
        let tools = tools
        guard tools != frames.last?.tools ?? inserted else { return }
        let isFull = frames.count == Self.maximumFrames
        if isFull { frames.removeLast() }
        frames.append(Frame(time: max(time, frames.last?.time ?? time), tools: tools))
    }

    // MARK: Reading

    /// Reads every pen, by means of `buffer`.
    ///
    /// Returns the first pen that cannot be read, which is removed at `now`; then the others have
    /// to be read again.
    mutating func read(
        by buffer: borrowing InputEventBuffer, now: Int64
    ) -> (pen: Pen, error: Errno)? {
        for index in pens.indices {
            do throws(Errno) {
                try read(index, into: buffer.all)
            } catch {
                return remove(pens[index].path, at: now).map { ($0, error) }
            }
        }
        return nil
    }

    private mutating func read(
        _ index: Int, into events: UnsafeMutableBufferPointer<input_event>
    ) throws(Errno) {
        for _ in 0..<Self.maximumReads {
            let count = try pens[index].reader.read(events)
            guard count > 0 else { return }
            for position in 0..<count {
                guard !events[position].isDropout else {
                    pens[index].tools = try pens[index].reader.tools()
                    recordTools(at: events.time(count - 1))
                    break
                }
                receive(events[position], of: index)
            }
            guard count == events.count else { return }
        }
    }

    private mutating func receive(_ event: input_event, of index: Int) {
        if event.isReport { return recordTools(at: event.timeUs) }
        guard event.type == UInt16(EV_KEY), event.code >= UInt16(BTN_TOOL_PEN),
            event.code < UInt16(BTN_TOOL_PEN) + UInt16(CEVDEV_PEN_TOOLS)
        else { return }
        let bit: UInt8 = 1 << UInt8(truncatingIfNeeded: event.code &- UInt16(BTN_TOOL_PEN))
        pens[index].tools = event.value != 0 ? pens[index].tools | bit : pens[index].tools & ~bit
    }

    // MARK: Inserting

    /// Inserts the frames that wait between the first `count` events, which the touchscreen sent;
    /// returns the new number of events.
    ///
    /// Waits for the frames of the touchscreen that are earlier: for the end of an unfinished one,
    /// for those after the last event unless `isAll`, and for the state after a SYN_DROPPED.
    ///
    /// - Parameters:
    ///   - events: has room for `maximumEvents` more.
    ///   - lastUs: the time of the touchscreen's event before these.
    mutating func insert(
        into events: UnsafeMutableBufferPointer<input_event>, _ count: Int, after lastUs: Int64,
        isAll: Bool
    ) -> Int {
        var (position, end, time) = (0, count, lastUs)
        while let frame = frames.first {
            var next = events.endOfFrame(from: position, to: end)
            while let following = next, isInFrame || events.time(following - 1) <= frame.time {
                (position, time, isInFrame) = (following, events.time(following - 1), false)
                next = events.endOfFrame(from: position, to: end)
            }
            guard !isInFrame, next != nil || (isAll && position == end) else { break }
            let stamp = max(frame.time, time)
            let length = insertFirst(into: events, at: position, end, stamp)
            (position, end, time) = (position + length, end + length, stamp)
        }
        if end > position { isInFrame = !events[end - 1].isReport }
        return end
    }

    /// Inserts the frames that wait after the present state of the touchscreen, which is the first
    /// `count` events; returns the new number of events.
    mutating func insert(
        intoState events: UnsafeMutableBufferPointer<input_event>, _ count: Int
    ) -> Int {
        guard let report = events[..<count].lastIndex(where: \.isReport) else { return count }
        var (position, end) = (report + 1, count)
        isInFrame = position < end
        while let frame = frames.first {
            let stamp = max(frame.time, events.time(position - 1))
            let length = insertFirst(into: events, at: position, end, stamp)
            (position, end) = (position + length, end + length)
        }
        return end
    }

    /// Inserts the first frame that waits at `position`, before the events up to `end`; returns the
    /// number of its events.
    private mutating func insertFirst(
        into events: UnsafeMutableBufferPointer<input_event>, at position: Int, _ end: Int,
        _ time: Int64
    ) -> Int {
        let tools = frames.removeFirst().tools
        let changed = tools ^ inserted
        guard changed != 0 else { return 0 }
        let length = changed.nonzeroBitCount + 1
        for index in stride(from: end - 1, through: position, by: -1) {
            events[index + length] = events[index]
        }
        var index = position
        for tool in 0..<UInt16(CEVDEV_PEN_TOOLS) where changed >> tool & 1 != 0 {
            let value = Int32(tools >> tool & 1)
            events[index] = input_event(
                InputEvent(
                    timeUs: time, type: UInt16(EV_KEY), code: UInt16(BTN_TOOL_PEN) + tool,
                    value: value))
            index += 1
        }
        events[index] = input_event(InputEvent(timeUs: time, .synReport, value: 0))
        inserted = tools
        return length
    }
}

extension UnsafeMutableBufferPointer<input_event> {
    /// The time of the event at `index`, in microseconds.
    fileprivate func time(_ index: Int) -> Int64 { self[index].timeUs }

    /// The index after the next `SYN_REPORT`; `nil` if there is none before `end` or a
    /// `SYN_DROPPED`.
    fileprivate func endOfFrame(from start: Int, to end: Int) -> Int? {
        for index in start..<end {
            if self[index].isReport { return index + 1 }
            if self[index].isDropout { return nil }
        }
        return nil
    }
}

extension input_event {
    fileprivate var timeUs: Int64 { withUnsafePointer(to: self) { cevdev_event_time_us($0) } }
    fileprivate var isReport: Bool { type == UInt16(EV_SYN) && code == UInt16(SYN_REPORT) }
    fileprivate var isDropout: Bool { type == UInt16(EV_SYN) && code == UInt16(SYN_DROPPED) }
}
