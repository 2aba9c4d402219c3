import LinuxIO
import TouchCore
import TouchDevices

/// Queries of a session over all its devices.
extension OwnedTable where Element == Device {
    /// The earliest deadline of the engines; `nil` if there is none.
    var nextDeadline: Timestamp? {
        var earliest = EarliestTime()
        for index in 0..<count { earliest.take(read(index) { $0.nextDeadline?.microseconds }) }
        return earliest.time.map { Timestamp(microseconds: $0) }
    }

    /// The oldest deadline; of two at the same time that of the device that was added first.
    var firstDeadline: (time: Timestamp, index: Int)? {
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

    /// Whether contacts are on the glass of another device that is read.
    func isAnotherTouched(than index: Int) -> Bool {
        for other in 0..<count
        where other != index && read(other, { $0.isReadable && $0.hasContacts }) {
            return true
        }
        return false
    }
}
