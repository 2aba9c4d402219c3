package import InputDevices
import LinuxIO

/// The result of looking for the next event.
package enum ReadEvent: Sendable, Hashable {
    case event(RecordedEvent)
    /// No event in the part that may be read in this turn; there may be further ones.
    case nothingYet
    /// No further event.
    case end
}

/// The events of a recording in sequence, of which a bounded amount is read in a turn.
package protocol RecordedEvents {
    /// Looks for the next event.
    mutating func read() -> ReadEvent

    /// Restores the amount of the file that `read` may consume in a turn.
    mutating func beginTurn()
}

extension RecordedEvents {
    /// The next event, however much must be read; `nil` at the end.
    mutating func next() -> RecordedEvent? {
        while true {
            switch read() {
            case .event(let event): return event
            case .nothingYet: beginTurn()
            case .end: return nil
            }
        }
    }
}

/// Reads the events of a file in their order, up to its end or the first error in it.
protocol RecordingReader {
    /// Looks for the next event, as far as the file's allowance reaches.
    mutating func read() -> ReadEvent

    /// The first error in the file, once it has been reached.
    var failure: RecordingError? { get }
}

extension RecordingReader {
    /// The next event; `nil` at the end.
    mutating func next() -> RecordedEvent? {
        if case .event(let event) = read() { event } else { nil }
    }
}

/// The events of several readers in one stream.
///
/// Each reader keeps its order. Events are merged by timestamp, at equal timestamps in the order of
/// readers. A timestamp that runs back counts as the maximum before it.
struct EventMerge {
    private var streams: [Stream]
    /// The first error that a reader has reached.
    private(set) var failure: RecordingError?

    init(_ readers: [any RecordingReader]) {
        streams = readers.map { Stream(reader: $0) }
    }

    /// Looks for the next event.
    mutating func read() -> ReadEvent {
        guard findNext() else { return .nothingYet }
        guard let next = streams.indices.min(by: { streams[$0].time < streams[$1].time }),
            let event = streams[next].found.take()
        else { return .end }
        return .event(event)
    }

    /// Makes each reader find its next event, which determines the first of all. Returns whether
    /// all have found it.
    @discardableResult
    mutating func findNext() -> Bool {
        var index = 0
        while index < streams.count {
            switch streams[index].find() {
            case .event: index += 1
            case .nothingYet: return false
            case .end:
                failure = failure ?? streams[index].reader.failure
                streams.remove(at: index)
            }
        }
        return true
    }

    /// The remaining events of one reader.
    private struct Stream {
        var reader: any RecordingReader
        var found: RecordedEvent?
        var time = Int64.min

        init(reader: any RecordingReader) {
            self.reader = reader
        }

        /// Looks for its next event, unless that is already known.
        mutating func find() -> ReadEvent {
            if let found { return .event(found) }
            let read = reader.read()
            if case .event(let event) = read {
                found = event
                time = max(time, event.event.timeUs)
            }
            return read
        }
    }
}

/// Reads a file that describes the device and then has one event per line.
protocol LineRecordingReader: RecordingReader {
    /// The name of the file in errors.
    var name: String { get }
    var lines: TextLines { get set }
    /// The event that ended the description, until it is returned.
    var first: InputEvent? { get set }
    var hasEvents: Bool { get set }
    var failure: RecordingError? { get set }
    /// Whether `failure` leaves no usable description.
    var isUndescribed: Bool { get set }

    /// The event in a line; `nil` for other lines.
    mutating func read(_ line: TextLine) throws(LineProblem) -> InputEvent?

    /// Whether a line is that of an event, valid or not.
    static func isEvent(_ line: TextLine) -> Bool
}

extension LineRecordingReader {
    mutating func read() -> ReadEvent {
        if let event = first.take() { return .event(RecordedEvent(device: 0, event: event)) }
        while lines.source.hasAllowance {
            guard failure == nil, let line = lines.next() else { return .end }
            do throws(LineProblem) {
                guard let event = try read(line) else { continue }
                hasEvents = true
                return .event(RecordedEvent(device: 0, event: event))
            } catch {
                isUndescribed = !hasEvents && !Self.isEvent(line)
                failure = RecordingError(
                    file: name, line: line.number, problem: error.text, afterEvents: hasEvents)
            }
        }
        return .nothingYet
    }
}
