/// A part of the surface whose gestures go to this client alone.
public struct ClientZone: Sendable, Hashable {
    /// A gesture of the zone, as the configuration writes it.
    public struct Gesture: Sendable, Hashable {
        /// What kind of gesture.
        public let kind: GestureUpdate.Kind
        /// Its thresholds, under their names in the configuration.
        public let thresholds: [RequestValue.Member]
        /// What stands beside it: `name`, `waits_for`, `simultaneous`, `cooldown`.
        public let options: [RequestValue.Member]

        /// - Parameters:
        ///   - kind: what kind of gesture.
        ///   - name: what its updates call it; `nil`: the kind.
        ///   - thresholds: under their names in the configuration, as in `["fingers": 2]`.
        ///   - options: `waits_for`, `simultaneous`, `cooldown`.
        public init(
            _ kind: GestureUpdate.Kind, name: String? = nil,
            _ thresholds: KeyValuePairs<String, RequestValue> = [:],
            options: KeyValuePairs<String, RequestValue> = [:]
        ) {
            self.kind = kind
            self.thresholds = thresholds.map { .init($0.key, $0.value) }
            self.options =
                (name.map { [.init("name", .text($0))] } ?? [])
                + options.map { .init($0.key, $0.value) }
        }
    }

    /// What updates carry as `zone`: 1 to 64 letters, digits, `_`, `.`, `-`.
    public var name: String
    /// Where it begins, as a share of the width, 0 to 1.
    public var x: Double
    /// Where it begins, as a share of the height, 0 to 1.
    public var y: Double
    /// Share of the width.
    public var width: Double
    /// Share of the height.
    public var height: Double
    /// Names, which may have `*` and `?`, or outputs; `nil`: every touchscreen.
    public var devices: [String]?
    /// What is recognised in it.
    public var gestures: [Gesture]

    /// A zone on every touchscreen; lengths are shares of the surface, from the top left.
    ///
    /// - Parameters:
    ///   - name: what updates carry as `zone`.
    ///   - x: its left edge, 0 to 1.
    ///   - y: its top edge, 0 to 1.
    ///   - width: 0 to 1.
    ///   - height: 0 to 1.
    ///   - gestures: what is recognised in it.
    public init(
        _ name: String, x: Double, y: Double, width: Double, height: Double, gestures: [Gesture]
    ) {
        self.name = name
        self.x = x
        self.y = y
        self.width = width
        self.height = height
        self.gestures = gestures
    }
}

extension ClientZone {
    /// The members of the request.
    var members: [RequestValue.Member] {
        var members: [RequestValue.Member] = [
            .init("name", .text(name)),
            .init(
                "rect",
                [
                    "x": .number(x), "y": .number(y), "width": .number(width),
                    "height": .number(height),
                ]),
            .init("gestures", .list(gestures.map(\.value))),
        ]
        if let devices { members.append(.init("devices", .list(devices.map(RequestValue.text)))) }
        return members
    }
}

extension ClientZone.Gesture {
    fileprivate var value: RequestValue {
        .object([.init(kind.rawValue, .object(thresholds))] + options)
    }
}
