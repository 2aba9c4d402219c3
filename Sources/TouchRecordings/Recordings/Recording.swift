@_exported public import InputDevices

/// Input events of one or more devices, read from a text file.
///
/// Supports evemu (any 1.x), `libinput record` and evtest; the format is detected from the content.
public struct Recording: Sendable, Hashable {
    /// Every device in the file, of any class.
    public var devices: [InputDevice]

    /// The events of the devices in use, by time.
    ///
    /// These are the touchscreens, or the touchpads if there is no touchscreen. Events of one
    /// device are in file order, even if timestamps go backwards; devices are merged by timestamp,
    /// each raised to the maximum before it on its device.
    public var events: [RecordedEvent]

    /// The first error in the file; everything before it is in `devices` and `events`.
    public var failure: RecordingError?

    /// Reads a recording.
    ///
    /// - Parameters:
    ///   - name: the name of the file in errors.
    ///   - description: the content of the description beside it, for evemu events without one of
    ///     their own; see ``descriptionNames(for:)``.
    ///   - descriptionName: its name in errors.
    /// - Throws: `RecordingError` if there is not even a device.
    public init(
        parsing bytes: [UInt8], named name: String, description: [UInt8]? = nil,
        descriptionName: String? = nil
    ) throws(RecordingError) {
        guard let format = RecordingFormat(of: bytes) else {
            throw RecordingFormat.unknownFormat(bytes, named: name)
        }
        let result: ReadingResult
        switch format {
        case .evemu:
            let described = try description.map { bytes throws(RecordingError) in
                try EvemuReader.description(bytes, named: descriptionName ?? "\(name) (.desc)")
            }
            result = try EvemuReader.read(bytes, named: name, description: described)
        case .libinputRecord: result = try LibinputRecordReader.read(bytes, named: name)
        case .evtest: result = try EvtestReader.read(bytes, named: name)
        }
        self.init(result)
    }

    private init(_ result: ReadingResult) {
        devices = result.devices.map(\.device)
        failure = result.failure
        let counting = Self.countingDevices(among: devices)
        events = EventMerge(result.devices.map(\.events), of: counting).merged
    }

    /// The devices whose events are kept.
    private static func countingDevices(among devices: [InputDevice]) -> [Int] {
        let touchscreens = devices.indices.filter {
            if case .touchscreen = devices[$0].classification { true } else { false }
        }
        guard touchscreens.isEmpty else { return touchscreens }
        let touchpads = devices.indices.filter { devices[$0].classification.isTouch }
        return touchpads.isEmpty ? devices.indices.filter { devices[$0].mayTouch } : touchpads
    }
}

extension Recording {
    /// The names of possible description files for evemu events, in order.
    ///
    /// For an `.events` file these are the `.desc` files beside it, with dotted parts dropped one
    /// by one: `X.2fg-tap.events` gives `X.2fg-tap.desc`, then `X.desc`. Empty for other names.
    public static func descriptionNames(for path: String) -> [String] {
        let folderEnd = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        guard path.hasSuffix(".events") else { return [] }
        var stem = path[folderEnd...].dropLast(".events".count)
        var names: [String] = []
        while !stem.isEmpty {
            names.append("\(path[..<folderEnd])\(stem).desc")
            guard let dot = stem.lastIndex(of: ".") else { break }
            stem = stem[..<dot]
        }
        return names
    }
}

/// One device in a file.
struct RecordedDevice {
    var device: InputDevice
    /// In file order.
    var events: [InputEvent]
}

/// The content of a file: everything before the error, if there is one.
struct ReadingResult {
    var devices: [RecordedDevice]
    var failure: RecordingError?
}

/// The events of several devices in one stream.
///
/// Each device keeps its order. Events are merged by timestamp, at equal timestamps in the order of
/// devices. A timestamp that goes backwards counts as the maximum before it.
struct EventMerge {
    private var streams: [Stream]

    /// - Parameter devices: the indices in `events` of the devices to merge.
    init(_ events: [[InputEvent]], of devices: [Int]) {
        streams = devices.map { Stream(device: $0, events: events[$0][...]) }
    }

    var merged: [RecordedEvent] {
        var streams = self.streams.filter { !$0.events.isEmpty }
        var result: [RecordedEvent] = []
        result.reserveCapacity(streams.reduce(0) { $0 + $1.events.count })
        while let next = streams.indices.min(by: { streams[$0].time < streams[$1].time }) {
            result.append(streams[next].takeFirst())
            if streams[next].events.isEmpty { streams.remove(at: next) }
        }
        return result
    }

    /// The remaining events of one device; never empty while it is in the list.
    private struct Stream {
        var device: Int
        var events: ArraySlice<InputEvent>
        var time: Int64

        init(device: Int, events: ArraySlice<InputEvent>) {
            self.device = device
            self.events = events
            time = events.first?.timeUs ?? 0
        }

        mutating func takeFirst() -> RecordedEvent {
            let event = events.removeFirst()
            time = max(time, events.first?.timeUs ?? time)
            return RecordedEvent(device: device, event: event)
        }
    }
}
