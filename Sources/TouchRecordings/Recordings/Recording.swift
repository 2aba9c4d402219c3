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
