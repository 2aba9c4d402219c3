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
        var place: Point
        var force: Double
        /// The diameter, in mm.
        var diameter: Double
    }

    /// When it was reported, in s.
    var time: Double
    var contacts: [Contact]
}

/// Samples fingers as a panel does, with its faults.
struct PanelRecorder {
    /// A contact that the panel can see: a finger, a part of one, or none.
    private struct Visible {
        var from: Double
        var until: Double
        var finger: PerformedFinger
        /// How far from the finger it is seen, in mm.
        var offset = Point.zero
    }

    private let panel: PanelModel
    private var random: SeededGenerator

    init(_ panel: PanelModel, seed: UInt64) {
        self.panel = panel
        // Its numbers are others than the person's of the same seed.
        random = SeededGenerator(seed: seed ^ 0x70_61_6e_65_6c)
    }

    /// The frames of fingers.
    mutating func frames(of fingers: [PerformedFinger]) -> [PanelFrame] {
        let step = 1 / panel.rate
        guard let end = fingers.map(\.lifts).max() else { return [] }
        var waiting = visible(fingers, until: end).reversed().sorted { $0.from > $1.from }
        var live: [(slot: Int, id: Int, contact: Visible)] = []
        var lastID = 0
        var frames: [PanelFrame] = []
        // The scan is not in step with the fingers.
        var time = 0.9 + random.uniform(0...step)
        while time < end + panel.lag + 3 * step {
            defer { time += step }
            if random.chance(panel.lost) { continue }
            let seen = time - panel.lag
            var frame = PanelFrame(time: time, contacts: [])
            live.removeAll { contact in
                guard contact.contact.until <= seen else { return false }
                frame.contacts.append(
                    .init(slot: contact.slot, id: nil, place: .zero, force: 0, diameter: 0))
                return true
            }
            while let next = waiting.last, next.from <= seen {
                waiting.removeLast()
                let used = live.map(\.slot) + frame.contacts.map(\.slot)
                guard next.until > seen,
                    let slot = (0..<panel.slots).first(where: { !used.contains($0) })
                else { continue }
                lastID = lastID % 65_535 + 1
                live.append((slot, lastID, next))
            }
            for (slot, id, contact) in live {
                frame.contacts.append(sample(contact, slot, id, at: seen))
            }
            if !frame.contacts.isEmpty {
                frame.contacts.sort { $0.slot < $1.slot }
                frames.append(frame)
            }
        }
        return frames
    }

    private mutating func sample(
        _ contact: Visible, _ slot: Int, _ id: Int, at time: Double
    ) -> PanelFrame.Contact {
        let finger = contact.finger
        var place = finger.position(time) + contact.offset
        place += Point(x: random.normal(panel.noise), y: random.normal(panel.noise))
        if random.chance(panel.spikes) { place += randomOffset(panel.spike) }
        if panel.grid > 0 {
            place = Point(
                x: (place.x / panel.grid).rounded() * panel.grid,
                y: (place.y / panel.grid).rounded() * panel.grid)
        }
        return PanelFrame.Contact(
            slot: slot, id: id, place: place, force: finger.force(time), diameter: finger.contact)
    }

    private mutating func randomOffset(_ distance: ClosedRange<Double>) -> Point {
        Point(x: random.uniform(distance), y: 0).turned(by: random.uniform(0...2 * .pi))
    }

    /// What the panel can see of fingers until the last of them lifts.
    private mutating func visible(_ fingers: [PerformedFinger], until end: Double) -> [Visible] {
        var all: [Visible] = []
        for finger in fingers {
            let length = finger.lifts - finger.lands
            var whole = Visible(from: finger.lands, until: finger.lifts, finger: finger)
            if random.chance(panel.breaks) {
                let start = finger.lands + length * random.uniform(0.25...0.6)
                let stop = start + random.uniform(panel.breakTime)
                if stop < finger.lifts {
                    whole.until = start
                    all.append(Visible(from: stop, until: finger.lifts, finger: finger))
                }
            }
            all.append(whole)
            var time = finger.lands
            while let wait = interval(panel.splits), time + wait < finger.lifts {
                time += wait
                let until = min(time + random.uniform(panel.splitTime), finger.lifts)
                all.append(
                    Visible(
                        from: time, until: until, finger: finger, offset: randomOffset(panel.split))
                )
                time = until
            }
        }
        var time = 1.0
        while let wait = interval(panel.ghosts), time + wait < end {
            time += wait
            let place = Point(
                x: random.uniform(5...panel.size.width - 5),
                y: random.uniform(5...panel.size.height - 5))
            let ghost = PerformedFinger(
                lands: time, lifts: time + 1 / panel.rate, position: { _ in place },
                force: { _ in 0.1 }, contact: 5)
            all.append(Visible(from: ghost.lands, until: ghost.lifts, finger: ghost))
        }
        return all
    }

    /// The time to the next event of a rate in Hz, in s; `nil` if there are none.
    private mutating func interval(_ rate: Double) -> Double? {
        guard rate > 0 else { return nil }
        return -.log(1 - random.uniform(0...0.999_999)) / rate
    }
}
