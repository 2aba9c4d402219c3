package import GestureWire
import LinuxIO
import TouchCore

/// A touchscreen in words: what it can do, and what to do where that is a guess.
package struct DeviceWords {
    private let device: DeviceRecord

    package init(_ device: DeviceRecord) {
        self.device = device
    }

    /// `344.0 x 194.0 mm (as the device reports), 10 slots, force is measured as pressure`
    package var text: String {
        let slots = device.slots == 1 ? "1 slot" : "\(device.slots) slots"
        return "\(size) mm (\(device.size.words)), \(slots), \(force)"
    }

    /// Where force comes from.
    package var force: String {
        switch device.force {
        case .pressure: "force is measured as pressure"
        case .area: "force is taken from the size of the touch"
        case nil: "no force seen yet"
        }
    }

    /// Two lines where the size is a guess, of which the second goes into the configuration.
    package var sizeAdvice: String? {
        guard device.size == .assumed else { return nil }
        let (width, height) = (Int(device.width.rounded()), Int(device.height.rounded()))
        return """
            the size of device \(device.id) is a guess, and every length depends on it: measure the \
            glass, and configure it
              devices: [{ match: { name: "\(NamePattern.quotable(device.name))" }, size_mm: \
            [\(width), \(height)] }]
            """
    }

    private var size: String {
        "\(fixedDecimal(device.width, places: 1)) x \(fixedDecimal(device.height, places: 1))"
    }
}
