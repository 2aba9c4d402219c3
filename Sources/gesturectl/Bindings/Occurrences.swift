import GestureClient
import LinuxIO

/// Converts the daemon's lines for bindings: gestures, whether a user is present, and panels that
/// are removed and return.
struct Occurrences {
    private var devices: [Int: TouchDevice] = [:]
    /// Whether `devices` is complete.
    private var hasSnapshot = false
    /// The panels of the previous connection, until the snapshot shows which of them still exist.
    private var previousDevices: [TouchDevice]?

    /// The occurrences in an event that bindings can match.
    mutating func receive(_ event: GestureClientEvent) -> [GestureOccurrence] {
        switch event {
        case .hello:
            if hasSnapshot { previousDevices = Array(devices.values) }
            (devices, hasSnapshot) = ([:], false)
            return []
        case .snapshotEnd:
            hasSnapshot = true
            return panelChanges()
        case .device(let update): return receive(update)
        case .activity(let update):
            return [
                GestureOccurrence(
                    timeUs: update.timeUs,
                    [
                        "activity": update.isActive ? "active" : "idle",
                        "time_us": "\(update.timeUs)",
                    ])
            ]
        case .gesture(let gesture):
            return [GestureOccurrence(gesture, on: devices[gesture.device])]
        default: return []
        }
    }

    private mutating func receive(_ update: DeviceUpdate) -> [GestureOccurrence] {
        let device = update.device
        switch update.change {
        case .removed:
            devices[device.id] = nil
            return [Self.panel("gone", device)]
        case .added:
            devices[device.id] = device
            return [Self.panel("back", device)]
        default:
            devices[device.id] = device
            return []
        }
    }

    /// The panels that were removed or added while there was no connection. They are compared by
    /// their properties, because another daemon assigns other ids.
    private mutating func panelChanges() -> [GestureOccurrence] {
        guard var gone = previousDevices.take() else { return [] }
        var back: [TouchDevice] = []
        for device in devices.values {
            if let index = gone.firstIndex(where: { Self.isSame($0, device) }) {
                gone.remove(at: index)
            } else {
                back.append(device)
            }
        }
        return gone.sorted { $0.id < $1.id }.map { Self.panel("gone", $0) }
            + back.sorted { $0.id < $1.id }.map { Self.panel("back", $0) }
    }

    private static func isSame(_ one: TouchDevice, _ other: TouchDevice) -> Bool {
        (one.name, one.output, one.bus, one.vendor, one.product)
            == (other.name, other.output, other.bus, other.vendor, other.product)
    }

    private static func panel(_ state: String, _ device: TouchDevice) -> GestureOccurrence {
        let now = SystemClock.monotonicUs
        let texts = [
            "panel": state, "device": "\(device.id)", "device_name": device.name,
            "output": device.output, "time_us": "\(now)",
        ]
        return GestureOccurrence(timeUs: now, texts.compactMapValues { $0 })
    }
}
