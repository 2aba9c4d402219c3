import GestureWire
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
        _ devices: [InputDevice], named file: String, configuration: GestureConfiguration,
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
                let pipeline = try DevicePipeline(
                    device, id: pipelines.count + 1, configuration: configuration)
                indices.append(pipelines.count)
                descriptions.append(device)
                logger.noteTaking(device, pipeline.record)
                pipelines.append(pipeline)
            } catch {
                indices.append(nil)
                refusals.append(error.description)
            }
        }
        guard !pipelines.isEmpty else {
            throw DaemonError(
                .data, "cannot replay \(escapedText(file)): " + refusals.joined(separator: "\n"))
        }
        refusals.forEach { logger.warning("left out: \($0)") }
    }

    /// All devices where none is a touch device, so that each is refused with its reason.
    private static func choice(among devices: [InputDevice]) -> [Int] {
        let touchscreens = devices.indices.filter { devices[$0].whyNoTouchscreen == nil }
        guard touchscreens.isEmpty else { return touchscreens }
        let touchpads = devices.indices.filter { devices[$0].classification.isTouch }
        return touchpads.isEmpty ? Array(devices.indices) : touchpads
    }
}
