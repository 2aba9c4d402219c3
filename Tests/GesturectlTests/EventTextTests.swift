import Testing

@testable import GestureClient
@testable import gesturectl

/// Lines of the daemon in readable form.
struct EventTextTests {
    private func printed(_ lines: String..., isColoured: Bool = false) throws -> [String] {
        var text = EventText(style: TextStyle(isColoured: isColoured))
        return try lines.compactMap { line in
            let bytes = Array(line.utf8)
            guard case .event(let read) = try bytes.withUnsafeBytes({ try ReceivedLine($0) })
            else { return nil }
            // The time of day is in the machine's time zone.
            return text.line(for: read).map { String($0.dropFirst(14)) }
        }
    }

    private func gesture(_ kind: String, _ phase: String, _ members: String) -> String {
        """
        {"type":"gesture","seq":1,"time_us":5,"device":1,"zone":"screen","gesture":"\(kind)",\
        "name":"\(kind)","id":17,"phase":"\(phase)","fingers":2\(members)}
        """
    }

    @Test(arguments: [
        (
            #","x":0.5,"y":0.5,"x_mm":110.94,"y_mm":61.3,"dx_mm":-8.51,"dy_mm":0.31,"duration_us":86210"#,
            "drag          ended      2 fingers  8.5 mm left  at 110.9, 61.3 mm  86 ms  #17"
        ),
        (
            #","edge":"left","direction":"right""#,
            "drag          ended      2 fingers  right  from the left edge  #17"
        ),
        (#","scale":0.6543"#, "drag          ended      2 fingers  scale 0.65  #17"),
        (#","rotation_deg":-370.25"#, "drag          ended      2 fingers  -370.3°  #17"),
        (
            #","count":3,"inside":false"#,
            "drag          ended      2 fingers  × 3  lifted outside  #17"
        ),
        (#","force":0.414"#, "drag          ended      2 fingers  force 0.41  #17"),
        (
            #","parts":[{"gesture":"tap","name":"a","count":1},{"gesture":"drag","name":"drag"}]"#,
            "drag          ended      2 fingers  [a × 1]  [drag]  #17"
        ),
    ])
    func `values of a gesture are printed in words`(members: String, text: String) throws {
        #expect(try printed(gesture("drag", "ended", members)) == [text])
    }

    @Test func `a value without a text of its own is printed with its name`() throws {
        let line = Array(gesture("drag", "ended", #","scale":0.6543,"direction":"up""#).utf8)
        let read = try line.withUnsafeBytes { try ReceivedLine($0) }
        guard case .event(let received) = read, case .gesture(let update) = received else {
            Issue.record("not a gesture")
            return
        }
        let texts = GestureValues.members.compactMap {
            GestureText.plain($0, of: update.values)
        }
        #expect(texts == ["scale 0.65", "direction up"])
    }

    @Test func `a configured name, another zone and a reason are printed`() throws {
        let line = gesture("drag", "cancelled", #","reason":"too_far""#)
            .replacing(#""name":"drag""#, with: #""name":"stroke""#)
            .replacing(#""zone":"screen""#, with: #""zone":"canvas""#)
        #expect(
            try printed(line) == [
                "stroke (drag)  cancelled  2 fingers  in canvas  too_far  #17"
            ])
    }

    @Test func `a line names its touchscreen if there are several`() throws {
        func device(_ id: Int) -> String {
            """
            {"type":"device","seq":1,"change":"present","device":{"id":\(id),"name":"P",\
            "width_mm":10,"height_mm":20.25,"size":"assumed","slots":1,"force":"area",\
            "output":"HDMI-1","state":"error","error":"gone\\u001b"}}
            """
        }
        let texts = try printed(device(1), device(2), gesture("tap", "ended", ""))
        #expect(
            texts.first == #"""
                touchscreen 1: P, 10 × 20.3 mm (assumed), 1 finger, force by area, on HDMI-1, error: gone\x1b
                """#)
        #expect(texts.last == "tap           ended      2 fingers  touchscreen 1  #17")
    }

    @Test(arguments: [
        (#"{"type":"activity","seq":1,"time_us":5,"state":"idle"}"#, "idle"),
        (#"{"type":"overflow","seq":1,"dropped":1}"#, "1 line lost: read too slowly"),
        (#"{"type":"bye","reason":"too_slow"}"#, "bye: too_slow"),
        (
            #"{"type":"health","seq":1,"time_us":5,"problem":"rejected","device":3,"palms":2,"ghosts":0,"jumps":1}"#,
            "rejected  touchscreen 3  2 palms  1 jump"
        ),
        (
            #"{"type":"health","seq":1,"time_us":5,"problem":"late","device":3,"late_us":25000}"#,
            "late  touchscreen 3  by 25 ms"
        ),
        (
            #"{"type":"health","seq":1,"time_us":5,"problem":"configuration_error","message":"a\nb"}"#,
            "configuration_error\n    a\n    b"
        ),
        (
            #"{"type":"contact","seq":1,"time_us":5,"device":1,"slot":2,"tracking_id":4,"phase":"changed","x":0.1,"y":0.2,"x_mm":11,"y_mm":12,"force":0.5}"#,
            "contact 2 changed  at 11, 12 mm  force 0.5"
        ),
        (#"{"type":"snapshot_end","seq":1,"devices":0}"#, "no touchscreen is connected"),
    ])
    func `other lines are printed in words`(line: String, text: String) throws {
        #expect(try printed(line) == [text])
    }

    @Test func `the end of a snapshot and unknown lines are not printed`() throws {
        #expect(
            try printed(
                #"{"type":"snapshot_end","seq":1,"devices":1}"#, #"{"type":"weather","seq":2}"#
            ).isEmpty)
    }

    @Test func `colour codes surround text and are never inside it`() throws {
        let texts = try printed(gesture("tap", "cancelled", ""), isColoured: true)
        #expect(texts.first?.contains("\u{1B}[31mcancelled\u{1B}[0m") == true)
    }
}
