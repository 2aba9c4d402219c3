import CEvdev
import GestureSettings
import GestureWire
import TouchCore
import TouchDevices
import TouchRecordings

@testable import GesturedServer
@testable import LinuxIO

/// A device, its driver's reports, and other events between them.
///
/// The first bytes choose the device, the configuration and whether gestures are explained. Then
/// steps follow: a byte chooses the step, and the following bytes are its values. Every sequence of
/// bytes is a script.
struct EventScript {
    private var input: InputBytes
    private let seed: UInt64
    /// The events that the device has reported since it was last read.
    private var pending: [input_event] = []
    /// The events that the session has read.
    private var delivered: [input_event] = []
    private var time: Int64 = 1_000_000
    private var nextID: Int32 = 1
    private var slot: Int32 = 0

    init(_ bytes: [UInt8]) {
        input = InputBytes(bytes)
        seed = bytes.seed
    }

    /// Plays the script, and checks the frames and the lines by the promises.
    func run() throws(Finding) {
        var script = self
        let device = script.input.touchDevice()
        let configuration = script.input.element(of: SampleConfigurations.all)
        let explains = script.input.byte() % 8 == 0
        var sink = CheckingSink(configuration, explains: explains)
        guard
            let panel = try? Device(
                device, id: 1, configuration: configuration.gestures,
                configuration.settings(for: device))
        else { return }
        var source = Panel(panel, into: &sink)
        while !script.input.isEmpty {
            script.step(&source, &sink, device)
        }
        script.read(&source, &sink)
        source.session.removeAll(from: &source.devices, into: &sink)
        try sink.check()
        guard let contactProtocol = device.classification.contactProtocol else { return }
        try FrameComparison(
            cevdev_layout(device, contactProtocol), script.delivered, seed: seed
        ).run()
    }

    /// Performs the step that the next byte chooses.
    private mutating func step(
        _ panel: inout Panel, _ sink: inout CheckingSink, _ device: InputDevice
    ) {
        let step = input.byte()
        switch step % 16 {
        case 0: emitSlot(Int32(step / 16))
        case 1: emit(.absMTTrackingID, newID())
        case 2: emit(.absMTTrackingID, -1)
        case 3: emit(.absMTPositionX, Int32(input.byte()) * 27)
        case 4: emit(.absMTPositionY, Int32(input.byte()) * 15)
        case 5: emit(.absMTPressure, Int32(step / 16) * 64)
        case 6: emit(.btnTouch, Int32(step / 16 % 2))
        case 7, 8, 9: emitReport(Self.steps[Int(step / 16)])
        case 10: emitRareEvent(step / 16)
        case 11: emitArbitraryEvent()
        case 12: emitWholeContact(step / 16)
        case 13: read(&panel, &sink)
        case 14: performOtherEvent(step / 16, &panel, &sink, device)
        default: emit(.synMTReport, 0)
        }
    }

    /// The steps between timestamps, in microseconds.
    private static let steps: [Int64] = [
        0, 1, 4_000, 8_000, 8_333, 8_334, 16_000, 25_000, 40_000, 90_000, 120_000, 310_000,
        600_000, 35_000_000, 125_000_000, -50_000,
    ]

    // MARK: Reporting

    private mutating func emit(_ code: InputCode, _ value: Int32) {
        add(InputEvent(timeUs: time, code, value: value))
    }

    private mutating func emitSlot(_ slot: Int32) {
        self.slot = slot
        emit(.absMTSlot, slot)
    }

    private mutating func newID() -> Int32 {
        nextID &+= 1
        return nextID
    }

    private mutating func emitReport(_ microseconds: Int64) {
        time &+= microseconds
        emit(.synReport, 0)
    }

    private mutating func emitRareEvent(_ which: UInt8) {
        switch which {
        case 0...2: emit(.synDropped, 0)
        case 3: emit(.absMTToolType, Int32(input.byte() % 4))
        case 4: emit(.absMTDistance, Int32(input.byte() % 3))
        case 5: emit(.absMTTouchMajor, Int32(input.byte()) * 4)
        case 6: emit(.btnToolPen, Int32(input.byte() % 2))
        case 7: emit(.absMTTrackingID, input.number())
        case 8: emit(.absMTPositionY, input.number())
        case 9: emit(.absMTPressure, input.number())
        case 10: emit(.absMTSlot, input.number())
        case 11: emit(.absX, Int32(input.byte()) * 27)
        case 12: emit(.absY, Int32(input.byte()) * 15)
        case 13: emit(.absPressure, Int32(input.byte()) * 4)
        case 14: emit(.absMTPositionX, input.number())
        default: time = input.number()
        }
    }

    private mutating func emitArbitraryEvent() {
        let (type, code) = (input.byte(), input.number(UInt16.self))
        add(
            InputEvent(
                timeUs: time, type: UInt16(type), code: code, value: input.number()))
    }

    /// Reports a frame of one finger, with a position: most touches of scripts are of these.
    private mutating func emitWholeContact(_ slot: UInt8) {
        emitSlot(Int32(slot))
        emit(.absMTPositionX, Int32(input.byte()) * 27)
        emit(.absMTPositionY, Int32(input.byte()) * 15)
        emitReport(8_333)
    }

    private mutating func add(_ event: InputEvent) {
        pending.append(input_event(event))
    }

    // MARK: Events

    /// Passes the pending events to the session.
    private mutating func read(_ panel: inout Panel, _ sink: inout CheckingSink) {
        pending.withUnsafeBufferPointer {
            panel.session.receive(InputEvents($0), of: 0, in: &panel.devices, into: &sink)
        }
        delivered += pending
        pending = []
    }

    /// Performs an event that is not a report of the driver.
    private mutating func performOtherEvent(
        _ which: UInt8, _ panel: inout Panel, _ sink: inout CheckingSink,
        _ device: InputDevice
    ) {
        read(&panel, &sink)
        switch which {
        case 0...6:
            let (later, isBeyond) = time.addingReportingOverflow(Int64(input.byte()) * 10_000)
            time = isBeyond ? time : later
            panel.session.advance(
                to: Timestamp(microseconds: time), of: &panel.devices, into: &sink)
        case 7, 8: panel.session.fireNextDeadline(of: &panel.devices, into: &sink)
        case 9, 10: panel.session.cancel(.shutdown, of: 0, in: &panel.devices, into: &sink)
        case 11, 12: reconfigure(&panel, &sink, device)
        default: liftMissing(&panel, &sink)
        }
    }

    private mutating func reconfigure(
        _ panel: inout Panel, _ sink: inout CheckingSink, _ device: InputDevice
    ) {
        let configuration = input.element(of: SampleConfigurations.all)
        panel.session.cancelAll(.reloaded, of: &panel.devices, into: &sink)
        sink.apply(configuration)
        panel.session.reconfigure(
            0, of: &panel.devices, configuration.settings(for: device), configuration.gestures,
            into: &sink)
    }

    /// Lifts the contact of the current slot, as after a query in which the kernel no longer has it.
    private mutating func liftMissing(_ panel: inout Panel, _ sink: inout CheckingSink) {
        emit(.absMTSlot, slot)
        emit(.absMTTrackingID, -1)
        emit(.synReport, 0)
        pending.withUnsafeBufferPointer {
            panel.session.liftMissing(InputEvents($0), of: 0, in: &panel.devices, into: &sink)
        }
        delivered += pending
        pending = []
    }
}

/// The panel that reports events, and its gestures.
private struct Panel: ~Copyable {
    var devices = OwnedTable<Device>(capacity: 1)
    var session: GestureSession

    init(_ device: consuming Device, into sink: inout CheckingSink) {
        devices.append(device)
        session = GestureSession(of: &devices, into: &sink)
    }
}
