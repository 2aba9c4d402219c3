import LinuxIO
import SystemPackage

/// Fingers that rest, and contacts that went without a word.
///
/// A finger that does not move is silent, so silence is no lift. But some drivers lose one: after
/// `silenceUs` the kernel is asked what its slots still hold. Where the kernel itself let go of a
/// device's keys, the device goes away at once, or it was put to sleep: what lies on the glass after
/// that nobody knows, so where it has not gone its contacts are lifted.
extension LiveDevices {
    /// How long a device with contacts on the glass may say nothing, in microseconds.
    static var silenceUs: Int64 { 30_000_000 }

    /// How long a device that the kernel released may take to go, in microseconds.
    static var goingUs: Int64 { 500_000 }

    /// When the first device has been silent for long enough; `nil` while every glass is empty.
    var silenceEnds: Int64? {
        SystemClock.earlier(devices.least { $0.asksAt }, devices.least { $0.sleepsAt })
    }

    /// Takes note of whether the kernel released the device at `index`, which was just read.
    mutating func followRelease(of index: Int) {
        guard devices[index].reader.isReleased else {
            devices[index].sleepsAt = nil
            return
        }
        if devices[index].sleepsAt == nil {
            devices[index].sleepsAt = sink.now &+ Self.goingUs
        }
    }

    /// Takes note of whether there are contacts on the glass of the device at `index`.
    ///
    /// Looked at again when the time has come, not moved on by each frame: that would be a system
    /// call more for each.
    mutating func followContacts(of index: Int) {
        if !session.hasContacts(at: index) {
            devices[index].asksAt = nil
        } else if devices[index].asksAt == nil {
            devices[index].asksAt = devices[index].lastUs &+ Self.silenceUs
        }
    }

    /// Asks of every device that has been silent until `now`.
    ///
    /// Read before: what it said may still be waiting where the daemon was held up.
    mutating func askSilent(_ now: Int64) {
        guard let time = silenceEnds, time <= now else { return }
        readAll()
        // Backwards, as one that fails is taken out.
        for index in (0..<devices.count).reversed() {
            if let time = devices[index].sleepsAt, time <= now {
                devices[index].sleepsAt = nil
                liftGone(of: index, at: time)
            } else if let time = devices[index].asksAt, time <= now {
                ask(index, at: time)
            }
        }
    }

    private mutating func ask(_ index: Int, at time: Int64) {
        let heard = devices[index].lastUs &+ Self.silenceUs
        guard heard <= time else {
            devices[index].asksAt = heard
            return
        }
        devices[index].asksAt = time &+ Self.silenceUs
        liftGone(of: index, at: time)
    }
}
