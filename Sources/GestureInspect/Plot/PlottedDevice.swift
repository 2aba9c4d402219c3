package import GestureWire
package import TouchCore

/// One device of a picture: the ways of its fingers, and the gestures on them.
package struct PlottedDevice {
    /// What clients got last.
    var record: DeviceRecord
    /// In the order of their landings.
    private(set) var strokes: [PlottedStroke] = []
    /// In the order of their first events.
    private(set) var gestures: [PlottedGesture] = []
    /// Frames that came.
    private(set) var frames = 0
    /// Frames before which events were lost.
    private(set) var losses = 0
    /// The most contacts at one time.
    private(set) var maximumContacts = 0
    private(set) var first: Timestamp?
    private(set) var last: Timestamp?
    /// Slot → the stroke that goes on.
    private var open: [Int: Int] = [:]
    /// Id → its gesture.
    private var known: [UInt64: Int] = [:]

    /// A device of which nothing has been seen yet.
    init(record: DeviceRecord) {
        self.record = record
    }

    /// Takes in a frame.
    mutating func take(_ frame: FrameSnapshot) {
        frames += 1
        losses += frame.isResynchronised ? 1 : 0
        first = first ?? frame.time
        last = frame.time
        maximumContacts = max(maximumContacts, frame.contacts.count { $0.change != .lifted })
        for contact in frame.contacts {
            take(contact)
        }
    }

    /// Takes in a step of a gesture that is called `name`.
    mutating func take(_ event: GestureEvent, name: String) {
        last = max(last ?? event.time, event.time)
        if let index = known[event.id] {
            gestures[index].take(event)
        } else {
            known[event.id] = gestures.count
            gestures.append(PlottedGesture(event, name: name))
        }
    }

    private mutating func take(_ contact: FrameSnapshot.Contact) {
        let sample = PlottedStroke.Sample(
            position: onSurface(contact.position), force: contact.pressure)
        if contact.change == .landed {
            open[contact.slot] = nil
        }
        let index = open[contact.slot] ?? strokes.count
        if index == strokes.count {
            // A contact that was there before the first frame has not landed.
            strokes.append(PlottedStroke(sample, hasLanded: contact.change == .landed))
            open[contact.slot] = index
        }
        strokes[index].isPalm = strokes[index].isPalm || contact.isPalm
        if contact.change == .lifted {
            strokes[index].lift(at: sample)
            open[contact.slot] = nil
        } else {
            strokes[index].move(to: sample)
        }
    }

    /// The nearest place on the surface, as the engine takes it.
    private func onSurface(_ point: Point) -> Point {
        Point(
            x: min(max(point.x, 0), record.width), y: min(max(point.y, 0), record.height))
    }
}

/// What happened on the devices of a replay, as far as a picture shows it.
package struct PlotTimeline {
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
    package mutating func take(_ frame: FrameSnapshot) {
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
