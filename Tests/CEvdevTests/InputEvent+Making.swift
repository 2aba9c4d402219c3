import CEvdev
import Glibc

/// Short constructors of a device's events.
///
/// Only a report has a timestamp: an assembler reads the timestamps of no other events.
extension input_event {
    init(_ type: Int32, _ code: Int32, _ value: Int32, microseconds: Int64 = 0) {
        let (seconds, fraction) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        self.init(
            time: timeval(tv_sec: Int(seconds), tv_usec: Int(fraction)),
            type: UInt16(type), code: UInt16(code), value: value)
    }

    /// SYN_REPORT, stamped with `microseconds`.
    static func report(at microseconds: Int64 = 0) -> input_event {
        input_event(EV_SYN, SYN_REPORT, 0, microseconds: microseconds)
    }

    /// ABS_MT_SLOT.
    static func slot(_ number: Int32) -> input_event { input_event(EV_ABS, ABS_MT_SLOT, number) }

    /// ABS_MT_TRACKING_ID.
    static func id(_ value: Int32) -> input_event { input_event(EV_ABS, ABS_MT_TRACKING_ID, value) }

    /// ABS_MT_POSITION_X, in device units.
    static func x(_ value: Int32) -> input_event { input_event(EV_ABS, ABS_MT_POSITION_X, value) }

    /// ABS_MT_POSITION_Y, in device units.
    static func y(_ value: Int32) -> input_event { input_event(EV_ABS, ABS_MT_POSITION_Y, value) }

    /// BTN_TOUCH.
    static func touch(_ value: Int32) -> input_event { input_event(EV_KEY, BTN_TOUCH, value) }

    /// Any axis, multitouch or not.
    static func axis(_ code: Int32, _ value: Int32) -> input_event {
        input_event(EV_ABS, code, value)
    }

    /// The end of the contact in the current slot.
    static var lift: input_event { id(-1) }

    static var report: input_event { report() }

    /// SYN_MT_REPORT: the end of one contact, in protocol A.
    static var endOfContact: input_event { input_event(EV_SYN, SYN_MT_REPORT, 0) }

    /// BTN_TOOL_PEN.
    static func pen(_ value: Int32) -> input_event { input_event(EV_KEY, BTN_TOOL_PEN, value) }

    static var dropped: input_event { input_event(EV_SYN, SYN_DROPPED, 0) }
}
