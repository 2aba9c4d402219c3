internal import YAMLDocument

extension InputEvent {
    /// Parses a row `[SECONDS, MICROSECONDS, TYPE, CODE, VALUE]`.
    init(libinput yaml: inout YAMLReader) throws(YAMLError) {
        let start = try yaml.next()
        guard start.kind == .sequenceStart else {
            throw YAMLError(at: start.mark, "expected \(Self.form), found \(start.summary)")
        }
        let seconds = try Self.number(&yaml, "SECONDS", 0...Int64.max)
        let microseconds = try Self.number(&yaml, "MICROSECONDS", 0...999_999)
        let type = try Self.number(&yaml, "TYPE", 0...Int64(UInt16.max))
        let code = try Self.number(&yaml, "CODE", 0...Int64(UInt16.max))
        let value = try Self.number(&yaml, "VALUE", Int64(Int32.min)...Int64(Int32.max))
        let end = try yaml.next()
        guard end.kind == .sequenceEnd else {
            throw YAMLError(at: end.mark, "expected the end of \(Self.form), found \(end.summary)")
        }
        guard let timeUs = Number.timeUs(seconds: seconds, nanoseconds: microseconds * 1000) else {
            throw YAMLError(at: start.mark, "expected fewer SECONDS, found \(seconds)")
        }
        self.init(
            timeUs: timeUs, type: UInt16(truncatingIfNeeded: type),
            code: UInt16(truncatingIfNeeded: code), value: Int32(truncatingIfNeeded: value))
    }

    private static let form = "an event [SECONDS, MICROSECONDS, TYPE, CODE, VALUE]"

    private static func number(
        _ yaml: inout YAMLReader, _ name: String, _ range: ClosedRange<Int64>
    ) throws(YAMLError) -> Int64 {
        let token = try yaml.next()
        guard case .scalar(let scalar) = token.kind, let number = Int64(scalar.text),
            range.contains(number)
        else {
            throw YAMLError(
                at: token.mark,
                "expected \(name) (\(range.lowerBound) to \(range.upperBound)) of \(form)"
                    + ", found \(token.summary)")
        }
        return number
    }
}
