package import InputDevices
package import LinuxIO

/// The devices of a recording, and their events in order.
///
/// The file is read piece by piece, and only a few pieces are kept. A file of `libinput record` has
/// the events of each device under the device: it is read once for its devices, and then by a
/// reader for each device in use.
package final class RecordingStream: RecordedEvents {
    /// Every device in the file, of any class.
    package let devices: [InputDevice]
    /// The number of pieces of the file that are read in a turn. A piece has 64 KiB; reading it
    /// takes up to 10 ms.
    private static let piecesInTurn = 2

    /// The indices of the devices in use.
    private let devicesInUse: [Int]
    private var merge: EventMerge
    /// The readers of the devices in use, each before its first event.
    private let readers: () -> [any RecordingReader]
    /// The file; it has the error if it could not be read to its end.
    package let source: ByteSource
    /// The error that the search for devices found.
    private let searchFailure: RecordingError?

    /// The first error in the file, once it has been reached; everything before it is in `devices`
    /// and the events.
    package var failure: RecordingError? { searchFailure ?? merge.failure }

    /// Whether the beginning of the source identifies a recording.
    package static func hasFormat(_ source: ByteSource) -> Bool {
        RecordingFormat(of: source) != nil
    }

    /// Reads a recording up to its first event; if it has several devices, once to its end.
    ///
    /// - Parameters:
    ///   - name: the name of the file in errors.
    ///   - description: the description file, for an evemu file without a description; see
    ///     ``Recording/descriptionNames(for:)``.
    ///   - descriptionName: the name of the description file in errors.
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
            devicesInUse = Self.devicesInUse(among: devices)
            searchFailure = nil
            readers = { [reader] }
        case .libinputRecord:
            let reader = LibinputRecordReader(source, named: name)
            while reader.read() != .end {}
            devices = reader.devices
            searchFailure = reader.failure
            guard !devices.isEmpty else {
                throw reader.failure ?? LibinputRecordReader.noDevice(named: name)
            }
            let devicesInUse = Self.devicesInUse(among: devices)
            self.devicesInUse = devicesInUse
            readers = {
                devicesInUse.map { LibinputRecordReader(source, named: name, only: $0) }
            }
        case .evtest:
            let reader = try EvtestReader(source, named: name)
            devices = [reader.device]
            devicesInUse = Self.devicesInUse(among: devices)
            searchFailure = nil
            readers = { [reader] }
        }
        merge = EventMerge(readers())
        // The timestamp of the first event is the recording's time until a frame is played.
        merge.findNext()
        beginTurn()
    }

    /// The next event of the devices in use, by time; see ``Recording/events``.
    package func read() -> ReadEvent {
        while true {
            let result = merge.read()
            if case .event(let event) = result, !devicesInUse.contains(event.device) { continue }
            return result
        }
    }

    /// Starts again with the first event.
    package func restart() {
        merge = EventMerge(readers())
    }

    package func beginTurn() {
        source.allowance = Self.piecesInTurn
    }

    /// The indices of the touchscreens; without one, of the touchpads; without these, of all
    /// devices that may report touches.
    private static func devicesInUse(among devices: [InputDevice]) -> [Int] {
        let touchscreens = devices.indices.filter {
            if case .touchscreen = devices[$0].classification { true } else { false }
        }
        guard touchscreens.isEmpty else { return touchscreens }
        let touchpads = devices.indices.filter { devices[$0].classification.isTouch }
        return touchpads.isEmpty ? devices.indices.filter { devices[$0].mayTouch } : touchpads
    }
}
