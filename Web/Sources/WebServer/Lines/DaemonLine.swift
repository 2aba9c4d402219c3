import GestureWire
import TouchCore

/// One line of the daemon, divided where pages differ: into the bytes before and after its `seq`.
///
/// Created once and shared by all pages; immutable.
final class DaemonLine {
    /// The types that are processed differently.
    enum Kind {
        case hello, device, snapshotEnd, gesture, contact, explanation, activity, wake, health
        case overflow, reply, bye
        /// A type of a later daemon: sent to pages, which skip unknown types.
        case other
    }

    /// The relevant values of a gesture's line.
    struct Gesture {
        /// The value of `id`, which identifies the recognition.
        var id: Int64
        /// The phase of this line.
        var phase: GesturePhase
        /// Whether it is the only line: a tap, a swipe or a stroke.
        var isDiscrete: Bool
        /// The number of fingers.
        var fingers: Int
        /// The zone's name in the line.
        var zone: String
        /// The kind in the line.
        var kind: String
        /// The gesture's name.
        var name: String
    }

    /// The type of the line.
    let kind: Kind
    /// The bytes up to and including `"seq":`; empty if the line has no number.
    let head: [UInt8]
    /// The bytes after the number, or the whole line if there is no number.
    let body: [UInt8]
    /// `time_us`, in microseconds of the daemon's clock; `nil` if the line has no time.
    let timeUs: Int64?
    /// The device's number; `nil` if the line names none.
    let device: Int64?
    /// The values of a gesture's line; `nil` for all others.
    let gesture: Gesture?

    /// The body without `x`, `y`, `x_mm` and `y_mm`; computed at first use.
    private(set) lazy var bodyWithoutPositions = LineRewriting.removing(
        ["x", "y", "x_mm", "y_mm"], from: body)

    /// Parses one line without its line feed; `nil` if it is not a line of protocol 1.
    ///
    /// - Parameter isOpen: whether the gesture with an id has begun and not ended, as far as the
    ///   connection knows; an end without a beginning is a gesture's only line.
    init?(_ bytes: UnsafeRawBufferPointer, isOpen: (Int64) -> Bool) {
        var members = LineFields()
        var scanner = MemberScanner(bytes)
        while let member = scanner.next() { members.take(member, of: bytes) }
        guard scanner.isComplete, let type = members.type else { return nil }
        kind = Self.kind(bytes, type)
        let split = members.bodyStart ?? 0
        head = Array(bytes[..<(members.headEnd ?? 0)])
        body = Array(bytes[split...])
        timeUs = members.timeUs
        device = members.device
        gesture = kind == .gesture ? members.gesture(bytes, isOpen: isOpen) : nil
        if kind == .gesture, gesture == nil || timeUs == nil || device == nil { return nil }
    }

    /// The line with a later time, in microseconds, because it is sent later.
    convenience init(_ line: DaemonLine, laterUs: Int64) {
        let us = line.timeUs ?? laterUs
        self.init(
            line, body: LineRewriting.restamping(line.body, from: us, to: laterUs), timeUs: laterUs)
    }

    /// The line with another body and, for a gesture, another zone.
    init(_ line: DaemonLine, body: [UInt8], zone: String? = nil, timeUs: Int64? = nil) {
        kind = line.kind
        head = line.head
        self.body = body
        self.timeUs = timeUs ?? line.timeUs
        device = line.device
        var gesture = line.gesture
        if let zone { gesture?.zone = zone }
        self.gesture = gesture
    }

    private static func kind(_ bytes: UnsafeRawBufferPointer, _ type: Range<Int>) -> Kind {
        let names: [(StaticString, Kind)] = [
            ("\"gesture\"", .gesture), ("\"contact\"", .contact), ("\"device\"", .device),
            ("\"reply\"", .reply), ("\"activity\"", .activity), ("\"wake\"", .wake),
            ("\"health\"", .health), ("\"explanation\"", .explanation), ("\"hello\"", .hello),
            ("\"snapshot_end\"", .snapshotEnd), ("\"overflow\"", .overflow), ("\"bye\"", .bye),
        ]
        return names.first { bytes.holds($0.0, at: type) }?.1 ?? .other
    }
}

/// The relevant members of a line, as ranges of its bytes.
private struct LineFields {
    var type: Range<Int>?
    var headEnd: Int?
    var bodyStart: Int?
    var timeUs: Int64?
    var device: Int64?
    private var id: Int64?
    private var fingers: Int64?
    private var zone: Range<Int>?
    private var kind: Range<Int>?
    private var name: Range<Int>?
    private var phase: Range<Int>?
    private var count = 0

    /// Records a member; of two with one name the first counts.
    mutating func take(_ member: MemberScanner.Member, of bytes: UnsafeRawBufferPointer) {
        count += 1
        let (key, value) = (member.name, member.value)
        if count == 1 {
            if bytes.holds("type", at: key) { type = value }
        } else if count == 2, bytes.holds("seq", at: key) {
            (headEnd, bodyStart) = (value.lowerBound, value.upperBound)
        } else if bytes.holds("time_us", at: key) {
            timeUs = timeUs ?? bytes.integer(at: value)
        } else if bytes.holds("device", at: key) {
            device = device ?? bytes.integer(at: value)
        } else {
            takeOfGesture(key, value, of: bytes)
        }
    }

    private mutating func takeOfGesture(
        _ key: Range<Int>, _ value: Range<Int>, of bytes: UnsafeRawBufferPointer
    ) {
        if bytes.holds("zone", at: key) {
            zone = zone ?? value
        } else if bytes.holds("gesture", at: key) {
            kind = kind ?? value
        } else if bytes.holds("name", at: key) {
            name = name ?? value
        } else if bytes.holds("id", at: key) {
            id = id ?? bytes.integer(at: value)
        } else if bytes.holds("phase", at: key) {
            phase = phase ?? value
        } else if bytes.holds("fingers", at: key) {
            fingers = fingers ?? bytes.integer(at: value)
        }
    }

    /// `nil` if a member is missing that every gesture's line has.
    func gesture(
        _ bytes: UnsafeRawBufferPointer, isOpen: (Int64) -> Bool
    ) -> DaemonLine.Gesture? {
        guard let id, let fingers, let zone, let kind, let name, let word = phase,
            let phase = Self.phase(bytes, word)
        else { return nil }
        // A `changed` is found by its id: its names are not needed.
        let isChange = phase == .changed
        return DaemonLine.Gesture(
            id: id, phase: phase, isDiscrete: phase == .ended && !isOpen(id),
            fingers: Int(clamping: fingers), zone: bytes.text(at: zone),
            kind: isChange ? "" : bytes.text(at: kind), name: isChange ? "" : bytes.text(at: name))
    }

    private static func phase(_ bytes: UnsafeRawBufferPointer, _ word: Range<Int>) -> GesturePhase?
    {
        if bytes.holds("\"changed\"", at: word) { return .changed }
        if bytes.holds("\"began\"", at: word) { return .began }
        if bytes.holds("\"ended\"", at: word) { return .ended }
        return bytes.holds("\"cancelled\"", at: word) ? .cancelled : nil
    }
}
