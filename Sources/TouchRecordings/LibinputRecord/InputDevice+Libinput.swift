internal import TouchCore
internal import YAMLDocument

extension InputDevice {
    /// Parses the `evdev` part of a device.
    ///
    /// Only `name` is required; unknown members are ignored.
    init(libinput node: YAMLNode) throws(YAMLError) {
        guard node.mapping != nil else {
            throw YAMLError(at: node.mark, "expected a mapping under evdev, found \(node.summary)")
        }
        guard let name = node["name"]?.scalar else {
            throw YAMLError(at: node.mark, "expected a \"name:\" of the device, found none")
        }
        let identity: [UInt16] = try node["id"]?.numbers(named: "an id", count: 4) ?? [0, 0, 0, 0]
        self.init(
            name: name.text, bus: identity[0], vendor: identity[1], product: identity[2],
            version: identity[3],
            properties: Set(try node["properties"]?.numbers(named: "a property") ?? []),
            codes: try Self.codes(node["codes"]), axes: try Self.axes(node["absinfo"]))
    }

    private static func codes(_ node: YAMLNode?) throws(YAMLError) -> Set<InputCode> {
        var codes: Set<InputCode> = []
        for member in try node?.members ?? [] {
            let type: UInt16 = try member.key.number(named: "an event type")
            let numbers: [UInt16] = try member.value.numbers(named: "an event code")
            codes.formUnion(numbers.map { InputCode(type: type, code: $0) })
        }
        return codes
    }

    private static func axes(_ node: YAMLNode?) throws(YAMLError) -> [UInt16: AxisRange] {
        var axes: [UInt16: AxisRange] = [:]
        for member in try node?.members ?? [] {
            let code: UInt16 = try member.key.number(named: "an axis")
            let numbers: [Int32] = try member.value.numbers(
                named: "a number of [MINIMUM, MAXIMUM, FUZZ, FLAT, RESOLUTION]", count: 5)
            axes[code] = AxisRange(
                minimum: numbers[0], maximum: numbers[1], fuzz: numbers[2], resolution: numbers[4])
        }
        return axes
    }
}

extension YAMLNode {
    /// The members of a mapping; empty for null.
    fileprivate var members: [YAMLMember] {
        get throws(YAMLError) {
            if let mapping { return mapping }
            if let scalar, scalar.isNull { return [] }
            throw YAMLError(at: mark, "expected a mapping, found \(summary)")
        }
    }

    /// The numbers of a list; empty for null.
    ///
    /// - Parameter count: the required number of elements.
    fileprivate func numbers<Integer: FixedWidthInteger>(
        named name: String, count: Int? = nil
    ) throws(YAMLError) -> [Integer] {
        guard let elements = sequence ?? (scalar?.isNull == true ? [] : nil),
            count == nil || elements.count == count
        else {
            let form = count.map { "a list of \($0) numbers" } ?? "a list of numbers"
            throw YAMLError(at: mark, "expected \(form), found \(summary)")
        }
        var numbers: [Integer] = []
        for element in elements {
            guard let scalar = element.scalar else {
                throw YAMLError(at: element.mark, "expected \(name), found \(element.summary)")
            }
            numbers.append(try scalar.number(named: name))
        }
        return numbers
    }
}

extension YAMLScalar {
    fileprivate func number<Integer: FixedWidthInteger>(
        named name: String
    ) throws(YAMLError) -> Integer {
        guard let number = Integer(text) else {
            let range = "\(Integer.min) to \(Integer.max)"
            throw YAMLError(
                at: mark,
                "expected \(name) (\(range)), found \(YAMLNode(.scalar(self), at: mark).summary)")
        }
        return number
    }
}
