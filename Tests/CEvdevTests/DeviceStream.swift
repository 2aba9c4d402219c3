import CEvdev
import Glibc
import TouchRecordings
import TouchTestSupport

/// The events of one device, and the layout that it announced.
struct DeviceStream: Sendable, CustomStringConvertible {
    /// The origin, for the messages of tests.
    var name: String
    var slots: Int32
    var isMultitouch: Bool
    var hasButton: Bool
    var events: [input_event]

    var description: String { name }

    /// The number of its frames.
    var reportCount: Int { events.count { $0.type == EV_SYN && $0.code == SYN_REPORT } }
}

extension DeviceStream {
    /// The stream of a recording's only device; `nil` if there are several, or if the device is not
    /// a touchscreen or reports contacts without slots (protocol A).
    init?(_ recording: Recording, name: String) {
        guard recording.devices.count == 1, let device = recording.devices.first,
            let contacts = device.classification.contactProtocol, contacts != .anonymous
        else { return nil }
        self.init(
            name: name, slots: Int32(clamping: device.slotCount), isMultitouch: contacts == .slots,
            hasButton: device.has(.btnTouch), events: recording.events.map { input_event($0.event) }
        )
    }
}

extension input_event {
    /// An event of a recording, in the kernel's format.
    init(_ event: InputEvent) {
        self.init(
            Int32(event.type), Int32(event.code), event.value, microseconds: event.timeUs)
    }
}

/// Makes streams of events of made-up devices: the same for the same seed.
struct RandomStreamMaker {
    /// Events in a stream that a well-behaved kernel does not send.
    enum Oddity: CaseIterable {
        /// A tracking id in a slot that already has one.
        case secondLanding
        case dropout
        /// ABS_MT_SLOT beyond what the device announced.
        case unknownSlot
    }

    private let slots: Int32
    private var events: [input_event] = []
    private var random: SeededGenerator
    private var nextID: Int32 = 0
    private var current = 0
    private var occupied: Set<Int> = []

    /// A stream of about `length` events, the last of them a report.
    static func stream(
        seed: UInt64, length: Int = 60, oddities: Set<Oddity> = []
    ) -> DeviceStream {
        var random = SeededGenerator(seed: seed)
        let slots: Int32 = [1, 2, 5, 10, 64].randomElement(using: &random) ?? 1
        let isMultitouch = random.next() % 8 != 0
        let hasButton = random.next() % 4 != 0
        var maker = RandomStreamMaker(slots: slots, random: random)
        while maker.events.count < length { maker.append(oddities: oddities) }
        maker.appendReport()
        return DeviceStream(
            name: "seed \(seed)", slots: slots, isMultitouch: isMultitouch, hasButton: hasButton,
            events: maker.events)
    }

    private init(slots: Int32, random: SeededGenerator) {
        self.slots = slots
        self.random = random
    }

    private mutating func appendReport() {
        events.append(.report(at: Int64(events.count)))
    }

    private mutating func append(oddities: Set<Oddity>) {
        switch random.next() % 16 {
        case 0...2: appendSlot(unknown: oddities.contains(.unknownSlot))
        case 3...5: appendTrackingID(secondLanding: oddities.contains(.secondLanding))
        case 6...10: appendAxis()
        case 11: events.append(.touch(Int32(random.next() % 2)))
        case 12 where oddities.contains(.dropout): events.append(.dropped)
        case 13: events.append(input_event(EV_MSC, MSC_TIMESTAMP, 1))
        default: appendReport()
        }
    }

    private mutating func appendSlot(unknown: Bool) {
        if unknown && random.next() % 8 == 0 {
            events.append(.slot(slots))
            return
        }
        // Mostly the first few slots, so that contacts of one slot follow each other.
        current = Int(random.next() % UInt64(min(slots, 6)))
        if random.next() % 16 == 0 { current = Int(slots) - 1 }
        events.append(.slot(Int32(current)))
    }

    private mutating func appendTrackingID(secondLanding: Bool) {
        let lands = !occupied.contains(current) || (secondLanding && random.next() % 4 == 0)
        if lands {
            nextID += 1
            occupied.insert(current)
        } else {
            occupied.remove(current)
        }
        events.append(lands ? .id(nextID) : .lift)
    }

    private mutating func appendAxis() {
        let codes = [
            ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_PRESSURE, ABS_MT_TOUCH_MAJOR,
            ABS_MT_TOUCH_MINOR, ABS_MT_TOOL_TYPE, ABS_MT_ORIENTATION, ABS_X, ABS_Y, ABS_PRESSURE,
        ]
        let code = codes.randomElement(using: &random) ?? ABS_X
        events.append(.axis(code, Int32(random.next() % 8)))
    }
}
