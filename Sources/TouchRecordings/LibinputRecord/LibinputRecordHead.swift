internal import TouchCore

/// The description of a device in a `libinput record` file, up to its events.
struct LibinputRecordHead {
    var device: InputDevice
    var node: String

    /// The lines up to and including `events:`.
    var text: String {
        """
        - node: \(YAMLText.quoted(node))
          evdev:
            name: \(YAMLText.quoted(device.name))
            id: \(YAMLText.sequence([device.bus, device.vendor, device.product, device.version]))
            codes:\(codes)
            absinfo:\(axes)
            properties: \(YAMLText.sequence(device.properties.sorted()))
          udev:
            properties:\(udevProperties)
            virtual: false
          events:

        """
    }

    private var codesByType: [UInt16: [UInt16]] {
        var types = Dictionary(grouping: device.codes, by: \.type).mapValues { $0.map(\.code) }
        types[InputEventType.abs] = axisCodes.isEmpty ? nil : axisCodes
        return types
    }

    /// `libinput replay` requires a range for every axis among the codes, and vice versa.
    private var axisCodes: [UInt16] {
        let announced = device.codes.filter { $0.type == InputEventType.abs }.map(\.code)
        return Set(announced).union(device.axes.keys).sorted()
    }

    private var codes: String {
        let rows = codesByType.sorted { $0.key < $1.key }.map { type, codes in
            let comment = InputEventType.name(of: type).map { " # \($0)" } ?? ""
            return "\(type): \(YAMLText.sequence(codes.sorted()))\(comment)"
        }
        return Self.block(rows)
    }

    private var axes: String {
        let rows = axisCodes.map { code in
            let range = device.axes[code] ?? AxisRange(minimum: 0, maximum: 0)
            let numbers = [range.minimum, range.maximum, range.fuzz, 0, range.resolution]
            let comment = InputCode.abs(code).name.map { " # \($0)" } ?? ""
            return "\(code): \(YAMLText.sequence(numbers))\(comment)"
        }
        return Self.block(rows)
    }

    private var udevProperties: String {
        let kind: String? =
            switch device.classification {
            case .touchscreen: "ID_INPUT_TOUCHSCREEN"
            case .touchpad: "ID_INPUT_TOUCHPAD"
            case .pen: "ID_INPUT_TABLET"
            case .keyboard: "ID_INPUT_KEYBOARD"
            case .mouse: "ID_INPUT_MOUSE"
            case .joystick: "ID_INPUT_JOYSTICK"
            case .other: nil
            }
        return ["ID_INPUT"].appending(kind).map { "\n    - \($0)=1" }.joined()
    }

    private static func block(_ rows: [String]) -> String {
        rows.isEmpty ? " {}" : rows.map { "\n      \($0)" }.joined()
    }
}

extension [String] {
    fileprivate func appending(_ other: String?) -> [String] { other.map { self + [$0] } ?? self }
}
