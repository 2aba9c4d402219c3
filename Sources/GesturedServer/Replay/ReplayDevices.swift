import GestureSettings
import GestureWire
import LinuxIO
import Logging
import TouchCore
import TouchRecordings

/// The devices of a recording that are played.
struct ReplayDevices: ~Copyable {
    /// The devices, numbered from 1 in this order.
    var pipelines = OwnedTable<DevicePipeline>(capacity: 1)
    /// What they are, in the order of `pipelines`.
    var descriptions: [InputDevice] = []
    /// Which of `pipelines` a device of the recording is; `nil`: it is left out.
    var indices: [Int?] = []

    /// Takes every touchscreen, or every touchpad where there is no touchscreen.
    ///
    /// One that cannot be taken is left out, with a warning, as long as another can.
    ///
    /// - Throws: exit status 65 where nothing is left.
    init(
        _ devices: [InputDevice], named file: String, configuration: DaemonConfiguration,
        logger: Logger
    ) throws(DaemonError) {
        var refusals: [String] = []
        let chosen = Self.choice(among: devices)
        for (index, device) in devices.enumerated() {
            guard chosen.contains(index) else {
                indices.append(nil)
                continue
            }
            do throws(DaemonError) {
                try indices.append(take(device, configuration, logger))
            } catch {
                indices.append(nil)
                refusals.append(error.description)
            }
        }
        guard !pipelines.isEmpty else {
            let reason =
                refusals.isEmpty
                ? "the configuration ignores what was recorded" : refusals.joined(separator: "\n")
            throw DaemonError(.data, "cannot replay \(escapedText(file)): \(reason)")
        }
        refusals.forEach { logger.warning("left out: \($0)") }
    }

    /// The device's place among `pipelines`; `nil` where the configuration ignores it.
    private mutating func take(
        _ device: InputDevice, _ configuration: DaemonConfiguration, _ logger: Logger
    ) throws(DaemonError) -> Int? {
        let configured = configuration.settings(for: device)
        guard !configured.isIgnored else {
            logger.info("\"\(escapedText(device.name))\" is ignored, as configured")
            return nil
        }
        let pipeline = try DevicePipeline(
            device, id: pipelines.count + 1, configuration: configuration.gestures, configured)
        logger.noteTaking(device, pipeline.record)
        descriptions.append(device)
        pipelines.append(pipeline)
        return pipelines.count - 1
    }

    /// All devices where none is a touch device, so that each is refused with its reason.
    private static func choice(among devices: [InputDevice]) -> [Int] {
        let touchscreens = devices.indices.filter { devices[$0].whyNoTouchscreen == nil }
        guard touchscreens.isEmpty else { return touchscreens }
        let touchpads = devices.indices.filter { devices[$0].classification.isTouch }
        return touchpads.isEmpty ? Array(devices.indices) : touchpads
    }
}
