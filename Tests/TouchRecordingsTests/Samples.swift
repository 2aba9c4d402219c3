import TouchRecordings
import TouchTestSupport

/// Small recordings, written by hand.
enum Samples {
    static let description = """
        N: Sample Panel
        I: 0003 04f3 0732 0110
        P: 02 00 00 00 00 00 00 00
        B: 00 0b 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 04 00 00 00 00 00 00
        B: 03 03 00 00 00 00 80 60 06
        A: 00 0 3440 2 0 10
        A: 01 0 1940 2 0 10
        A: 2f 0 9 0 0 0
        A: 35 0 3440 2 0 10
        A: 36 0 1940 2 0 10
        A: 39 0 65535 0 0 0
        A: 3a 0 255 0 0 0

        """

    static let events = """
        E: 1.000001 0003 0039 0019\t# EV_ABS / ABS_MT_TRACKING_ID   19
        E: 1.000001 0003 0035 1720\t# EV_ABS / ABS_MT_POSITION_X    1720
        E: 1.000001 0003 0036 0970
        E: 1.000001 0003 003a 0077
        E: 1.000001 0001 014a 0001
        E: 1.000001 0000 0000 0000\t# ------------ SYN_REPORT (0) ---------- +0ms
        E: 1.010001 0003 0039 -001
        E: 1.010001 0001 014a 0000
        E: 1.010001 0000 0000 0000

        """

    static let recording = description + events

    /// `events` in the form of `Recording.values`.
    static let eventValues = [
        "1000001 3 57 19", "1000001 3 53 1720", "1000001 3 54 970", "1000001 3 58 77",
        "1000001 1 330 1", "1000001 0 0 0", "1010001 3 57 -1", "1010001 1 330 0", "1010001 0 0 0",
    ]
}

extension Recording {
    init(_ text: String, named name: String = "sample") throws(RecordingError) {
        try self.init(parsing: Array(text.utf8), named: name)
    }

    /// The events as texts: timestamp (µs), type, code, value.
    var values: [String] {
        events.map { recorded in
            let event = recorded.event
            return "\(event.timeUs) \(event.type) \(event.code) \(event.value)"
        }
    }
}

extension SeededGenerator {
    /// A random number of the range, with a higher probability of its bounds.
    mutating func number<Integer: FixedWidthInteger>(in range: ClosedRange<Integer>) -> Integer {
        switch UInt8.random(in: 0..<8, using: &self) {
        case 0: range.lowerBound
        case 1: range.upperBound
        default: .random(in: range, using: &self)
        }
    }
}
