package import GestureWire
package import TouchCore

/// What happened on the devices of a replay, as far as a picture shows it.
package struct PlotAccount {
    /// What the gestures are called, and where the zones lie.
    package let configuration: GestureConfiguration
    /// In the order in which they came.
    private(set) var devices: [PlottedDevice] = []
    /// The stamp of the first frame: what times are counted from, as in `--dump`.
    private(set) var origin: Timestamp?

    package init(configuration: GestureConfiguration) {
        self.configuration = configuration
    }

    /// Takes in what is known of a device now.
    package mutating func take(_ record: DeviceRecord) {
        if let index = index(of: record.id) {
            devices[index].record = record
        } else {
            devices.append(PlottedDevice(record: record))
        }
    }

    /// Takes in a frame, which comes before its gestures.
    package mutating func take(_ frame: FrameAccount) {
        origin = origin ?? frame.time
        guard let index = index(of: frame.device) else { return }
        devices[index].take(frame)
    }

    /// Takes in a step of a gesture.
    package mutating func take(_ event: GestureEvent) {
        guard let index = index(of: event.device) else { return }
        devices[index].take(event, name: configuration.name(of: event))
    }

    /// Seconds from the first frame to `time`.
    func seconds(_ time: Timestamp) -> Double {
        Double(time.microseconds(since: origin ?? time)) / 1_000_000
    }

    private func index(of device: Int) -> Int? {
        devices.firstIndex { $0.record.id == device }
    }
}
