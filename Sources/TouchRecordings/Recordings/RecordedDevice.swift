/// What a reader found of one device.
struct RecordedDevice {
    var device: InputDevice
    /// In the order of the file.
    var events: [InputEvent]
}

/// What a reader found in a file: everything before the break, where there is one.
struct ReadingResult {
    var devices: [RecordedDevice]
    var failure: RecordingError?
}
