import TouchCore

/// The description of a device that evtest prints, and that evemu writes as comments.
///
/// Indentation is ignored: `Min` belongs to the code in a line above it.
struct DescriptionText {
    private(set) var name: ArraySlice<UInt8>?
    private(set) var identity: DeviceIdentity?
    private(set) var codes: Set<InputCode> = []
    private(set) var axes: [UInt16: AxisRange] = [:]
    private(set) var properties: Set<UInt16> = []

    /// Whether nothing about a device was found.
    var isEmpty: Bool { name == nil && identity == nil && codes.isEmpty && properties.isEmpty }

    /// Whether the description is sufficient for a device: its event codes are known.
    var isDevice: Bool { !codes.isEmpty }

    /// The event type that is being described.
    private var type: UInt16?
    /// The axis that is being described.
    private var axis: UInt16?

    /// Parses one line, without the comment sign; lines that describe nothing are ignored.
    ///
    /// - Throws: `LineProblem` if a number is missing or out of range.
    mutating func read(_ line: ArraySlice<UInt8>) throws(LineProblem) {
        let text = Fields(line).remainder
        if let range = text.range(of: "Input device name:") {
            name = Self.unquoted(text[range.upperBound...])
        } else if text.hasPrefix("Input device ID:") {
            identity = try DeviceIdentity(words: text)
        } else if text.hasPrefix("Event type ") {
            type = try number(in: text, after: 2, upTo: InputEventType.maximum)
            axis = nil
        } else if text.hasPrefix("Event code ") {
            try readCode(text)
        } else if text.hasPrefix("Property ") {
            properties.insert(try number(in: text, after: 2, upTo: InputProperty.maximum))
        } else if text.hasPrefix("Repeat type ") {
            type = nil
        } else if let axis {
            try readRange(of: axis, text)
        }
    }

    private mutating func readCode(_ text: ArraySlice<UInt8>) throws(LineProblem) {
        guard let type else { return }
        let code: UInt16 = try number(in: text, after: 2, upTo: InputCode.maximum)
        codes.insert(InputCode(type: type, code: code))
        axis = type == InputEventType.abs ? code : nil
        if let axis, axes[axis] == nil { axes[axis] = AxisRange(minimum: 0, maximum: 0) }
    }

    private mutating func readRange(of axis: UInt16, _ text: ArraySlice<UInt8>) throws(LineProblem)
    {
        let member: WritableKeyPath<AxisRange, Int32>
        if text.hasPrefix("Min ") {
            member = \.minimum
        } else if text.hasPrefix("Max ") {
            member = \.maximum
        } else if text.hasPrefix("Fuzz ") {
            member = \.fuzz
        } else if text.hasPrefix("Resolution ") {
            member = \.resolution
        } else {
            return
        }
        let value: Int32 = try number(in: text, after: 1, upTo: .max)
        axes[axis]?[keyPath: member] = value
    }

    /// The decimal number after the given number of words.
    private func number<Integer: FixedWidthInteger>(
        in text: ArraySlice<UInt8>, after words: Int, upTo maximum: Integer
    ) throws(LineProblem) -> Integer {
        var fields = Fields(text)
        for _ in 0..<words { _ = fields.next() }
        let field = fields.next()
        guard let number: Integer = Number.decimal(field), number <= maximum else {
            throw LineProblem(
                expected: "a number from \(Integer.min) to \(maximum)", found: field)
        }
        return number
    }

    private static func unquoted(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var name = Fields(text).remainder
        guard name.first == UInt8(ascii: "\"") else { return name }
        name.removeFirst()
        if name.last == UInt8(ascii: "\"") { name.removeLast() }
        return name
    }
}

/// Bus, vendor, product and version, in hexadecimal, as in recordings.
struct DeviceIdentity {
    var bus: UInt16
    var vendor: UInt16
    var product: UInt16
    var version: UInt16

    /// Parses `0003 04f3 0732 0000`.
    init(_ fields: inout Fields) throws(LineProblem) {
        bus = try Self.field("BUS", &fields)
        vendor = try Self.field("VENDOR", &fields)
        product = try Self.field("PRODUCT", &fields)
        version = try Self.field("VERSION", &fields)
    }

    /// Parses `Input device ID: bus 0x03 vendor 0x56a product 0x5d version 0x05`.
    init(words text: ArraySlice<UInt8>) throws(LineProblem) {
        var fields = Fields(text)
        for _ in 0..<4 { _ = fields.next() }
        bus = try Self.field("the bus", &fields)
        _ = fields.next()
        vendor = try Self.field("the vendor", &fields)
        _ = fields.next()
        product = try Self.field("the product", &fields)
        _ = fields.next()
        version = try Self.field("the version", &fields)
    }

    private static func field(_ name: String, _ fields: inout Fields) throws(LineProblem) -> UInt16
    {
        let field = fields.next()
        guard let number: UInt16 = Number.hexadecimal(field) else {
            throw LineProblem(expected: "\(name) (hexadecimal, 0 to ffff)", found: field)
        }
        return number
    }
}
