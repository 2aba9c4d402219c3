package import GestureWire
package import TouchCore

/// One device of a picture: the paths of its fingers, and its gestures.
package struct PlottedDevice {
    /// The device's latest description.
    var record: DeviceRecord
    /// In the order of landings.
    private(set) var strokes: [PlottedStroke] = []
    /// In the order of first events.
    private(set) var gestures: [PlottedGesture] = []
    /// Touches without a gesture, in the order of their ends.
    private(set) var refusals: [PlottedRefusal] = []
    /// The number of frames.
    private(set) var frames = 0
    /// The number of frames before which events were lost.
    private(set) var losses = 0
    /// The maximum number of contacts at one time.
    private(set) var maximumContacts = 0
    /// The time of the first frame.
    private(set) var first: Timestamp?
    /// The time of the last frame or event.
    private(set) var last: Timestamp?
    /// By slot: the index of its unfinished stroke.
    private var unfinished: [Int: Int] = [:]
    /// By id: the index of the gesture.
    private var gestureIndices: [UInt64: Int] = [:]

    /// A device without events.
    init(record: DeviceRecord) {
        self.record = record
    }

    /// Adds a frame.
    mutating func receive(_ frame: FrameSnapshot) {
        frames += 1
        losses += frame.isResynchronised ? 1 : 0
        first = first ?? frame.time
        last = frame.time
        maximumContacts = max(maximumContacts, frame.contacts.count { $0.change != .lifted })
        for contact in frame.contacts {
            receive(contact, at: frame.time)
        }
    }

    /// Adds an event of a gesture named `name`.
    mutating func receive(_ event: GestureEvent, name: String) {
        last = max(last ?? event.time, event.time)
        if let index = gestureIndices[event.id] {
            gestures[index].receive(event)
        } else {
            gestureIndices[event.id] = gestures.count
            var gesture = PlottedGesture(event, name: name)
            gesture.strokes = strokes(of: event)
            gestures.append(gesture)
        }
    }

    /// Adds the touches in which no gesture of their zone was recognised, with the reasons. Touches
    /// with a gesture are skipped.
    mutating func receive(
        _ explanations: [GestureExplanation], _ configuration: GestureConfiguration
    ) {
        for refusal in PlottedRefusal.all(of: explanations, configuration) {
            let hasGesture = gestures.contains {
                !$0.isCancelled && $0.first.zone == refusal.zone
                    && $0.last.time >= refusal.since && $0.first.time <= refusal.time
            }
            // A tap may be one of several that are counted.
            guard !hasGesture, let stroke = firstStroke(of: refusal) else { continue }
            refusals.append(refusal.withStroke(stroke))
        }
    }

    /// The finger that landed nearest in time to the beginning of a touch. Other fingers that are
    /// down may belong to another touch.
    private func firstStroke(of refusal: PlottedRefusal) -> Int? {
        let present = strokes.indices.filter {
            strokes[$0].time.lowerBound <= refusal.time
                && strokes[$0].time.upperBound >= refusal.since
        }
        func distance(_ index: Int) -> Int64 {
            abs(strokes[index].time.lowerBound.microseconds(since: refusal.since))
        }
        return present.min { distance($0) < distance($1) }
    }

    /// The colour of each stroke: that of its first gesture that was not cancelled, or of its first
    /// cancelled one. `nil` if it has no gesture.
    var colours: [String?] {
        var colours = [String?](repeating: nil, count: strokes.count)
        for isCancelled in [false, true] {
            for gesture in gestures where gesture.isCancelled == isCancelled {
                for stroke in gesture.strokes where colours[stroke] == nil {
                    colours[stroke] = gesture.kind.colour
                }
            }
        }
        return colours
    }

    /// The strokes of the fingers of a gesture that begins. Its event names no slots, so these are
    /// the strokes nearest to its position that were down since the gesture's start, one for each
    /// of its fingers.
    private func strokes(of event: GestureEvent) -> [Int] {
        let since = event.time.advanced(byMicroseconds: -event.durationUs)
        let present = strokes.indices.filter {
            !strokes[$0].isPalm && strokes[$0].time.upperBound >= since
                && strokes[$0].time.lowerBound <= event.time
        }
        let nearest = present.sorted {
            strokes[$0].end.squaredDistance(to: event.position)
                < strokes[$1].end.squaredDistance(to: event.position)
        }
        return nearest.prefix(event.fingers).sorted()
    }

    private mutating func receive(_ contact: FrameSnapshot.Contact, at time: Timestamp) {
        let sample = PlottedStroke.Sample(
            position: onSurface(contact.position), force: contact.pressure)
        if contact.change == .landed {
            unfinished[contact.slot] = nil
        }
        let index = unfinished[contact.slot] ?? strokes.count
        if index == strokes.count {
            // A contact that existed before the first frame has not landed.
            strokes.append(PlottedStroke(sample, at: time, hasLanded: contact.change == .landed))
            unfinished[contact.slot] = index
        }
        strokes[index].isPalm = strokes[index].isPalm || contact.isPalm
        if contact.change == .lifted {
            strokes[index].lift(at: sample, at: time)
            unfinished[contact.slot] = nil
        } else {
            strokes[index].move(to: sample, at: time)
        }
    }

    /// The nearest position on the surface, as in the engine.
    private func onSurface(_ point: Point) -> Point {
        Point(
            x: min(max(point.x, 0), record.width), y: min(max(point.y, 0), record.height))
    }
}

/// The frames and events of a replay that a picture shows, by device.
package struct PlotTimeline {
    /// The names of gestures, and the positions of zones.
    package let configuration: GestureConfiguration
    /// In order of appearance.
    private(set) var devices: [PlottedDevice] = []
    /// The timestamp of the first frame: the origin of times, as in `--dump`.
    private(set) var origin: Timestamp?
    /// The time of the last frame or gesture, in microseconds from `origin`.
    package private(set) var durationUs: Int64 = 0
    /// The part of the recording that is drawn, in microseconds from `origin`.
    package let window: ClosedRange<Int64>

    /// - Parameter window: the part of the recording that is drawn, in microseconds from its first
    ///   frame.
    package init(
        configuration: GestureConfiguration, window: ClosedRange<Int64> = 0...Int64.max
    ) {
        self.configuration = configuration
        self.window = window
    }

    /// Adds a device, or updates its description.
    package mutating func receive(_ record: DeviceRecord) {
        if let index = index(of: record.id) {
            devices[index].record = record
        } else {
            devices.append(PlottedDevice(record: record))
        }
    }

    /// Adds a frame, which precedes its gestures.
    package mutating func receive(_ frame: FrameSnapshot) {
        origin = origin ?? frame.time
        extend(to: frame.time)
        guard let index = index(of: frame.device), isDrawn(frame.time) else { return }
        devices[index].receive(frame)
    }

    /// Adds an event of a gesture.
    package mutating func receive(_ event: GestureEvent) {
        extend(to: event.time)
        guard let index = index(of: event.device), isDrawn(event.time) else { return }
        devices[index].receive(event, name: configuration.name(of: event))
    }

    /// Adds the reasons why gestures were not recognised in touches that have ended. The recognised
    /// gestures of these touches must have been added.
    package mutating func receive(_ explanations: [GestureExplanation]) {
        for index in devices.indices {
            devices[index].receive(
                explanations.filter {
                    $0.device == devices[index].record.id && isDrawn($0.time)
                }, configuration)
        }
    }

    private mutating func extend(to time: Timestamp) {
        durationUs = max(durationUs, time.microseconds(since: origin ?? time))
    }

    private func isDrawn(_ time: Timestamp) -> Bool {
        window.contains(time.microseconds(since: origin ?? time))
    }

    /// Seconds from the first frame to `time`.
    func seconds(_ time: Timestamp) -> Double {
        Double(time.microseconds(since: origin ?? time)) / 1_000_000
    }

    private func index(of device: Int) -> Int? {
        devices.firstIndex { $0.record.id == device }
    }
}
