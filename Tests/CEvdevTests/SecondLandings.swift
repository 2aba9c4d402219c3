import CEvdev
import Glibc

/// Where libevdev still names an old contact, because it drops a tracking id that comes to a slot
/// which holds one; the kernel and the assembler take it.
struct SecondLandings {
    /// The tracking ids of a slot that libevdev and the kernel see differently.
    struct Identities {
        var first: Int32
        var newest: Int32
    }

    /// By slot: libevdev has the first, the kernel the newest.
    private(set) var differing: [Int: Identities] = [:]
    private var current = 0
    /// By slot, what libevdev takes to be there.
    private var held: [Int: Int32] = [:]

    /// Where they differ after each report of a stream.
    static func atReports(of events: [input_event]) -> [SecondLandings] {
        var landings = SecondLandings()
        return events.compactMap { event in
            landings.follow(event)
            return event.type == EV_SYN && event.code == SYN_REPORT ? landings : nil
        }
    }

    /// Follows one event of a multitouch device.
    private mutating func follow(_ event: input_event) {
        guard event.type == EV_ABS else { return }
        switch Int32(event.code) {
        case ABS_MT_SLOT: current = Int(event.value)
        case ABS_MT_TRACKING_ID where event.value < 0:
            held[current] = nil
            differing[current] = nil
        case ABS_MT_TRACKING_ID:
            let first = held[current, default: event.value]
            held[current] = first
            differing[current] =
                first == event.value ? nil : Identities(first: first, newest: event.value)
        default: break
        }
    }
}
