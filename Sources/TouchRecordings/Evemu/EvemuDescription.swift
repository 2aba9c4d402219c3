import TouchCore

/// The description of the device in an evemu file, before its events.
///
/// Lettered lines (`N:`, `I:`, `P:`, `B:`, `A:`) take precedence. Values that they lack are read
/// from comments, in which recorders repeat the description: evemu 1.0 wrote no resolution, and
/// some files have no lettered lines.
struct EvemuDescription {
    private var name: ArraySlice<UInt8>?
    private var identity: DeviceIdentity?
    private var properties: BitMask?
    private var codes: [UInt16: BitMask] = [:]
    private var axes: [UInt16: AxisRange] = [:]
    private var axesWithoutResolution: Set<UInt16> = []
    private var comments = DescriptionText()

    /// Whether nothing about a device was found.
    var isEmpty: Bool {
        name == nil && identity == nil && properties == nil && codes.isEmpty && axes.isEmpty
            && comments.isEmpty
    }

    /// Whether it describes a device, and not only names one.
    var listsEvents: Bool { !codes.isEmpty || !axes.isEmpty || comments.isDevice }

    /// Whether it lists the codes of events. If not, they are found by reading all events.
    var describesCodes: Bool { describedCodes != nil }

    /// Parses a comment, and ignores it if it does not describe the device.
    mutating func readComment(_ text: ArraySlice<UInt8>) {
        try? comments.read(text.drop { $0 == UInt8(ascii: "#") })
    }

    /// Parses a lettered line other than an event.
    mutating func read(_ kind: EvemuLine.Kind, _ line: EvemuLine) throws(LineProblem) {
        var line = line
        switch kind {
        case .name: name = line.text
        case .identity: identity = try line.identity()
        case .properties:
            var mask = properties ?? BitMask()
            try mask.append(try line.propertyMask(), upTo: InputProperty.maximum)
            properties = mask
        case .codes:
            let (type, bytes) = try line.codeMask()
            try codes[type, default: BitMask()].append(bytes, upTo: InputCode.maximum)
        case .axis:
            let (code, range, isComplete) = try line.axis()
            axes[code] = range
            if !isComplete { axesWithoutResolution.insert(code) }
        case .led, .toggle, .event: break
        }
    }

    /// The device as described.
    ///
    /// - Parameter seen: the codes that its events have, for a file that lists none.
    func device(seen: Set<InputCode>) -> InputDevice {
        let identity = self.identity ?? comments.identity
        return InputDevice(
            name: String(decoding: name ?? comments.name ?? [], as: UTF8.self),
            bus: identity?.bus ?? 0, vendor: identity?.vendor ?? 0,
            product: identity?.product ?? 0, version: identity?.version ?? 0,
            properties: properties.map { Set($0.bits) } ?? comments.properties,
            codes: describedCodes ?? seen, axes: describedAxes)
    }

    private var describedCodes: Set<InputCode>? {
        guard !codes.isEmpty else { return comments.codes.isEmpty ? nil : comments.codes }
        return codes.reduce(into: []) { result, mask in
            result.formUnion(mask.value.bits.map { InputCode(type: mask.key, code: $0) })
        }
    }

    private var describedAxes: [UInt16: AxisRange] {
        guard !axes.isEmpty else { return comments.axes }
        var axes = self.axes
        for code in axesWithoutResolution {
            axes[code]?.resolution = comments.axes[code]?.resolution ?? 0
        }
        return axes
    }
}

/// A bit mask that is read in pieces, lowest bits first.
struct BitMask {
    private var bytes: [UInt8] = []

    /// Appends the next bytes.
    ///
    /// - Throws: `LineProblem` if the mask exceeds bit `maximum`.
    mutating func append(_ more: [UInt8], upTo maximum: UInt16) throws(LineProblem) {
        bytes += more
        // Masks are written in groups of eight bytes, of which the last may exceed the maximum.
        guard bytes.count <= (Int(maximum) / 64 + 1) * 8 else {
            throw LineProblem(
                expected: "a mask of at most \(maximum / 8 + 1) bytes", foundInstead: "more")
        }
    }

    /// The bits that are set.
    var bits: [UInt16] {
        var bits: [UInt16] = []
        for (index, byte) in bytes.enumerated() {
            for bit in 0..<8 where byte & (1 << bit) != 0 {
                bits.append(UInt16(truncatingIfNeeded: index * 8 + bit))
            }
        }
        return bits
    }
}
