import GestureWire

/// The content of a line of the daemon that the session uses; everything else is `other`.
enum DaemonLine: Equatable {
    case hello
    /// The line has another version of the protocol, or is not a line of a daemon.
    case foreign
    case activity(isIdle: Bool)
    case wake
    /// A gesture began, or was recognised at once.
    case gesture(name: String)
    case device(Panel)
    case deviceRemoved(id: Int64)
    /// The reply to `status`.
    case status(isIdle: Bool, lastTouchUs: Int64?)
    /// The reply to `zones`.
    case zones([Zone])
    /// A request was refused, or performed with a warning. The text continues a sentence that
    /// begins with the daemon's name.
    case complaint(String)
    /// Lines were lost.
    case overflow
    case other

    init(_ line: [UInt8]) {
        guard let value = JSONValue(text: line), let type = value["type"]?.text else {
            self = .foreign
            return
        }
        switch type {
        case "hello": self = value["protocol"]?.integer == 1 ? .hello : .foreign
        case "activity": self = .activity(isIdle: value["state"]?.text == "idle")
        case "wake": self = .wake
        case "overflow": self = .overflow
        case "gesture": self = Self.gesture(value)
        case "device": self = Self.device(value)
        case "reply": self = Self.reply(value)
        default: self = .other
        }
    }

    /// The kinds that have no `began`.
    static let discreteKinds: Set = ["tap", "swipe", "stroke", "screen_reader"]

    private static func gesture(_ value: JSONValue) -> DaemonLine {
        guard let name = value["name"]?.text, let kind = value["gesture"]?.text else {
            return .other
        }
        let isDiscrete = discreteKinds.contains(kind)
        return value["phase"]?.text == (isDiscrete ? "ended" : "began")
            ? .gesture(name: name) : .other
    }

    private static func device(_ value: JSONValue) -> DaemonLine {
        guard let device = value["device"], let id = device["id"]?.integer else { return .other }
        if value["change"]?.text == "removed" { return .deviceRemoved(id: id) }
        return .device(
            Panel(
                id: id, name: device["name"]?.text ?? "", widthMM: device["width_mm"]?.double ?? 0,
                heightMM: device["height_mm"]?.double ?? 0, output: device["output"]?.text,
                isMapped: device["mapped"]?.boolean == true, follows: device["transform"] != nil))
    }

    private static func reply(_ value: JSONValue) -> DaemonLine {
        if value["ok"]?.boolean == false {
            return .complaint(
                "refused a request: \(value["error"]?["message"]?.text ?? "no reason")")
        }
        if let status = value["status"] {
            return .status(
                isIdle: status["activity"]?.text == "idle",
                lastTouchUs: status["last_touch_us"]?.integer)
        }
        if let warning = value["warning"]?.text { return .complaint("warns: \(warning)") }
        return value["zones"]?.elements.map { .zones($0.prefix(256).compactMap(zone)) } ?? .other
    }

    private static func zone(_ value: JSONValue) -> Zone? {
        guard let device = value["device"]?.integer, let name = value["name"]?.text,
            let x = value["x"]?.double, let y = value["y"]?.double,
            let width = value["width"]?.double, let height = value["height"]?.double
        else { return nil }
        var edges: [Side: Double] = [:]
        for side in Side.allCases { edges[side] = value["edges"]?[side.rawValue]?.double }
        return Zone(
            device: device, name: name, rectangle: .init(x: x, y: y, width: width, height: height),
            edges: edges)
    }
}
