import Glibc

/// An array of 64-bit `struct input_event`, as `cat /dev/input/eventN` writes it.
///
/// Mapped while passes are made of it, so that it is not among what is resident in the end.
struct EventFile: ~Copyable {
    /// One event: seconds, microseconds, type, code, value.
    private static let eventBytes = 24
    private static let syncType = 0
    private static let syncReport = 0

    /// Frames, each of which ends with a SYN_REPORT.
    private(set) var frameCount = 0
    // A private mapping of the file, which belongs to this value alone.
    private let mapping: UnsafeMutableRawBufferPointer
    /// Bytes of the events that are played.
    private var byteCount = 0

    private let path: String

    /// Reads the file at `path`, up to the last frame of `maximumFrames` that leaves no contact.
    init(_ path: String, maximumFrames: Int?) throws(BenchError) {
        mapping = try mapFile(path)
        // Only here: set before what fails, Swift 6.2.3 would destroy it twice, and refuses that.
        self.path = path
        (frameCount, byteCount) = Self.cut(mapping, maximumFrames ?? .max)
    }

    deinit {
        munmap(mapping.baseAddress, mapping.count)
    }

    /// Files that nobody else sees, each with the events later than in the one before by their span
    /// and 1 s.
    func makePasses(_ count: Int) throws(BenchError) -> [Int32] {
        guard frameCount > 0 else {
            throw BenchError(status: 65, description: "\(path) holds no frame")
        }
        let events = UnsafeMutableRawBufferPointer(rebasing: mapping[..<byteCount])
        let span = Self.stamp(events, byteCount - Self.eventBytes) &- Self.stamp(events, 0)
        var passes: [Int32] = []
        for _ in 0..<count {
            passes.append(try makeFile(of: UnsafeRawBufferPointer(events)))
            Self.delay(events, by: span &+ 1_000_000)
        }
        return passes
    }

    /// How much of the file is played.
    private static func cut(
        _ all: UnsafeMutableRawBufferPointer, _ most: Int
    ) -> (frames: Int, bytes: Int) {
        var contacts = LiveContacts()
        var (frames, bytes) = (0, 0)
        var empty: (frames: Int, bytes: Int)?
        for offset in stride(from: 0, through: all.count - eventBytes, by: eventBytes) {
            bytes = offset + eventBytes
            let type = Int(all.loadUnaligned(fromByteOffset: offset + 16, as: UInt16.self))
            let code = Int(all.loadUnaligned(fromByteOffset: offset + 18, as: UInt16.self))
            contacts.take(
                type, code, all.loadUnaligned(fromByteOffset: offset + 20, as: Int32.self))
            guard type == syncType, code == syncReport else { continue }
            frames += 1
            if frames <= most, contacts.isEmpty { empty = (frames, bytes) }
        }
        guard frames > most, let empty else { return (frames, bytes) }
        return empty
    }

    private static func stamp(_ events: UnsafeMutableRawBufferPointer, _ offset: Int) -> Int64 {
        let seconds = events.loadUnaligned(fromByteOffset: offset, as: Int64.self)
        let rest = events.loadUnaligned(fromByteOffset: offset + 8, as: Int64.self)
        return seconds &* 1_000_000 &+ rest
    }

    private static func delay(_ events: UnsafeMutableRawBufferPointer, by us: Int64) {
        for offset in stride(from: 0, to: events.count, by: eventBytes) {
            let (seconds, rest) = (stamp(events, offset) &+ us)
                .quotientAndRemainder(dividingBy: 1_000_000)
            events.storeBytes(of: seconds, toByteOffset: offset, as: Int64.self)
            events.storeBytes(of: rest, toByteOffset: offset + 8, as: Int64.self)
        }
    }
}

/// Which slots hold a contact, by a stream of events.
private struct LiveContacts {
    private static let absoluteType = 3
    private static let slotCode = 0x2f
    private static let trackingCode = 0x39

    private var slot: Int32 = 0
    private var slots: Set<Int32> = []

    /// Whether no contact is there.
    var isEmpty: Bool { slots.isEmpty }

    /// Takes in one event.
    mutating func take(_ type: Int, _ code: Int, _ value: Int32) {
        guard type == Self.absoluteType else { return }
        if code == Self.slotCode {
            slot = value
        } else if code == Self.trackingCode {
            if value < 0 {
                slots.remove(slot)
            } else {
                slots.insert(slot)
            }
        }
    }
}
