import GestureWire
import TouchCore

/// One device of a picture: the ways of its fingers, and the gestures on them.
package struct PlottedDevice {
    /// What clients were told last.
    var record: DeviceRecord
    /// In the order of their landings.
    private(set) var strokes: [PlottedStroke] = []
    /// In the order in which they were first told.
    private(set) var gestures: [PlottedGesture] = []
    /// Frames that came.
    private(set) var frames = 0
    /// Frames before which events were lost.
    private(set) var losses = 0
    /// The most contacts at one time.
    private(set) var mostContacts = 0
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
    mutating func take(_ frame: FrameAccount) {
        frames += 1
        losses += frame.isResynchronised ? 1 : 0
        first = first ?? frame.time
        last = frame.time
        mostContacts = max(mostContacts, frame.contacts.count { $0.change != .lifted })
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

    private mutating func take(_ contact: FrameAccount.Contact) {
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
