import GestureClient
import GestureSettings
import LinuxIO

/// A setting by which the daemon has adapted to the faults that a device has shown.
struct Adaptation: Hashable {
    /// The member of `filter`, and its value.
    let name: String
    let value: String

    /// The adaptations of the message of an `adapted` line: `filter: { stitch: 40ms, confirm: all }`.
    static func all(in message: String) -> [Adaptation] {
        guard let first = message.firstIndex(of: "{"), let last = message.lastIndex(of: "}"),
            first < last
        else { return [] }
        return message[message.index(after: first)..<last].split(separator: ",").compactMap {
            let parts = $0.split(separator: ":", maxSplits: 1).map { part in
                String(part.drop { $0 == " " }.prefix { $0 != " " })
            }
            return parts.count == 2 ? Adaptation(name: parts[0], value: parts[1]) : nil
        }
    }

    /// What the device has shown, and what the daemon does about it; `nil` for an unknown setting.
    var meaning: String? {
        switch name {
        case "stitch": "its contacts break, so lifts are held for \(escapedText(value))"
        case "confirm": "it has ghosts, so a contact counts in its second frame"
        case "spikes": "it has spikes, so a far sample waits for the next one"
        case "splits": "its contacts split, so one up to 12 mm from a finger is a part of it"
        case "landings":
            "it reports landings late, so strokes over the bezel begin 2 frames earlier"
        default: nil
        }
    }

    /// The member of `filter` that switches the adaptation off; `nil` for an unknown setting.
    var off: String? {
        switch name {
        case "stitch": "stitch: 0ms"
        case "confirm": "confirm: late"
        case "spikes": "spikes: jumps"
        case "splits": "splits: near"
        case "landings": "landings: on_time"
        default: nil
        }
    }
}

/// The adaptations to a device.
struct DeviceAdaptations {
    let device: TouchDevice
    let adaptations: [Adaptation]

    /// The rule of the configuration that switches them off; `nil` if all of them are unknown, or
    /// nothing identifies the device.
    var rule: String? {
        let members = adaptations.compactMap(\.off)
        guard !members.isEmpty, let match else { return nil }
        return "{ match: { \(match) }, filter: { \(members.joined(separator: ", ")) } }"
    }

    /// What identifies the device.
    private var match: String? {
        if !device.name.isEmpty { return #"name: "\#(NamePattern.quotable(device.name))""# }
        if device.vendor != 0 || device.product != 0 {
            return "vendor: \(hexadecimal(device.vendor)), product: \(hexadecimal(device.product))"
        }
        return device.path.map { #"path: "\#(NamePattern.quotable($0))""# }
    }

    /// A number as `lsusb` prints it: `0x04f3`.
    private func hexadecimal(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return "0x" + String(repeating: "0", count: max(4 - digits.count, 0)) + digits
    }
}
