import LinuxIO
import TouchCore
import TouchDevices

/// Queries of a session over all its devices.
extension OwnedTable where Element == Device {
    /// The earliest deadline of the engines, and the index of its device; `nil` if there is none.
    /// If two are at the same time, the device that was added first precedes.
    var nextDeadline: (time: Timestamp, index: Int)? {
        var first: (time: Timestamp, index: Int)?
        for index in 0..<count {
            guard let time = read(index, { $0.nextDeadline }) else { continue }
            if let first, first.time <= time { continue }
            first = (time, index)
        }
        return first
    }

    /// Whether contacts are on the glass of a device.
    var hasContacts: Bool { firstIndex { $0.hasContacts } != nil }

    /// Whether contacts are on the glass of a readable device other than the one at `index`.
    func isTouched(besides index: Int) -> Bool {
        for other in 0..<count
        where other != index && read(other, { $0.isReadable && $0.hasContacts }) {
            return true
        }
        return false
    }
}
