import LinuxIO
import TouchCore

/// The newest stamp of each device that there is: `time_us` must not run back within a device.
///
/// Numbers of devices are never used again, so one that went is forgotten: what is kept does not grow
/// with the devices that have ever been there. A handful are there at once: a search is no longer than
/// a look-up.
struct DeviceStamps {
    private var entries: ContiguousArray<(device: Int, us: Int64)> = []

    /// How many devices have one.
    var count: Int { entries.count }

    /// Has every device of `present` have a stamp; of the others those stay that are `needed`.
    ///
    /// From here on notes of them allocate nothing.
    mutating func adopt(_ present: [Int], keeping needed: (Int) -> Bool) {
        entries.removeAll { !present.contains($0.device) && !needed($0.device) }
        for device in present where index(of: device) == nil {
            entries.append((device, .min))
        }
    }

    /// The newest stamp of the device, in microseconds; the least there is where it has none.
    @inline(__always)
    subscript(device: Int) -> Int64 {
        index(of: device).map { entries[$0].us } ?? .min
    }

    /// Takes note of a stamp of a device that is there.
    @inline(__always)
    mutating func note(_ us: Int64, of device: Int) {
        guard let index = index(of: device), entries[index].us < us else { return }
        entries[index].us = us
    }

    @inline(__always)
    private func index(of device: Int) -> Int? {
        for index in 0..<entries.count where entries[index].device == device {
            return index
        }
        return nil
    }
}
