import GestureClient

/// A touchscreen as text for people.
struct DeviceText {
    private let device: TouchDevice

    init(_ device: TouchDevice) {
        self.device = device
    }

    /// `ELAN Touchscreen, 344 × 194 mm, 10 fingers`
    var line: String {
        var parts = [ReadableName.of(device.name), size, NumberText.count(device.slots, "finger")]
        if device.force != "none" { parts.append("force by \(ReadableName.of(device.force))") }
        if let output = device.output { parts.append("on \(ReadableName.of(output))") }
        if device.state != "open" { parts.append(problem) }
        return parts.joined(separator: ", ")
    }

    /// `344 × 194 mm`, and the source of the size unless it is the kernel.
    var size: String {
        let size = "\(NumberText.decimal(device.width)) × \(NumberText.decimal(device.height)) mm"
        return device.size == "kernel" ? size : "\(size) (\(ReadableName.of(device.size)))"
    }

    /// Its error.
    var problem: String {
        let error = device.error.map { ": \(ReadableName.of($0))" } ?? ""
        return "\(ReadableName.of(device.state))\(error)"
    }
}
