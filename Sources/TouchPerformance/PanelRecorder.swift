import RealModule
import TouchCore

/// One frame of a panel: what changed in its slots.
struct PanelFrame: Sendable {
    /// A contact that the frame reports.
    struct Contact: Sendable {
        var slot: Int
        /// Its tracking id; `nil` when it lifts.
        var id: Int?
        /// In mm.
        var position: Point
        var force: Double
        /// The diameter, in mm.
        var diameter: Double

        static func lift(of slot: Int) -> Contact {
            Contact(slot: slot, id: nil, position: .zero, force: 0, diameter: 0)
        }
    }

    /// When it was reported, in s.
    var time: Double
    /// When the kernel stamped it, in s.
    var stamp: Double
    var contacts: [Contact]
}

/// Samples fingers as a panel does, with its faults.
struct PanelRecorder {
    /// A contact that the panel can see: a finger, a part of a finger, or a contact that no finger
    /// made.
    private struct Visible {
        var from: Double
        var until: Double
        var finger: PerformedFinger
        /// How far from the finger it is seen, in mm.
        var offset = Point.zero
    }

    /// A contact in a slot.
    private struct Live {
        var slot: Int
        /// Its tracking id; `nil` while it is missing.
        var id: Int?
        var contact: Visible
        /// Whether no frame has reported it yet.
        var isNew = true
        /// How far from the finger it is measured in the next `burst` frames, in mm.
        var offset = Point.zero
        var burst = 0
    }

    private let panel: PanelModel
    private var random: SeededGenerator

    init(_ panel: PanelModel, seed: UInt64) {
        self.panel = panel
        // The panel's random numbers differ from those of a person with the same seed.
        random = SeededGenerator(seed: seed ^ 0x70_61_6e_65_6c)
    }

    /// The frames of touches.
    mutating func frames(of touches: [PerformedTouch]) -> [PanelFrame] {
        let step = 1 / panel.maximum(.rate)
        let lag = panel.maximum(.lag)
        let confirming = panel.maximum(.confirms).rounded() * step
        guard let end = touches.map(\.label.end).max() else { return [] }
        var waiting = visible(touches, until: end).reversed().sorted { $0.from > $1.from }
        var live: [Live] = []
        var lastID = 0
        var frames: [PanelFrame] = []
        // The scan is not in step with the fingers.
        var time = 0.5 + random.uniform(0...step)
        while time < end + lag + 3 * step {
            defer { time += step }
            if random.chance(panel.maximum(.lost)) { continue }
            let seen = time - lag
            var frame = PanelFrame(time: time, stamp: time, contacts: [])
            live.removeAll { contact in
                guard contact.contact.until <= seen else { return false }
                if contact.id != nil { frame.contacts.append(.lift(of: contact.slot)) }
                return true
            }
            while let next = waiting.last, next.from + confirming <= seen {
                waiting.removeLast()
                let used = live.map(\.slot) + frame.contacts.map(\.slot)
                guard next.until > seen,
                    let slot = (0..<Int(panel.maximum(.slots))).first(where: { !used.contains($0) })
                else { continue }
                live.append(Live(slot: slot, contact: next))
            }
            frame.contacts += reports(of: &live, at: seen, lastID: &lastID)
            if !frame.contacts.isEmpty {
                frame.contacts.sort { $0.slot < $1.slot }
                frames.append(frame)
            }
        }
        stamp(&frames)
        return frames
    }

    /// Stamps frames as a busy host does: each randomly late, or several at one time. Stamps never
    /// decrease.
    private mutating func stamp(_ frames: inout [PanelFrame]) {
        for index in frames.indices {
            frames[index].stamp += abs(random.normal(panel.maximum(.late)))
        }
        let bunch = Int(panel.maximum(.bunch))
        for first in stride(from: 0, to: bunch > 1 ? frames.count : 0, by: bunch) {
            let all = first..<min(first + bunch, frames.count)
            // Frames that are far apart never get one stamp.
            let near = all.prefix { frames[$0].stamp - frames[first].stamp < 0.1 }
            let last = near.map { frames[$0].stamp }.max() ?? 0
            for (number, index) in near.enumerated() {
                frames[index].stamp = last + Double(number) * 0.000_12
            }
        }
        for index in frames.indices.dropFirst() {
            frames[index].stamp = max(frames[index].stamp, frames[index - 1].stamp + 0.000_1)
        }
    }

    /// The reports of contacts in a frame; contacts that are still missing have none.
    private mutating func reports(
        of all: inout [Live], at time: Double, lastID: inout Int
    ) -> [PanelFrame.Contact] {
        let next = time + 1 / panel.maximum(.rate)
        return all.indices.compactMap { index in
            if random.chance(panel.maximum(.missing)) {
                defer { all[index].id = nil }
                return all[index].id == nil ? nil : .lift(of: all[index].slot)
            }
            if all[index].id == nil { lastID = lastID % 65_535 + 1 }
            let id = all[index].id ?? lastID
            all[index].id = id
            let fault = fault(of: &all[index], isLast: all[index].contact.until <= next)
            return sample(all[index], id, fault, at: time)
        }
    }

    /// The distance from a contact of its first sample, its last one, or those of a burst, in mm.
    private mutating func fault(of live: inout Live, isLast: Bool) -> Point {
        let edge = live.isNew ? panel.maximum(.first) : isLast ? panel.maximum(.last) : 0
        live.isNew = false
        if edge > 0, random.chance(edge) { return randomOffset(panel[.spike]) }
        if live.burst > 0 {
            live.burst -= 1
            return live.offset
        }
        let rate = panel.maximum(.bursts)
        guard rate > 0, random.chance(rate / panel.maximum(.rate)) else { return .zero }
        live.offset = randomOffset(panel[.spike])
        live.burst = Int(panel.maximum(.burst)) - 1
        return live.offset
    }

    /// - Parameter offset: how far from the contact it is measured, in mm.
    private mutating func sample(
        _ live: Live, _ id: Int, _ offset: Point, at time: Double
    ) -> PanelFrame.Contact {
        let finger = live.contact.finger
        var position = finger.position(time) + live.contact.offset + offset
        position += Point(
            x: random.normal(panel.maximum(.noise)), y: random.normal(panel.maximum(.noise)))
        if random.chance(panel.maximum(.spikes)) { position += randomOffset(panel[.spike]) }
        let grid = panel.maximum(.grid)
        if grid > 0 {
            position = Point(
                x: (position.x / grid).rounded() * grid, y: (position.y / grid).rounded() * grid)
        }
        let force = finger.force(time) + random.normal(panel.maximum(.flutter))
        return PanelFrame.Contact(
            slot: live.slot, id: id, position: position, force: force, diameter: finger.contact)
    }

    private mutating func randomOffset(_ distance: ClosedRange<Double>) -> Point {
        Point(x: random.uniform(distance), y: 0).turned(by: random.uniform(0...2 * .pi))
    }

    /// The contacts that the panel can see until the last finger lifts.
    private mutating func visible(_ touches: [PerformedTouch], until end: Double) -> [Visible] {
        var all: [Visible] = []
        for touch in touches {
            for finger in touch.fingers { addFinger(finger, to: &all) }
            if let palm = palm(beside: touch) { all.append(palm) }
        }
        if panel.maximum(.stuck) > 0, let first = touches.first,
            let position = position(beside: first, at: panel.maximum(.stuck))
        {
            all.append(still(at: position, from: 0.6, until: .infinity, force: 0.2))
        }
        var time = 1.0
        while let wait = interval(panel.maximum(.ghosts)), time + wait < end {
            time += wait
            let until = time + panel.maximum(.ghost) / panel.maximum(.rate)
            let (x, y) = (random.uniform(5...width - 5), random.uniform(5...height - 5))
            all.append(still(at: Point(x: x, y: y), from: time, until: until, force: 0.1))
        }
        return all
    }

    private var width: Double { panel.maximum(.width) }
    private var height: Double { panel.maximum(.height) }

    private func still(
        at position: Point, from: Double, until: Double, force: Double
    ) -> Visible {
        let finger = PerformedFinger(
            lands: from, lifts: until, position: { _ in position }, force: { _ in force },
            contact: 5)
        return Visible(from: from, until: until, finger: finger)
    }

    private mutating func addFinger(_ finger: PerformedFinger, to all: inout [Visible]) {
        let lands = arrival(of: finger)
        var whole = Visible(from: lands, until: finger.lifts, finger: finger)
        if random.chance(panel.maximum(.breaks)) {
            let length = finger.lifts - finger.lands
            let start = finger.lands + length * random.uniform(0.25...0.6)
            let stop = start + random.uniform(panel[.gone])
            if stop < finger.lifts {
                whole.until = start
                all.append(Visible(from: stop, until: finger.lifts, finger: finger))
            }
        }
        all.append(whole)
        var time = finger.lands
        while let wait = interval(panel.maximum(.splits)), time + wait < finger.lifts {
            time += wait
            let until = min(time + random.uniform(panel[.splitting]), finger.lifts)
            let offset = randomOffset(panel[.split])
            all.append(Visible(from: time, until: until, finger: finger, offset: offset))
            time = until
        }
    }

    /// When the panel first sees a finger: after its landing if it comes over the bezel.
    private func arrival(of finger: PerformedFinger) -> Double {
        var time = finger.lands
        while time < finger.lifts {
            let position = finger.position(time)
            if (0...width).contains(position.x), (0...height).contains(position.y) { break }
            time += 0.000_5
        }
        return time
    }

    /// A palm that rests beside the first finger, and lands before it; `nil` for none.
    private mutating func palm(beside touch: PerformedTouch) -> Visible? {
        let distance = draw(.palm)
        guard distance > 0, let position = position(beside: touch, at: distance) else { return nil }
        let (from, until) = (touch.label.start - draw(.early), touch.label.end + 0.04)
        return still(at: position, from: from, until: until, force: 0.25)
    }

    /// A value of a figure. A figure of one value leaves the random numbers as they are.
    private mutating func draw(_ figure: PanelFigure) -> Double {
        let range = panel[figure]
        return range.lowerBound == range.upperBound ? range.upperBound : random.uniform(range)
    }

    /// A position at a distance from the first finger of a touch; `nil` if the surface has none.
    private mutating func position(beside touch: PerformedTouch, at distance: Double) -> Point? {
        guard let finger = touch.fingers.first else { return nil }
        let position = finger.position(finger.lands)
        let first = random.uniform(0...2 * .pi)
        let positions = (0..<24).map {
            position + Point(x: distance, y: 0).turned(by: first + Double($0))
        }
        return positions.first {
            (5...width - 5).contains($0.x) && (5...height - 5).contains($0.y)
        }
    }

    /// The time to the next event of a rate in Hz, in s; `nil` if there are none.
    private mutating func interval(_ rate: Double) -> Double? {
        guard rate > 0 else { return nil }
        return -.log(1 - random.uniform(0...0.999_999)) / rate
    }
}
