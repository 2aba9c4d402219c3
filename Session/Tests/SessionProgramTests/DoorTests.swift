import Testing

@testable import SessionProgram
@testable import TouchCore

private func request(_ text: String) throws(DoorError) -> DoorRequest {
    try DoorRequest(Array(text.utf8))
}

struct DoorRequestTests {
    @Test func `a lock has a duration and a message`() throws {
        #expect(
            try request(#"{"type":"lock","seconds":30,"message":"Wipe"}"#)
                == .lock(LockRequest(durationUs: 30_000_000, message: "Wipe")))
        #expect(try request(#"{"type":"unlock"}"#) == .unlock(onlyCross: false))
    }

    @Test(arguments: [
        "", "{}", "[1]", #"{"type":"lock"}"#, #"{"type":"lock","seconds":0}"#,
        #"{"type":"lock","seconds":86401}"#, #"{"type":"lock","seconds":"30"}"#,
        #"{"type":"lock","seconds":9,"cross":{"x":0.5}}"#,
        #"{"type":"lock","seconds":9,"cross":{"x":0.5,"y":1.5}}"#,
        #"{"type":"set_output"}"#,
    ])
    func `other requests are refused`(text: String) {
        #expect(throws: DoorError.self) { try request(text) }
    }

    @Test func `a message is limited`() {
        let text = String(repeating: "x", count: 201)
        #expect(throws: DoorError.self) {
            try request(#"{"type":"lock","seconds":1,"message":"\#(text)"}"#)
        }
    }
}

struct DaemonLineTests {
    @Test(arguments: [
        (#"{"type":"hello","protocol":1}"#, DaemonLine.hello),
        (#"{"type":"hello","protocol":2}"#, .foreign), ("nonsense", .foreign),
        (#"{"type":"activity","seq":3,"state":"idle"}"#, .activity(isIdle: true)),
        (#"{"type":"activity","seq":3,"state":"active"}"#, .activity(isIdle: false)),
        (#"{"type":"wake","seq":5}"#, .wake), (#"{"type":"later","seq":5}"#, .other),
        (
            #"{"type":"gesture","gesture":"tap","name":"clean","phase":"ended"}"#,
            .gesture(name: "clean")
        ),
        (
            #"{"type":"gesture","gesture":"press","name":"clean","phase":"began"}"#,
            .gesture(name: "clean")
        ),
        (#"{"type":"gesture","gesture":"press","name":"clean","phase":"ended"}"#, .other),
        (
            #"{"type":"reply","id":2,"ok":true,"status":{"activity":"idle","last_touch_us":7}}"#,
            .status(isIdle: true, lastTouchUs: 7)
        ),
        (
            #"{"type":"reply","id":2,"ok":false,"error":{"message":"no"}}"#,
            .complaint("refused a request: no")
        ),
        (#"{"type":"device","change":"removed","device":{"id":3}}"#, .deviceRemoved(id: 3)),
    ])
    func `a line is read`(text: String, expected: DaemonLine) {
        #expect(DaemonLine(Array(text.utf8)) == expected)
    }

    @Test(arguments: GestureKind.allCases)
    func `a gesture of each kind is reported once, when it begins or by its only line`(
        kind: GestureKind
    ) {
        let reports = ["began", "ended"].map { phase in
            DaemonLine(
                Array(
                    #"{"type":"gesture","gesture":"\#(kind.rawValue)","name":"x","phase":"\#(phase)"}"#
                        .utf8)) == .gesture(name: "x")
        }
        #expect(reports == (kind.traits.contains(.discrete) ? [false, true] : [true, false]))
    }
}

struct OptionsTests {
    @Test func `the options are values`() throws {
        let words = [
            "--wake", "--double-tap", "--keep", "screen/left", "--keep=dock",
            "--lock-gesture=clean=30s",
            "--unlock-gesture", "open", "--message", "Wipe", "--dark",
        ]
        guard case .run(let options) = try SessionOptions.parse(words) else {
            Issue.record("it does not run")
            return
        }
        #expect(options.policy.wakes && options.policy.coversDoubleTap && options.isDark)
        #expect(options.keeps == [Keep("screen/left"), Keep("dock")])
        #expect(options.lockGestures == ["clean": 30_000_000])
        #expect(options.unlockGestures == ["open"])
    }

    @Test(arguments: [
        ["--wakes"], ["--keep"], ["--keep", "dock/middle"], ["--double-tap"],
        ["--lock-gesture", "clean"], ["--lock-gesture", "clean=30"],
        ["--lock-gesture", "clean=25h"], ["--wake=no"], ["--dark="],
        ["--lock-gesture", "clean=30s", "--unlock-gesture", "clean"],
    ])
    func `wrong options are refused with advice`(words: [String]) {
        #expect { try SessionOptions.parse(words) } throws: { "\($0)".contains("\n  ") }
    }
}
