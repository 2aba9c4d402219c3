import GestureWire
import LinuxIO
import Logging
import TouchCore
import TouchDevices

/// The outputs that clients have reported for devices, and the users who may report them.
///
/// A device has the output that one connection reports: the first to report one, until the
/// connection withdraws the report or ends.
struct AssignedOutputs {
    private struct Report {
        let owner: UInt64
        let uid: UInt32
        let device: Int
        var output: DeviceOutput
    }

    /// At most one for each device.
    private var reports: [Report] = []
    /// The numbers of the permitted users, by the names in the configuration.
    private var users: [String: UInt32] = [:]
    /// Whether outputs have changed since `finishChanges`: some devices may still follow the former
    /// ones.
    private(set) var hasChanges = false
    /// Whether the loop has to run a turn in which devices follow the changes.
    var needsTurn = false

    /// The output of a device; `nil` if no client has reported one.
    func output(of device: Int) -> DeviceOutput? {
        reports.first { $0.device == device }?.output
    }

    /// The client that has reported the output of a device.
    func owner(of device: Int) -> UInt64? { reports.first { $0.device == device }?.owner }

    /// Whether programs of a user may report outputs.
    func permits(_ uid: UInt32) -> Bool { users.values.contains(uid) }

    /// Sets or withdraws the client's report; the caller has checked that no other client has
    /// reported an output for the device.
    mutating func set(_ output: DeviceOutput?, of device: Int, _ owner: UInt64, _ uid: UInt32) {
        guard self.output(of: device) != output else { return }
        reports.removeAll { $0.device == device }
        if let output {
            reports.append(Report(owner: owner, uid: uid, device: device, output: output))
        }
        recordChange()
    }

    /// Withdraws the reports of a client.
    mutating func removeAll(of owner: UInt64) {
        guard reports.contains(where: { $0.owner == owner }) else { return }
        reports.removeAll { $0.owner == owner }
        recordChange()
    }

    /// Forgets a device.
    mutating func remove(device: Int) {
        reports.removeAll { $0.device == device }
    }

    /// Sets the permitted users, and withdraws reports of others.
    ///
    /// A name that cannot be looked up now keeps its number.
    mutating func permit(
        _ names: [String], find: (String) -> AccountNumber = AccountNumber.ofUser, _ logger: Logger
    ) {
        let known = users
        users = [:]
        for name in names {
            switch find(name) {
            case .found(let uid): users[name] = uid
            case .unknown: logger.warning("clients.outputs: there is no user named \(name)")
            case .failed(let error):
                users[name] = known[name]
                let result = known[name].map { "stays \($0)" } ?? "is not known"
                logger.warning(
                    """
                    clients.outputs: cannot look up the user \(name), whose number \(result): \
                    \(error.sentence); send SIGHUP once "getent passwd \(name)" succeeds
                    """)
            }
        }
        let permitted = Set(users.values)
        guard reports.contains(where: { !permitted.contains($0.uid) }) else { return }
        reports.removeAll { !permitted.contains($0.uid) }
        recordChange()
    }

    /// Records that every device follows its present output.
    mutating func finishChanges() { hasChanges = false }

    private mutating func recordChange() {
        hasChanges = true
        needsTurn = true
    }
}
