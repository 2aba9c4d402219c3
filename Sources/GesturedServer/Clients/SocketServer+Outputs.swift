import GestureSettings
import GestureWire
import LinuxIO
import Logging
import TouchCore
import TouchDevices

/// Outputs of devices, as clients report them.
extension SocketServer {
    func output(of device: Int) -> DeviceOutput? { outputs.output(of: device) }

    var outputConfiguration: GestureConfiguration? {
        outputs.hasChanges ? configuration.gestures : nil
    }

    mutating func finishOutputs() { outputs.finishChanges() }

    /// Sets the output of a device, or withdraws it. Returns a warning if the device does not
    /// follow it.
    mutating func setOutput(
        _ report: OutputReport, _ client: borrowing Client
    ) throws(RequestError) -> String? {
        let uid = client.peer.uid
        guard outputs.permits(uid) else {
            throw RequestError(
                .notPermitted,
                """
                the configuration does not let the user \(uid) report outputs: add the user to \
                clients.outputs
                """)
        }
        guard let device = devices.first(where: { $0.id == report.device }) else {
            let known = devices.prefix(8).map { "\($0.id)" }.joined(separator: ", ")
            throw RequestError(
                .invalidValue,
                """
                there is no device \(report.device); \
                \(known.isEmpty ? "there is none now" : "there are \(known)")
                """, member: "device")
        }
        if let owner = outputs.owner(of: device.id), owner != client.serial {
            throw RequestError(
                .notPermitted,
                """
                another connection has reported the output of device \(device.id): it holds until \
                that connection ends
                """, member: "device")
        }
        let output = report.output
        outputs.set(output, of: device.id, client.serial, uid)
        // A client that had to wait is answered after the devices got the other changes.
        areWantsStale = true
        log(output, of: device, client)
        return output == nil || device.isMapped ? nil : unmappedWarning(device)
    }

    private func log(
        _ output: DeviceOutput?, of device: DeviceRecord, _ client: borrowing Client
    ) {
        let text = output.map { "output \(escapedText($0.name)) (\($0.transform.rawValue))" }
        logger.info(
            """
            client \(client.serial) (\(client.peer)) reports that device \(device.id) has \
            \(text ?? "no output")
            """)
    }

    private func unmappedWarning(_ device: DeviceRecord) -> String {
        let name = NamePattern.quotable(device.name)
        return """
            device \(device.id) does not turn with its output: if the compositor maps its touches to \
            that, write devices: [{ match: { name: "\(name)" }, mapped: true }]
            """
    }
}
