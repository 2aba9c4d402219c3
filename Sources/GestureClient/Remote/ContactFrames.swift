package import TouchCore

/// Assembles the `contact` lines of one touchscreen into frames for a surface.
///
/// Positions are in hundredths of a millimetre, the resolution of the lines.
package struct ContactFrames {
    /// A frame with its reports: movements, then lifts, then landings.
    package struct Frame: Equatable {
        package var head: TouchFrame
        package var reports: [TouchReport]
    }

    /// Which frame is discarded, as it may lack its first lines.
    private enum DiscardedFrame {
        case none
        /// The next one.
        case next
        /// The present one, which has this timestamp in microseconds.
        case present(Int64)
    }

    /// Steps per millimetre, of positions and of the lengths of contacts.
    private static let resolution = 100.0
    /// The steps of force.
    private static let pressureRange: Int32 = 10_000
    /// The maximum number of reports of a frame with 64 slots; further ones are ignored.
    private static let reportLimit = 128

    /// The slots of contacts that are down and whose beginning was received, one bit each.
    private var down: UInt64 = 0
    /// The frame being assembled; `nil` between frames.
    private var head: TouchFrame?
    private var discardedFrame = DiscardedFrame.none
    private var moved: [TouchReport] = []
    private var lifted: [TouchReport] = []
    private var landed: [TouchReport] = []
    /// The last report of each slot.
    private var last = [TouchReport](
        repeating: TouchReport(slot: 0, phase: .moved, x: 0, y: 0), count: 64)
    private var renewal = ContactRenewal()

    /// Creates an assembler without contacts.
    package init() {}

    /// The position of a report, in mm.
    package static func position(of report: TouchReport) -> Point {
        Point(x: Double(report.x) / resolution, y: Double(report.y) / resolution)
    }

    /// The panel whose axes fit the reports made from lines.
    package static func panel(of device: TouchDevice) -> Panel {
        let axis = { (length: Double) in
            AxisRange(minimum: 0, maximum: steps(max(length, 1)), resolution: Int32(resolution))
        }
        return Panel(
            x: axis(device.width), y: axis(device.height),
            pressure: AxisRange(minimum: 0, maximum: pressureRange),
            touchMajor: AxisRange(
                minimum: 0, maximum: steps(1_000), resolution: Int32(resolution)))
    }

    /// Processes a line, and passes each frame that it completes to `body`.
    ///
    /// The last line of a frame completes it or, if that was dropped, a line with another
    /// timestamp.
    package mutating func receive(_ line: ContactUpdate, _ body: (Frame) -> Void) {
        if discards(line) { return }
        let time = Timestamp(microseconds: line.timeUs)
        if let head, head.time != time, let frame = finish() { body(frame) }
        if head == nil { head = TouchFrame(time: time) }
        if line.isResynchronised { head?.isResynchronised = true }
        append(line)
        if line.isLast, let frame = finish() { body(frame) }
    }

    /// Ends and returns the frame being assembled; `nil` if there is none.
    ///
    /// If the kernel lost events, the frame reports all contacts that are down, and no others.
    package mutating func finish() -> Frame? {
        guard let head else { return nil }
        var reports = moved + lifted + landed
        if head.isResynchronised {
            reports = (0..<64).filter { down & (1 << UInt64($0)) != 0 }.map { slot in
                var report = last[slot]
                (report.phase, report.movedBeforeLift) = (.landed, false)
                return report
            }
            renewal = ContactRenewal()
        }
        drop()
        return Frame(head: head, reports: reports)
    }

    /// Forgets all contacts, as lines were dropped, perhaps of this touchscreen.
    mutating func forgetContacts() {
        drop()
        (down, renewal) = (0, ContactRenewal())
    }

    /// Discards the next frame, which may lack its first lines.
    mutating func discardNextFrame() { discardedFrame = .next }

    /// Whether the line belongs to the frame that is discarded.
    private mutating func discards(_ line: ContactUpdate) -> Bool {
        switch discardedFrame {
        case .none: return false
        case .present(let us) where us != line.timeUs:
            discardedFrame = .none
            return false
        case .next, .present:
            discardedFrame = line.isLast ? .none : .present(line.timeUs)
            return true
        }
    }

    private mutating func drop() {
        head = nil
        moved.removeAll(keepingCapacity: true)
        lifted.removeAll(keepingCapacity: true)
        landed.removeAll(keepingCapacity: true)
    }
}

extension ContactFrames {
    /// Adds a line to the frame; ignores those of a contact whose beginning was not received.
    private mutating func append(_ line: ContactUpdate) {
        guard let slot = line.slot, (0..<64).contains(slot), let place = line.place,
            moved.count + lifted.count + landed.count < Self.reportLimit
        else { return }
        var report = Self.report(of: line, slot, place)
        switch line.phase {
        case .began: land(report, at: line.timeUs)
        case .changed where down & report.bit != 0:
            renewal.move(report.bit)
            moved.append(report)
        case .ended where down & report.bit != 0:
            // No lift was observed: the contact was not a finger.
            if line.isReleased { report.isPalm = true }
            lift(report)
        default: return
        }
        last[slot] = report
    }

    private mutating func land(_ report: TouchReport, at us: Int64) {
        down |= report.bit
        let ended = lifted.last.flatMap { $0.slot == report.slot ? $0 : nil }
        let distance = ended.map { Self.squaredDistance($0, report) }
        if renewal.land(report.bit, at: us, squaredDistance: distance) {
            lifted.removeLast()
            var movement = report
            movement.phase = .moved
            moved.append(movement)
        } else {
            landed.append(report)
        }
    }

    private mutating func lift(_ report: TouchReport) {
        down &= ~report.bit
        var report = report
        let before = last[Int(report.slot)]
        report.movedBeforeLift =
            (report.x, report.y, report.pressure) != (before.x, before.y, before.pressure)
        lifted.append(report)
    }

    /// The squared distance of two reports, in square millimetres.
    private static func squaredDistance(_ one: TouchReport, _ other: TouchReport) -> Double {
        let x = Double(one.x &- other.x) / resolution
        let y = Double(one.y &- other.y) / resolution
        return x * x + y * y
    }

    private static func report(
        of line: ContactUpdate, _ slot: Int, _ place: SurfacePlace
    ) -> TouchReport {
        let phase: TouchReport.Phase =
            switch line.phase {
            case .began: .landed
            case .ended: .lifted
            default: .moved
            }
        return TouchReport(
            slot: UInt8(slot), phase: phase, x: steps(place.xMm), y: steps(place.yMm),
            pressure: Int32(min(max(line.force ?? 0, 0), 1) * Double(pressureRange)),
            touchMajor: steps(line.majorMm ?? 0), isPalm: line.isPalm)
    }

    /// A length in mm, in steps; clamped to what panels can report.
    private static func steps(_ millimetres: Double) -> Int32 {
        Int32(clamping: Int((min(max(millimetres, 0), 10_000) * resolution).rounded()))
    }
}

/// Joins the contacts of panels that give a finger a new tracking id in every frame, so that its
/// contact ends and another begins at the same position. The daemon treats them as one finger, too
/// (docs/gestures/contacts.md).
private struct ContactRenewal {
    /// The maximum time until the next contact, in microseconds.
    private static let limitUs: Int64 = 50_000
    /// The maximum distance to the next contact, in square millimetres.
    private static let squaredDistance = 225.0

    /// The slots whose contact was reported once, at its landing, one bit each.
    private var reportedOnce: UInt64 = 0
    /// The time of the last landing by slot, in microseconds.
    private var landedUs = [Int64](repeating: 0, count: 64)

    /// Records a movement.
    mutating func move(_ bit: UInt64) { reportedOnce &= ~bit }

    /// Records a landing. Returns whether it continues the contact that ended in the slot.
    ///
    /// - Parameter squaredDistance: from the contact that ended in the slot in this frame, in
    ///   square millimetres; `nil` if none did.
    mutating func land(_ bit: UInt64, at us: Int64, squaredDistance: Double?) -> Bool {
        let slot = bit.trailingZeroBitCount & 63
        let isSoon = reportedOnce & bit != 0 && us &- landedUs[slot] <= Self.limitUs
        reportedOnce |= bit
        landedUs[slot] = us
        return isSoon && squaredDistance.map { $0 <= Self.squaredDistance } ?? false
    }
}

extension TouchReport {
    /// The slot as a bit of a mask.
    fileprivate var bit: UInt64 { 1 << UInt64(slot & 63) }
}
