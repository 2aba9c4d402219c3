package import InputDevices
package import LinuxIO

/// The devices of a recording, and their events in sequence.
///
/// The file is read piece by piece, and only a few pieces are kept. The format of `libinput record`
/// has a device's events under the device: it is read once for its devices, and then by a reader
/// for each device in use.
package final class RecordingStream: RecordedEvents {
    /// Every device in the file, of any class.
    package let devices: [InputDevice]
    /// How much of the file is read in a turn. To read 64 KiB takes up to 10 ms.
    private static let piecesInTurn = 2

    /// The devices in use.
    private let counting: [Int]
    private var merge: EventMerge
    /// The source, and why it could not be read to its end.
    package let source: ByteSource
    private let foundFailure: RecordingError?

    /// The first error in the file, once it has been reached; everything before it is in `devices`
    /// and the events.
    package var failure: RecordingError? { foundFailure ?? merge.failure }

    /// Whether the beginning of the source identifies a recording.
    package static func hasFormat(_ source: ByteSource) -> Bool {
        RecordingFormat(of: source) != nil
    }

    /// Reads a recording up to its first event; if it has several devices, once to its end.
    ///
    /// - Parameters:
    ///   - name: the name of the file in errors.
    ///   - description: the description beside it, for evemu events without one of their own; see
    ///     ``Recording/descriptionNames(for:)``.
    ///   - descriptionName: its name in errors.
    /// - Throws: `RecordingError` if there is not even a device.
    package init(
        _ source: ByteSource, named name: String, description: ByteSource? = nil,
        descriptionName: String? = nil
    ) throws(RecordingError) {
        self.source = source
        guard let format = RecordingFormat(of: source) else {
            throw RecordingFormat.unknownFormat(source, named: name)
        }
        switch format {
        case .evemu:
            let described = try description.map { source throws(RecordingError) in
                try EvemuReader.description(source, named: descriptionName ?? "\(name) (.desc)")
            }
            let reader = try EvemuReader(source, named: name, description: described)
            devices = [reader.device]
            counting = Self.countingDevices(among: devices)
            foundFailure = nil
            merge = EventMerge([reader])
        case .libinputRecord:
            let reader = LibinputRecordReader(source, named: name)
            while reader.read() != .end {}
            devices = reader.devices
            foundFailure = reader.failure
            guard !devices.isEmpty else {
                throw reader.failure ?? LibinputRecordReader.noDevice(named: name)
            }
            counting = Self.countingDevices(among: devices)
            merge = EventMerge(
                counting.map { LibinputRecordReader(source, named: name, only: $0) })
        case .evtest:
            let reader = try EvtestReader(source, named: name)
            devices = [reader.device]
            counting = Self.countingDevices(among: devices)
            foundFailure = nil
            merge = EventMerge([reader])
        }
        // Its stamp is the clock's until a frame is played.
        merge.findNext()
        beginTurn()
    }

    /// The next event of the devices in use, by time; see ``Recording/events``.
    package func read() -> ReadEvent {
        while true {
            let found = merge.read()
            if case .event(let event) = found, !counting.contains(event.device) { continue }
            return found
        }
    }

    package func beginTurn() {
        source.allowance = Self.piecesInTurn
    }

    /// The devices whose events are read.
    private static func countingDevices(among devices: [InputDevice]) -> [Int] {
        let touchscreens = devices.indices.filter {
            if case .touchscreen = devices[$0].classification { true } else { false }
        }
        guard touchscreens.isEmpty else { return touchscreens }
        let touchpads = devices.indices.filter { devices[$0].classification.isTouch }
        return touchpads.isEmpty ? devices.indices.filter { devices[$0].mayTouch } : touchpads
    }
}
