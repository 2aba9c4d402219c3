package import InputDevices
import LinuxIO

/// The result of reading the next event.
package enum ReadEvent: Sendable, Hashable {
    case event(RecordedEvent)
    /// No further event in the amount that may be read in this turn; later turns may have some.
    case nothingYet
    /// No further event.
    case end
}

/// The events of a recording in order; a turn reads a limited amount of the file.
package protocol RecordedEvents {
    /// Reads the next event.
    mutating func read() -> ReadEvent

    /// Restores the amount of the file that `read` may consume in a turn.
    mutating func beginTurn()
}

extension RecordedEvents {
    /// The next event, in as many turns as it needs; `nil` at the end.
    package mutating func next() -> RecordedEvent? {
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
    /// Reads the next event, unless that needs more than the file's allowance.
    mutating func read() -> ReadEvent

    /// The first error in the file, once it has been reached.
    var failure: RecordingError? { get }
}

extension RecordingReader {
    /// The next event; `nil` at the end, or if that needs more than the file's allowance.
    mutating func next() -> RecordedEvent? {
        if case .event(let event) = read() { event } else { nil }
    }
}

/// The events of several readers in one stream.
///
/// Events of one reader stay in their order. Readers are merged by timestamp, at equal timestamps
/// in the order of readers. A timestamp that runs back counts as the maximum of its reader so far.
struct EventMerge {
    private var streams: [Stream]
    /// The first error that a reader has reached.
    private(set) var failure: RecordingError?

    init(_ readers: [any RecordingReader]) {
        streams = readers.map { Stream(reader: $0) }
    }

    /// Reads the next event.
    mutating func read() -> ReadEvent {
        guard findNext() else { return .nothingYet }
        guard let next = streams.indices.min(by: { streams[$0].time < streams[$1].time }),
            let event = streams[next].found.take()
        else { return .end }
        return .event(event)
    }

    /// Reads the next event of each reader, because all are compared. Returns false if the allowance
    /// of this turn did not suffice.
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

        /// Reads the next event of the reader, unless it has been read.
        mutating func find() -> ReadEvent {
            if let found { return .event(found) }
            let result = reader.read()
            if case .event(let event) = result {
                found = event
                time = max(time, event.event.timeUs)
            }
            return result
        }
    }
}

/// Reads a file with the description of one device, and then one event per line.
protocol LineRecordingReader: RecordingReader {
    /// The name of the file in errors.
    var name: String { get }
    var lines: TextLines { get set }
    /// The event that ended the description, until it is returned.
    var first: InputEvent? { get set }
    var hasEvents: Bool { get set }
    var failure: RecordingError? { get set }
    /// Whether `failure` is in the description, which is then unusable.
    var isUndescribed: Bool { get set }

    /// The event in a line; `nil` for other lines.
    mutating func read(_ line: TextLine) throws(LineProblem) -> InputEvent?

    /// Whether a line has the form of an event, valid or not.
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
