import Testing
import TouchTestSupport

@testable import GestureWire

/// Numbers and names of JSON tokens.
struct JSONTests {
    private func number(_ text: String) throws -> JSONNumber {
        var text = text
        let value = try text.withUTF8 { try JSONReader.read(UnsafeRawBufferPointer($0)) }
        guard case .number(let number) = value else { throw RequestError(.badJSON, text) }
        return number
    }

    @Test func `a decimal is the nearest Double`() throws {
        var generator = SeededGenerator(seed: 17)
        for _ in 0..<20_000 {
            let digits = Int.random(in: 0...17, using: &generator)
            let decimals = Int.random(in: 1...6, using: &generator)
            let bound = (0..<digits).reduce(Int64(1)) { bound, _ in bound * 10 }
            let whole = Int64.random(in: -bound...bound, using: &generator)
            let fraction = (0..<decimals).map { _ in
                String(Int.random(in: 0...9, using: &generator))
            }
            let text = "\(whole).\(fraction.joined())"
            #expect(try number(text).double == Double(text), "\(text)")
        }
    }

    @Test(arguments: [
        "0", "-0", "-0.0", "9007199254740993", "999999999999999999", "1e22", "1E-3", "0.1",
        "-0.000001",
        "123456789012345678901234567890", "1e308", "0.30000000000000004", "5e-324",
    ])
    func `a number has the Double value that Swift reads`(text: String) throws {
        let double = try number(text).double
        #expect(double == Double(text))
        #expect(double?.sign == Double(text)?.sign)
    }

    @Test(
        arguments: [
            ("0", 0), ("-0", 0), ("1.0", 1), ("-7", -7), ("1e3", 1_000),
            ("9223372036854775807", .max),
            ("-9223372036854775808", .min), ("9223372036854775808", nil), ("0.5", nil),
            ("1e400", nil),
            ("999999999999999999", 999_999_999_999_999_999), ("1e19", nil),
            ("9007199254740991.0", 9_007_199_254_740_991), ("9007199254740993.0", nil),
        ] as [(String, Int64?)])
    func `a number is an integer only if that is exact`(text: String, integer: Int64?) throws {
        #expect(try number(text).integer == integer)
    }

    @Test func `a member is found by its name, with or without escapes`() throws {
        var tokens = JSONTokens()
        for text in [
            #"{"a":{"id":1},"\u0069d":2,"id":3}"#, #"{"idle":1,"i":[{"id":9}],"id":2}"#,
            #"{ "id" : 2 }"#,
        ] {
            var text = text
            var id: Int64?
            try text.withUTF8 { bytes in
                let bytes = UnsafeRawBufferPointer(bytes)
                try tokens.read(bytes)
                tokens.withRoot(of: bytes) { id = $0.members?["id"]?.integer }
            }
            #expect(id == 2, "\(text)")
        }
    }

    @Test func `members are found by their names in one pass, the first one of each name`() throws {
        var text =
            #"{"predicted_dX_mm":1,"predicted_dy_mm":2,"predicted_dx_mm":3,"rotation_velocitx":4,"#
        text +=
            #""rotation_velocity":5,"\u0069d":6,"id":7,"later":{"x":8},"x":9,"x":10,"":11,"y":null}"#
        let names = GestureMember.names
        var found = [UInt32](repeating: 99, count: names.count)
        var values: [GestureMember: Int64] = [:]
        var tokens = JSONTokens()
        try text.withUTF8 { bytes in
            let bytes = UnsafeRawBufferPointer(bytes)
            try tokens.read(bytes)
            tokens.withRoot(of: bytes) { root in
                found.withUnsafeMutableBufferPointer { root.find(names, $0) }
                for member in GestureMember.allCases {
                    values[member] = root.found(found[member.position])?.integer
                }
            }
        }
        #expect(
            values == [.predictedDY: 2, .predictedDX: 3, .rotationVelocity: 5, .id: 6, .x: 9])
    }

    @Test(arguments: 0...20)
    func `a control character is found wherever it is in a string`(offset: Int) {
        for byte in ["\u{0}", "\u{1F}", "\n"] {
            var text = "\"" + String(repeating: "é", count: offset / 2)
            text += String(repeating: "a", count: offset % 2) + byte + "aaaaaaaaaaaa\""
            let position = text.utf8.count - 13
            #expect(throws: RequestError.self) { try number(text) }
            do {
                _ = try number(text)
            } catch let error as RequestError {
                #expect(error.message.hasSuffix("at byte \(position)"), "\(error.message)")
            } catch {}
        }
    }
}
