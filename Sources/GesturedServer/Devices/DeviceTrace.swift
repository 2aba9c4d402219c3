import GestureInspect
import GestureSettings
import GestureWire
public import LinuxIO
public import Logging
import TouchCore
import TouchDevices

/// Logs how gestures on some devices change their states (`--trace-device`).
public struct DeviceTrace: Sendable {
    /// The pattern of the names of traced devices.
    public let name: NamePattern
    /// Writes the lines, at the level `trace`.
    private let logger: Logger
    /// The configuration of gestures.
    var configuration = GestureConfiguration.standard

    /// Traces the devices that `name` matches.
    ///
    /// - Parameter logger: writes lines of the level `trace`.
    public init(_ name: NamePattern, to logger: Logger) {
        self.name = name
        self.logger = logger
    }

    /// A copy with the gestures of `configuration`.
    func configured(by configuration: DaemonConfiguration) -> DeviceTrace {
        var trace = self
        trace.configuration = configuration.gestures
        return trace
    }

    /// Starts to record the transitions of a device, if `name` matches it.
    func start(_ device: inout Device) {
        guard name.matches(device.summary.name) else { return }
        device.startTracing()
        logger.trace("device \(device.summary.id) is traced: \(escapedText(device.summary.name))")
    }

    /// Logs the transitions that a device has recorded since the last call: one line each.
    func log(_ device: inout Device, _ sink: borrowing some EventSink & ~Copyable) {
        for transition in device.takeTransitions() {
            let zone =
                configuration.zones.indices.contains(transition.zone)
                ? configuration.zones[transition.zone]
                : (sink.addedZones + sink.removedZones)
                    .first { $0.handle.rawValue == transition.zone }?.zone
            logger.trace("\(Self.text(transition, of: device.summary.id, zone))")
        }
    }

    /// A line such as `0.120000 device 1: screen/drag: possible × move → active`.
    private static func text(
        _ transition: StateTransition, of device: Int, _ zone: ZoneConfiguration?
    ) -> String {
        let us = transition.time.microseconds
        let time = fixedDecimal(Double(us) / 1_000_000, places: 6)
        let hands = zone?.hands ?? 1
        let hand = hands > 1 ? " (hand \(transition.hand + 1))" : ""
        let zoneAndHand = escapedText(zone?.name ?? "zone") + hand
        let node = zone.map { path(to: transition.node, in: $0) } ?? "gesture \(transition.node)"
        return """
            \(time) device \(device): \(zoneAndHand)/\(node): \(transition.from.rawValue) × \
            \(transition.input) → \(transition.to.rawValue)
            """
    }

    /// The names of the gestures that contain a node, the outermost first, and of the node. A part
    /// that shares its name with others of its composition also has its number among them.
    private static func path(to index: Int, in zone: ZoneConfiguration) -> String {
        let nodes = zone.nodes
        var names: [String] = []
        var next: Int? = index
        while let node = next, nodes.indices.contains(node) {
            let name = nodes[node].gesture.name
            let parent = nodes[node].parent
            let alike = nodes.indices.filter {
                parent != nil && nodes[$0].parent == parent && nodes[$0].gesture.name == name
            }
            let number = alike.count > 1 ? alike.firstIndex(of: node).map { "[\($0 + 1)]" } : nil
            names.append(escapedText(name) + (number ?? ""))
            next = parent
        }
        return names.reversed().joined(separator: "/")
    }
}

extension StateTransition.Input: CustomStringConvertible {
    /// The description in log lines.
    package var description: String {
        switch self {
        case .land: "land"
        case .move: "move"
        case .lift: "lift"
        case .deadline: "deadline"
        case .reject(let reason): "reject (\(reason.rawValue))"
        case .clear(let reason): "clear (\(reason.rawValue))"
        }
    }
}
