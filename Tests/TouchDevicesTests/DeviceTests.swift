import CEvdev
import LinuxIO
import Testing
import TouchCore
import TouchDevices
import TouchRecordings

/// One device, from its events to its gestures, without a daemon around it.
struct DeviceTests {
    private static let panel: InputDevice = {
        var device = InputDevice(name: "Panel", vendor: 0x04f3, product: 0x2234)
        let range = AxisRange(minimum: 0, maximum: 2_999, resolution: 10)
        device.axes = [
            InputCode.absMTPositionX.code: range, InputCode.absMTPositionY.code: range,
            InputCode.absMTSlot.code: AxisRange(minimum: 0, maximum: 9),
            InputCode.absMTTrackingID.code: AxisRange(minimum: 0, maximum: 65_535),
        ]
        device.properties = [InputProperty.direct]
        device.codes = [
            .synReport, .absMTSlot, .absMTPositionX, .absMTPositionY, .absMTTrackingID,
        ]
        return device
    }()

    /// A finger that lands and lifts 50 ms later.
    private static let tap = [
        InputEvent(timeUs: 1_000, .absMTTrackingID, value: 7),
        InputEvent(timeUs: 1_000, .absMTPositionX, value: 1_500),
        InputEvent(timeUs: 1_000, .absMTPositionY, value: 300),
        InputEvent(timeUs: 1_000, .synReport, value: 0),
        InputEvent(timeUs: 51_000, .absMTTrackingID, value: -1),
        InputEvent(timeUs: 51_000, .synReport, value: 0),
    ]

    /// Calls `body` with each frame that `events` complete, before it is processed.
    private func play(
        _ events: [InputEvent],
        _ body: (borrowing Device, Device.FinishedFrame) -> Void
    ) throws -> [GestureEvent] {
        var device = try Device(Self.panel, id: 4, configuration: .standard)
        var ids = GestureIDs()
        var buffer = GestureEventBuffer()
        events.map { input_event($0) }.withUnsafeBufferPointer {
            var remaining = InputEvents($0)
            while remaining.count > 0 {
                guard let frame = device.feed(&remaining) else { continue }
                body(device, frame)
                _ = device.process(ids: &ids, into: &buffer)
            }
        }
        device.advance(to: Timestamp(microseconds: 2_000_000), ids: &ids, into: &buffer)
        return (0..<buffer.count).map { buffer[$0] }
    }

    @Test func `a tap is recognised, frame by frame`() throws {
        var frames: [(us: Int64, hasContacts: Bool)] = []
        let gestures = try play(Self.tap) { frames.append(($1.time.microseconds, $1.hasContacts)) }
        #expect(frames.map(\.us) == [1_000, 51_000])
        #expect(frames.map(\.hasContacts) == [true, false])
        #expect(gestures.map(\.values.kind) == [.tap])
        #expect(gestures.allSatisfy { $0.device == 4 })
    }

    @Test func `a frame has each of its contacts, in millimetres`() throws {
        var contacts: [ContactSample] = []
        _ = try play(Self.tap) { device, _ in
            device.forEachContact { contacts.append($0) }
        }
        #expect(contacts.map(\.change) == [.landed, .lifted])
        #expect(contacts.allSatisfy { $0.position == Point(x: 150, y: 30) && $0.trackingID == 7 })
    }

    @Test func `a contact without a change is included only on request`() throws {
        let second = [
            InputEvent(timeUs: 20_000, .absMTSlot, value: 1),
            InputEvent(timeUs: 20_000, .absMTTrackingID, value: 8),
            InputEvent(timeUs: 20_000, .synReport, value: 0),
        ]
        var (changed, all) = (0, 0)
        _ = try play(Array(Self.tap[..<4]) + second) { device, frame in
            guard frame.time.microseconds == 20_000 else { return }
            device.forEachContact { _ in changed += 1 }
            device.forEachContact(includingStill: true) { _ in all += 1 }
        }
        #expect((changed, all) == (1, 2))
    }

    @Test func `a device that is not a touchscreen is refused with its name`() {
        let error = #expect(throws: CommandError.self) {
            _ = try Device(InputDevice(name: "mouse"), id: 1, configuration: .standard)
        }
        #expect(error?.status == .data)
        #expect(error?.description.contains("\"mouse\" is not a touchscreen") == true)
    }

    @Test(arguments: [
        (
            [InputCode.absMTPositionX, .absMTPositionY],
            "match: { name: \"goodix-ts\" }, as: touchscreen"
        ),
        ([.absX, .absY, .btnLeft], "match: { name: \"goodix-ts\" }, as: touchscreen"),
        ([.absX, .absY], "Record the touchscreen itself"),
    ])
    func `a refused device that may be a touchscreen can be declared one`(
        codes: [InputCode], advice: String
    ) {
        let device = InputDevice(name: "goodix-ts", codes: Set(codes))
        let error = #expect(throws: CommandError.self) {
            _ = try Device(device, id: 1, configuration: .standard)
        }
        #expect(error?.description.contains(advice) == true)
    }
}
