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
