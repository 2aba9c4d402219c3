import TouchCore
import YAMLDocument

/// Writes the description and events of one device for a `libinput record` file, which `libinput
/// replay` and `Recording` can read.
///
/// The format keeps the events of each device under the device: sections follow each other after
/// one head. Sections of devices with concurrent events are written separately and joined.
///
///     LibinputRecordSection.appendHead(devices: 1, to: &bytes)
///     var section = LibinputRecordSection(device, node: "/dev/input/event5")
///     section.append(event, to: &bytes)
///     section.finish(into: &bytes)
public struct LibinputRecordSection: Sendable {
    /// The description of the device; `nil` once it is written.
    private var head: String?
    /// Whether events were appended since the last `SYN_REPORT`.
    private var isInFrame = false

    /// A section without events.
    ///
    /// - Parameter node: the path of the device, such as `/dev/input/event5`.
    public init(_ device: InputDevice, node: String = "unknown") {
        head = LibinputRecordHead(device: device, node: node).text
    }

    /// Appends the head of a file.
    ///
    /// - Parameter count: the number of devices. If it is wrong, readers only warn, so devices that are
    ///   added later can be written, too.
    public static func appendHead(devices count: Int, to bytes: inout [UInt8]) {
        bytes +=
            """
            # libinput record
            # Made by gestured. It holds every touch: a PIN typed on the screen can be read in it.
            version: 1
            ndevices: \(count)
            devices:

            """.utf8
    }

    /// Appends one event, after the device's description if it is the first.
    ///
    /// Does not allocate while `bytes` has room, except for the first event.
    public mutating func append(_ event: InputEvent, to bytes: inout [UInt8]) {
        finish(into: &bytes)
        isInFrame = Self.append(event, isInFrame: isInFrame, to: &bytes)
    }

    /// Appends the description if it is not written yet, as for a device without events.
    public mutating func finish(into bytes: inout [UInt8]) {
        guard let text = head else { return }
        bytes += text.utf8
        head = nil
    }

    /// Appends one row, with the start of its frame before the first one. Returns whether the frame
    /// continues.
    private static func append(
        _ event: InputEvent, isInFrame: Bool, to bytes: inout [UInt8]
    ) -> Bool {
        if !isInFrame { append("  - evdev:\n", to: &bytes) }
        let (seconds, microseconds) = max(0, event.timeUs).quotientAndRemainder(
            dividingBy: 1_000_000)
        append("    - [", to: &bytes)
        YAMLText.append(seconds, width: 3, to: &bytes)
        append(", ", to: &bytes)
        YAMLText.append(microseconds, width: 6, to: &bytes)
        append(", ", to: &bytes)
        YAMLText.append(Int64(event.type), width: 3, to: &bytes)
        append(", ", to: &bytes)
        YAMLText.append(Int64(event.code), width: 3, to: &bytes)
        append(", ", to: &bytes)
        YAMLText.append(Int64(event.value), width: 7, to: &bytes)
        append("]", to: &bytes)
        if let name = event.inputCode.name {
            append(" # ", to: &bytes)
            bytes += name.utf8
        }
        append("\n", to: &bytes)
        return event.inputCode != .synReport
    }

    private static func append(_ text: StaticString, to bytes: inout [UInt8]) {
        text.withUTF8Buffer { bytes += $0 }
    }
}

extension InputDevice {
    /// Parses the member `evdev` of a device.
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
            let type: UInt16 = try YAMLToken(member.key).number(named: "an event type")
            let numbers: [UInt16] = try member.value.numbers(named: "an event code")
            codes.formUnion(numbers.map { InputCode(type: type, code: $0) })
        }
        return codes
    }

    private static func axes(_ node: YAMLNode?) throws(YAMLError) -> [UInt16: AxisRange] {
        var axes: [UInt16: AxisRange] = [:]
        for member in try node?.members ?? [] {
            let code: UInt16 = try YAMLToken(member.key).number(named: "an axis")
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
            numbers.append(try YAMLToken(scalar).number(named: name))
        }
        return numbers
    }
}

extension YAMLToken {
    /// The token of a scalar.
    fileprivate init(_ scalar: YAMLScalar) {
        self.init(.scalar(scalar), at: scalar.mark)
    }

    /// The number of a scalar.
    ///
    /// - Parameter whole: the end of the message's sentence, which names the list of the number.
    fileprivate func number<Integer: FixedWidthInteger>(
        named name: String, in range: ClosedRange<Integer> = .min ... .max, of whole: String = ""
    ) throws(YAMLError) -> Integer {
        guard case .scalar(let scalar) = kind, let number = Integer(scalar.text),
            range.contains(number)
        else {
            let limits = "\(range.lowerBound) to \(range.upperBound)"
            throw YAMLError(at: mark, "expected \(name) (\(limits))\(whole), found \(summary)")
        }
        return number
    }
}

extension InputEvent {
    /// Parses a row `[SECONDS, MICROSECONDS, TYPE, CODE, VALUE]`.
    init(libinput yaml: inout YAMLReader) throws(YAMLError) {
        let start = try yaml.next()
        guard start.kind == .sequenceStart else {
            throw YAMLError(at: start.mark, "expected \(Self.form), found \(start.summary)")
        }
        let seconds = try yaml.next().number(named: "SECONDS", in: 0...Int64.max, of: Self.ofForm)
        let microseconds: Int64 = try yaml.next().number(
            named: "MICROSECONDS", in: 0...999_999, of: Self.ofForm)
        let type: UInt16 = try yaml.next().number(named: "TYPE", of: Self.ofForm)
        let code: UInt16 = try yaml.next().number(named: "CODE", of: Self.ofForm)
        let value: Int32 = try yaml.next().number(named: "VALUE", of: Self.ofForm)
        let end = try yaml.next()
        guard end.kind == .sequenceEnd else {
            throw YAMLError(at: end.mark, "expected the end of \(Self.form), found \(end.summary)")
        }
        guard let timeUs = Number.timeUs(seconds: seconds, nanoseconds: microseconds * 1000) else {
            throw YAMLError(at: start.mark, "expected fewer SECONDS, found \(seconds)")
        }
        self.init(timeUs: timeUs, type: type, code: code, value: value)
    }

    private static let form = "an event [SECONDS, MICROSECONDS, TYPE, CODE, VALUE]"
    private static let ofForm = " of " + form
}
