@_exported public import InputDevices
import LinuxIO

/// Input events of one or more devices, read from a text file.
///
/// Supports evemu (any 1.x), `libinput record` and evtest; the format is detected from the content.
public struct Recording: Sendable, Hashable {
    /// Every device in the file, of any class.
    public var devices: [InputDevice]

    /// The events of the devices in use, by time.
    ///
    /// These are the touchscreens, or the touchpads if there is no touchscreen. Events of one
    /// device are in file order, even if timestamps decrease; devices are merged by timestamp,
    /// where a timestamp counts as the maximum of its device so far.
    public var events: [RecordedEvent]

    /// The first error in the file; everything before it is in `devices` and `events`.
    public var failure: RecordingError?

    /// Reads a recording.
    ///
    /// - Parameters:
    ///   - name: the name of the file in errors.
    ///   - description: the content of the description file, for an evemu file without a
    ///     description; see ``descriptionNames(for:)``.
    ///   - descriptionName: the name of the description file in errors.
    /// - Throws: `RecordingError` if there is not even a device.
    public init(
        parsing bytes: [UInt8], named name: String, description: [UInt8]? = nil,
        descriptionName: String? = nil
    ) throws(RecordingError) {
        let stream = try RecordingStream(
            ByteSource(bytes), named: name, description: description.map(ByteSource.init),
            descriptionName: descriptionName)
        self.init(collecting: stream)
    }

    /// Reads a recording to its end.
    package init(collecting stream: RecordingStream) {
        devices = stream.devices
        events = []
        var stream = stream
        while let event = stream.next() { events.append(event) }
        failure = stream.failure
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
