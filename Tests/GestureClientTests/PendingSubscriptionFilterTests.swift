import Foundation
import Testing
import TouchTestSupport

@testable import GestureClient

/// Which of the lines before the reply to a subscription a reader receives.
struct PendingSubscriptionFilterTests {
    private static func event(_ text: String) throws -> GestureClientEvent {
        let bytes = Array(text.utf8)
        guard case .event(let line) = try bytes.withUnsafeBytes({ try ReceivedLine($0) }) else {
            throw NothingCame()
        }
        return line
    }

    private static func drag(_ id: Int, _ phase: String) throws -> GestureClientEvent {
        try event(ScriptedDaemon.gesture("drag", id: id, phase))
    }

    @Test func `what began before and was not asked for is skipped to its end`() throws {
        var filter = PendingSubscriptionFilter(.gestures(.tap))
        let admitted1 = filter.admits(try Self.drag(1, "began"))
        #expect(!admitted1)
        filter.isConfirmed = true
        let admitted2 = filter.admits(try Self.drag(1, "changed"))
        #expect(!admitted2)
        let admitted3 = filter.admits(try Self.drag(1, "ended"))
        #expect(!admitted3)
        let admitted4 = filter.admits(try Self.drag(2, "began"))
        #expect(admitted4)
    }

    @Test func `what began before and was asked for goes on`() throws {
        var filter = PendingSubscriptionFilter(.gestures(.drag))
        let admitted5 = filter.admits(try Self.drag(1, "began"))
        #expect(admitted5)
        filter.isConfirmed = true
        let admitted6 = filter.admits(try Self.drag(1, "ended"))
        #expect(admitted6)
    }

    @Test func `gestures that began before are delivered in the subscribed phases`() throws {
        var subscription = GestureSubscription()
        subscription.phases = [.ended]
        var filter = PendingSubscriptionFilter(subscription)
        let steps = ["began", "changed", "changed", "ended"]
        for confirmation in 0...steps.count {
            filter.isConfirmed = false
            var admitted: [String] = []
            for (index, phase) in steps.enumerated() {
                if index == confirmation { filter.isConfirmed = true }
                if filter.admits(try Self.drag(confirmation, phase)) { admitted.append(phase) }
            }
            // Of gestures that begin after the reply, the daemon only sends the subscribed lines.
            #expect(admitted == (confirmation == 0 ? steps : ["ended"]))
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
        var filter = PendingSubscriptionFilter(subscription)
        let device = try Self.event(
            #"""
            {"type":"device","seq":1,"change":"present","device":{"id":1,"name":"Demo Panel","output":"HDMI-1"}}
            """#)
        let admitted7 = filter.admits(device)
        #expect(admitted7)
        let passes = filter.admits(try Self.drag(1, "began"))
        #expect(passes == isAdmitted)
    }

    @Test(arguments: NameCases.all)
    func `patterns take brackets and backslashes as they are, as with the daemon`(
        pattern: String, name: String, fits: Bool
    ) throws {
        var subscription = GestureSubscription()
        subscription.devices = [.name(pattern)]
        var filter = PendingSubscriptionFilter(subscription)
        let text = String(decoding: try JSONEncoder().encode(name), as: UTF8.self)
        _ = filter.admits(
            try Self.event(
                #"{"type":"device","seq":1,"change":"present","device":{"id":1,"name":\#(text)}}"#))
        let passes = filter.admits(try Self.drag(1, "began"))
        #expect(passes == fits)
    }

    @Test func `each filter counts`() throws {
        let filters: [(inout GestureSubscription) -> Void] = [
            { $0.events = [.device] }, { $0.names = ["other"] }, { $0.zones = ["other"] },
            { $0.phases = [.ended] }, { $0.fingers = 2...5 }, { $0.devices = [.id(2)] },
        ]
        for change in filters {
            var subscription = GestureSubscription()
            change(&subscription)
            var filter = PendingSubscriptionFilter(subscription)
            let admitted8 = filter.admits(try Self.drag(1, "began"))
            #expect(!admitted8)
        }
    }

    @Test func `an added touchscreen is reported to subscribers of devices`() throws {
        let added = try Self.event(
            #"{"type":"device","seq":1,"change":"added","device":{"id":1,"name":"P"}}"#)
        var subscription = GestureSubscription()
        subscription.events = [.gesture]
        var filter = PendingSubscriptionFilter(subscription)
        let admitted9 = filter.admits(added)
        #expect(!admitted9)
        var everything = PendingSubscriptionFilter(GestureSubscription())
        let admitted10 = everything.admits(added)
        #expect(admitted10)
    }
}
