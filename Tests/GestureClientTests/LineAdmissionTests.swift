import Foundation
import Testing
import TouchTestSupport

@testable import GestureClient

/// What of the lines before the reply to a subscription is for who reads.
struct LineAdmissionTests {
    private static func event(_ text: String) throws -> GestureClientEvent {
        let bytes = Array(text.utf8)
        guard case .event(let line) = try bytes.withUnsafeBytes({ try ReceivedLine($0) }) else {
            throw NothingCame()
        }
        return line.event
    }

    private static func drag(_ id: Int, _ phase: String) throws -> GestureClientEvent {
        try event(ScriptedDaemon.gesture("drag", id: id, phase))
    }

    @Test func `what began before and was not asked for is skipped to its end`() throws {
        var admission = LineAdmission(.gestures(.tap))
        let told1 = admission.admits(try Self.drag(1, "began"))
        #expect(!told1)
        admission.isConfirmed = true
        let told2 = admission.admits(try Self.drag(1, "changed"))
        #expect(!told2)
        let told3 = admission.admits(try Self.drag(1, "ended"))
        #expect(!told3)
        let told4 = admission.admits(try Self.drag(2, "began"))
        #expect(told4)
    }

    @Test func `what began before and was asked for goes on`() throws {
        var admission = LineAdmission(.gestures(.drag))
        let told5 = admission.admits(try Self.drag(1, "began"))
        #expect(told5)
        admission.isConfirmed = true
        let told6 = admission.admits(try Self.drag(1, "ended"))
        #expect(told6)
    }

    @Test func `of what began before, the phases that were asked for are told`() throws {
        var subscription = GestureSubscription()
        subscription.phases = [.ended]
        var admission = LineAdmission(subscription)
        let steps = ["began", "changed", "changed", "ended"]
        for confirmation in 0...steps.count {
            admission.isConfirmed = false
            var told: [String] = []
            for (index, phase) in steps.enumerated() {
                if index == confirmation { admission.isConfirmed = true }
                if admission.admits(try Self.drag(confirmation, phase)) { told.append(phase) }
            }
            // Of what begins after the reply the daemon tells no more than was asked for.
            #expect(told == (confirmation == 0 ? steps : ["ended"]))
        }
    }

    @Test(arguments: [
        ("Demo*", true), ("*Panel", true), ("D?mo Panel", true), ("*", true), ("HDMI-1", true),
        ("Demo", false), ("HDMI-*", false), ("?", false), ("", false), ("*x*", false),
        ("**Panel**", true),
    ])
    func `devices are known by name and output`(pattern: String, isAdmitted: Bool) throws {
        var subscription = GestureSubscription()
        subscription.devices = [.name(pattern)]
        var admission = LineAdmission(subscription)
        let device = try Self.event(
            #"""
            {"type":"device","seq":1,"change":"present","device":{"id":1,"name":"Demo Panel","output":"HDMI-1"}}
            """#)
        let told7 = admission.admits(device)
        #expect(told7)
        let isTold = admission.admits(try Self.drag(1, "began"))
        #expect(isTold == isAdmitted)
    }

    @Test(arguments: NameCases.all)
    func `patterns take brackets and backslashes as they are, as with the daemon`(
        pattern: String, name: String, fits: Bool
    ) throws {
        var subscription = GestureSubscription()
        subscription.devices = [.name(pattern)]
        var admission = LineAdmission(subscription)
        let text = String(decoding: try JSONEncoder().encode(name), as: UTF8.self)
        _ = admission.admits(
            try Self.event(
                #"{"type":"device","seq":1,"change":"present","device":{"id":1,"name":\#(text)}}"#))
        let isTold = admission.admits(try Self.drag(1, "began"))
        #expect(isTold == fits)
    }

    @Test func `each filter counts`() throws {
        let filters: [(inout GestureSubscription) -> Void] = [
            { $0.events = [.device] }, { $0.names = ["other"] }, { $0.zones = ["other"] },
            { $0.phases = [.ended] }, { $0.fingers = 2...5 }, { $0.devices = [.id(2)] },
        ]
        for filter in filters {
            var subscription = GestureSubscription()
            filter(&subscription)
            var admission = LineAdmission(subscription)
            let told8 = admission.admits(try Self.drag(1, "began"))
            #expect(!told8)
        }
    }

    @Test func `a touchscreen that comes is told to who asks for touchscreens`() throws {
        let added = try Self.event(
            #"{"type":"device","seq":1,"change":"added","device":{"id":1,"name":"P"}}"#)
        var subscription = GestureSubscription()
        subscription.events = [.gesture]
        var admission = LineAdmission(subscription)
        let told9 = admission.admits(added)
        #expect(!told9)
        var everything = LineAdmission(GestureSubscription())
        let told10 = everything.admits(added)
        #expect(told10)
    }
}
