/// Bus, vendor, product and version, in hexadecimal as recordings have them.
struct DeviceIdentity {
    var bus: UInt16
    var vendor: UInt16
    var product: UInt16
    var version: UInt16

    /// Parses `0003 04f3 0732 0000`.
    init(_ fields: inout Fields) throws(LineProblem) {
        bus = try Self.part("BUS", &fields)
        vendor = try Self.part("VENDOR", &fields)
        product = try Self.part("PRODUCT", &fields)
        version = try Self.part("VERSION", &fields)
    }

    /// Parses `Input device ID: bus 0x03 vendor 0x56a product 0x5d version 0x05`.
    init(words text: ArraySlice<UInt8>) throws(LineProblem) {
        var fields = Fields(text)
        for _ in 0..<4 { _ = fields.next() }
        bus = try Self.part("the bus", &fields)
        _ = fields.next()
        vendor = try Self.part("the vendor", &fields)
        _ = fields.next()
        product = try Self.part("the product", &fields)
        _ = fields.next()
        version = try Self.part("the version", &fields)
    }

    private static func part(_ name: String, _ fields: inout Fields) throws(LineProblem) -> UInt16 {
        let field = fields.next()
        guard let part: UInt16 = Number.hexadecimal(field) else {
            throw LineProblem(expected: "\(name) (hexadecimal, 0 to ffff)", found: field)
        }
        return part
    }
}
