import TouchCore

/// From events to frames, and no further.
final class ParseStage: HarnessStage {
    private var device: DevicePipeline

    init(_ device: consuming DevicePipeline) {
        self.device = device
    }

    var eventCount: Int { 0 }

    func take(_ buffer: borrowing InputEventBuffer, _ count: Int) {
        device.parse(buffer.first(count))
    }

    func advance(to time: Timestamp) {}
    func finish() {}
}
