import Foundation
import Testing
import TouchTestSupport

@testable import GestureClient

/// The lines that a reader receives before the reply to its subscription.
struct PendingSubscriptionFilterTests {
    private static func event(_ text: String) throws -> GestureClientEvent {
        let bytes = Array(text.utf8)
        guard case .event(let line) = try bytes.withUnsafeBytes({ try ReceivedLine($0) }) else {
            throw MissingEvent()
        }
        return line
    }

    private static func drag(_ id: Int, _ phase: String) throws -> GestureClientEvent {
        try event(ScriptedDaemon.gesture("drag", id: id, phase))
    }

    @Test func `a gesture not subscribed that began before the reply is skipped`() throws {
        var filter = PendingSubscriptionFilter(.gestures(.tap))
        let admitsBegan = filter.admits(try Self.drag(1, "began"))
        #expect(!admitsBegan)
        filter.isConfirmed = true
        let admitsChanged = filter.admits(try Self.drag(1, "changed"))
        #expect(!admitsChanged)
        let admitsEnded = filter.admits(try Self.drag(1, "ended"))
        #expect(!admitsEnded)
        let admitsNext = filter.admits(try Self.drag(2, "began"))
        #expect(admitsNext)
    }

    @Test func `a subscribed gesture that began before the reply continues`() throws {
        var filter = PendingSubscriptionFilter(.gestures(.drag))
        let admitsBegan = filter.admits(try Self.drag(1, "began"))
        #expect(admitsBegan)
        filter.isConfirmed = true
        let admitsEnded = filter.admits(try Self.drag(1, "ended"))
        #expect(admitsEnded)
    }

    @Test func `gestures that began before the reply are delivered in subscribed phases`() throws {
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
            // The daemon itself filters gestures that begin after the reply.
            #expect(admitted == (confirmation == 0 ? steps : ["ended"]))
        }
    }

    @Test(arguments: [
        ("Demo*", true), ("*Panel", true), ("D?mo Panel", true), ("*", true), ("HDMI-1", true),
        ("Demo", false), ("HDMI-*", false), ("?", false), ("", false), ("*x*", false),
        ("**Panel**", true),
    ])
    func `devices are matched by name and output`(pattern: String, isAdmitted: Bool) throws {
        var subscription = GestureSubscription()
        subscription.devices = [.name(pattern)]
        var filter = PendingSubscriptionFilter(subscription)
        let device = try Self.event(
            #"""
            {"type":"device","seq":1,"change":"present","device":{"id":1,"name":"Demo Panel","output":"HDMI-1"}}
            """#)
        let admitsDevice = filter.admits(device)
        #expect(admitsDevice)
        let passes = filter.admits(try Self.drag(1, "began"))
        #expect(passes == isAdmitted)
    }

    @Test(arguments: NameCases.all)
    func `patterns match brackets and backslashes literally, as in the daemon`(
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

    @Test func `each filter applies`() throws {
        let filters: [(inout GestureSubscription) -> Void] = [
            { $0.events = [.device] }, { $0.names = ["other"] }, { $0.zones = ["other"] },
            { $0.phases = [.ended] }, { $0.fingers = 2...5 }, { $0.devices = [.id(2)] },
        ]
        for change in filters {
            var subscription = GestureSubscription()
            change(&subscription)
            var filter = PendingSubscriptionFilter(subscription)
            let admitsBegan = filter.admits(try Self.drag(1, "began"))
            #expect(!admitsBegan)
        }
    }

    @Test func `an added touchscreen is reported to subscribers of devices`() throws {
        let added = try Self.event(
            #"{"type":"device","seq":1,"change":"added","device":{"id":1,"name":"P"}}"#)
        var subscription = GestureSubscription()
        subscription.events = [.gesture]
        var filter = PendingSubscriptionFilter(subscription)
        let isAdmitted = filter.admits(added)
        #expect(!isAdmitted)
        var unfiltered = PendingSubscriptionFilter(GestureSubscription())
        let isAdmittedUnfiltered = unfiltered.admits(added)
        #expect(isAdmittedUnfiltered)
    }
}
