import GestureWire
import LinuxIO
import TouchCore

extension GestureConfiguration {
    /// The zones that a device has, as indices of `zones` in rising order.
    ///
    /// - Parameters:
    ///   - name: what the device calls itself; zones may name it by a pattern
    ///     (`NamePattern`), those of the configuration as those of clients.
    ///   - output: the output it belongs to, if one is configured.
    func zones(named name: String, output: String?) -> [Int] {
        zones.indices.filter { index in
            let devices = zones[index].devices
            return devices.isEmpty
                || devices.contains { $0 == output || NamePattern($0).matches(name) }
        }
    }
}
