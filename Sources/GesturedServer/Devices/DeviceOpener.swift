import Logging
import TouchCore
import TouchRecordings

/// Opens nodes, judges what they are, and gives the devices their numbers.
struct DeviceOpener<Source: DeviceSource> {
    /// A device as it was opened, from its node to its engine.
    struct Opened: ~Copyable {
        var device: LiveDevice<Source.Reader>
        var pipeline: DevicePipeline
        var description: InputDevice
    }

    let source: Source
    let configuration: GestureConfiguration
    let logger: Logger
    /// The next device's number; never used again, also where the device goes.
    private var nextID = 1

    init(source: Source, configuration: GestureConfiguration, logger: Logger) {
        self.source = source
        self.configuration = configuration
        self.logger = logger
    }

    /// Opens the node at `path`.
    ///
    /// - Parameter isNamed: it was asked for by name, and may be a touchpad too.
    mutating func open(
        _ path: String, isNamed: Bool, now: Int64
    ) throws(DeviceOpenError) -> Opened {
        let reader = try reader(of: path)
        // Its owner from here on: it is closed where it is refused.
        let device = LiveDevice(reader, id: nextID, path: path, now: now)
        let description = reader.describe()
        do throws(DaemonError) {
            if !isNamed, let reason = description.whyNoTouchscreen {
                throw DaemonError(
                    .data, "\"\(escapedText(description.name))\" is no touchscreen: \(reason)")
            }
            let pipeline = try DevicePipeline(
                description, id: nextID, path: path, configuration: configuration)
            logger.noteTaking(description, pipeline.record)
            nextID += 1
            return Opened(device: device, pipeline: pipeline, description: description)
        } catch {
            throw .refused(error)
        }
    }

    private func reader(of path: String) throws(DeviceOpenError) -> Source.Reader {
        do {
            return try source.open(path)
        } catch {
            throw .unopened(error)
        }
    }
}
