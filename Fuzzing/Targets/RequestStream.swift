import TouchDevices
import TouchRecordings
import TouchTestSupport

@testable import GestureSettings
@testable import GestureWire
@testable import GesturedServer
@testable import LinuxIO
@testable import TouchCore

/// The bytes that one client sends.
struct RequestStream {
    /// The result of one line: a reply, or the end of the connection.
    private enum Outcome: Equatable {
        case line([UInt8])
        case tooLong
        case tooMany
    }

    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Receives the bytes as a whole and in pieces, compares the lines, and performs the requests.
    func run() throws(Finding) {
        let whole = outcomes(pieces: nil)
        let split = outcomes(pieces: SeededGenerator(seed: bytes.seed))
        try Finding.unless(whole == split, "the requests differ if the bytes are split")
        let lines = whole.compactMap { outcome in
            if case .line(let line) = outcome { line } else { nil }
        }
        var zones = AddedZones(.standard)
        for line in lines { try check(line, &zones) }
        try touch(zones)
    }

    private func outcomes(pieces: SeededGenerator?) -> [Outcome] {
        var (input, pieces, remaining) = (RequestInput(), pieces, bytes[...])
        var outcomes: [Outcome] = []
        func answer(_ outcome: RequestInput.Outcome) -> RequestInput.Verdict {
            var tenths = 10
            switch outcome {
            case .line(let line):
                outcomes.append(.line(Array(line)))
                tenths = RequestCost.tenths(try? Request(line).operation.get())
            case .tooLong: outcomes.append(.tooLong)
            case .tooMany: outcomes.append(.tooMany)
            }
            let isOver = outcomes.last == .tooLong || outcomes.last == .tooMany
            return RequestInput.Verdict(continues: !isOver, tenths: tenths)
        }
        let limits = ClientLimits()
        while !remaining.isEmpty {
            // The maximum of one read(2).
            let limit = min(remaining.count, 4_096)
            let count = pieces == nil ? limit : min(limit, Int((pieces?.next() ?? 0) % 40) + 1)
            remaining.prefix(count).withUnsafeBytes { input.receive($0, limits, now: 0, answer) }
            remaining = remaining.dropFirst(count)
            if outcomes.last == .tooLong || outcomes.last == .tooMany { return outcomes }
        }
        input.finish(limits, now: 0, answer)
        return outcomes
    }

    /// Parses and performs one request, and checks its reply.
    private func check(_ line: [UInt8], _ zones: inout AddedZones) throws(Finding) {
        let request = line.withUnsafeBytes { Request($0) }
        var replies = CheckedLines()
        do throws(RequestError) {
            try perform(request.operation.get(), &zones)
            replies.add { $0.appendReply(to: request.id) }
        } catch {
            replies.add { $0.appendReply(to: request.id, error) }
            try Finding.unless(!error.message.isEmpty, "a reply has no message")
        }
        try replies.check()
    }

    private func perform(
        _ operation: Request.Operation, _ zones: inout AddedZones
    ) throws(RequestError) {
        switch operation {
        case .subscribe(let subscription):
            var activeSubscription = ActiveSubscription(subscription, .standard, [Self.record])
            for added in zones.all { activeSubscription.add(added) }
            for zone in [0] + zones.all.map(\.handle.rawValue) {
                for gesture in 0..<64 {
                    _ = activeSubscription.admits(Self.event(zone: zone, gesture: gesture))
                }
            }
        case .addZone(let members):
            let zone = try ZoneRequest.read(members, with: ZoneReader())
            guard zones.hasRoom, !zones.contains(named: zone.name, for: 16) else { return }
            _ = zones.add(zone, of: 16)
        case .moveZone(let name, let members):
            let rect = try ZoneRequest.readRect(members, with: ZoneReader())
            zones.move(name, to: rect, of: 16)
        case .removeZone(let name):
            _ = zones.remove(name, of: 16)
        case .setOutput, .zones, .status, .ping: break
        }
    }

    /// Plays touches on a screen with the zones.
    private func touch(_ zones: AddedZones) throws(Finding) {
        guard !zones.all.isEmpty,
            var device = try? Device(TouchScript.device, id: 1, configuration: .standard)
        else { return }
        var sink = CheckingSink(.standard, explains: false)
        for zone in zones.all {
            device.addOrMoveZone(zone)
            sink.add(zone)
        }
        var devices = OwnedTable<Device>(capacity: 1)
        devices.append(device)
        var session = GestureSession(of: &devices, into: &sink)
        for frame in TouchScript.frames {
            session.receive(frame, of: 0, in: &devices, into: &sink)
        }
        session.removeAll(from: &devices, into: &sink)
        try sink.check()
    }

    private static let record: DeviceRecord = {
        let device = TouchScript.device
        return DeviceRecord(
            id: 1, name: device.name, path: nil, bus: 3, vendor: 1, product: 1, width: 344,
            height: 194, size: .kernel, slots: 10, force: nil, output: "HDMI-1", state: .open,
            error: nil)
    }()

    private static func event(zone: Int, gesture: Int) -> GestureEvent {
        GestureEvent(
            time: Timestamp(microseconds: 1), device: 1, zone: zone, gesture: gesture, id: 1,
            phase: .began, reason: nil, fingers: 1, position: Point(x: 1, y: 1),
            unitPosition: Point(x: 0, y: 0), durationUs: 0, force: nil, forceSource: nil,
            values: .longPress)
    }
}
