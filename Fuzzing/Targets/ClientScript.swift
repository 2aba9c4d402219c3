import TouchCore
import TouchRecordings
import TouchTestSupport

@testable import GestureSettings
@testable import GesturedServer

/// The requests of several clients of one server, with other events between them.
///
/// The low half of a byte is the step, the high half the client, and the following bytes are values
/// of the step: numbers, or bytes to send, up to a line feed. Every sequence of bytes is a script,
/// including the bytes that a single client sends.
struct ClientScript {
    /// The maximum number of clients at a time.
    private static let seats = 4
    /// More steps make a longer case, but no different one.
    private static let maximumSteps = 300

    private var input: InputBytes
    /// The bytes of the script that clients sent.
    private var sent: [UInt8] = []

    init(_ bytes: [UInt8]) {
        input = InputBytes(bytes)
    }

    /// Plays the script, and checks the lines of each client by the promises.
    func run() throws(Finding) {
        var script = self
        let stage: ClientStage
        do {
            stage = try ClientStage(seats: Self.seats)
        } catch {
            throw Finding("there is no server: \(error)")
        }
        for _ in 0..<Self.maximumSteps where !script.input.isEmpty {
            script.step(stage)
        }
        try stage.end()
        try RequestStream(script.sent).run()
    }

    private mutating func step(_ stage: ClientStage) {
        let step = input.byte()
        let seat = Int(step / 16) % Self.seats
        let client = stage.client(at: seat)
        switch step % 16 {
        case 0: stage.connect(at: seat)
        case 1: client?.read()
        case 2: client?.read(limit: Int(input.byte()) * 16 + 1)
        case 3: if let client { client.send(addition(by: client, isNew: true)) }
        case 5: if let client { client.send(addition(by: client, isNew: false)) }
        case 4: send(input.line(), by: client)
        case 6: if let client { client.send(removal(by: client)) }
        // A part of a request: the next step sends the rest.
        case 7: send(input.line().dropLast(), by: client)
        case 8: client?.send(subscription())
        case 9: client?.send(element(of: Self.fixedRequests))
        case 10, 11: stage.touch(frames: Int(input.byte() % 32) + 1)
        case 12: stage.wait(microseconds: element(of: Self.waits))
        case 13: leave(client, seat, stage)
        case 14: stage.reload(element(of: Self.reloads))
        default: stage.turn()
        }
    }

    private mutating func send(_ bytes: some Collection<UInt8>, by client: ScriptedClient?) {
        sent += bytes
        client?.send(Array(bytes))
    }

    private mutating func leave(_ client: ScriptedClient?, _ seat: Int, _ stage: ClientStage) {
        let kind = input.byte()
        if kind >= 248 {
            client?.passDescriptor(isUrgent: kind % 2 == 0)
            return
        }
        switch kind % 3 {
        case 0: client?.shutDownWriting()
        case 1: stage.disconnect(at: seat)
        // The client neither ends its request nor disconnects.
        default: client?.send(#"{"type":"#)
        }
    }

    private mutating func element<Element>(of elements: [Element]) -> Element {
        input.element(of: elements)
    }

    // MARK: Requests

    private mutating func addition(by client: ScriptedClient, isNew: Bool) -> String {
        let name = client.zoneName(isNew: isNew, input.byte())
        return """
            {"type":"add_zone","id":1,"name":"\(name)","rect":\(element(of: Self.rects)),\
            "gestures":\(element(of: Self.gestures))}

            """
    }

    private mutating func removal(by client: ScriptedClient) -> String {
        let name = client.zoneName(isNew: false, input.byte())
        return "{\"type\":\"remove_zone\",\"id\":2,\"name\":\"\(name)\"}\n"
    }

    private mutating func subscription() -> String {
        "{\"type\":\"subscribe\",\"id\":3\(element(of: Self.filters))}\n"
    }

    private static let fixedRequests = [
        "{\"type\":\"ping\",\"id\":4}\n", "{\"type\":\"status\",\"id\":\"s\"}\n", "\n", "[]\n",
        "{\"type\":\"remove_zone\",\"name\":\"screen\"}\n", "\"}\n",
        "{\"type\":\"move_zone\",\"name\":\"a\",\"rect\":{\"x\":0.5,\"width\":0.5}}\n",
        String(repeating: "{\"type\":\"ping\"}\n", count: 40),
        String(
            repeating: "{\"type\":\"status\",\"id\":\"\(String(repeating: "i", count: 60))\"}\n",
            count: 30),
        String(repeating: "x", count: 4_200),
    ]
    private static let rects = [
        #"{"x":0,"y":0,"width":1,"height":1}"#, #"{"x":0,"y":0,"width":0.4,"height":1}"#,
        #"{"x":0.3,"y":0.2,"width":0.5,"height":0.5}"#, #"{"x":0.9,"y":0,"width":0.1,"height":1}"#,
    ]
    private static let gestures = [
        #"[{"drag":{"minimum_distance":"0mm"},"simultaneous":"all"}]"#, #"[{"tap":{}}]"#,
        #"[{"tap":{}},{"long_press":{"minimum_duration":"0ms"},"simultaneous":"all"},{"drag":{"minimum_distance":"0mm"},"simultaneous":"all"}]"#,
        #"[{"magnify":{}},{"rotate":{}},{"press":{"tick":"50ms"},"simultaneous":"all"}]"#,
        #"[{"sequence":[{"long_press":{}},{"drag":{}}],"name":"both"}]"#, "[]",
    ]
    private static let filters = [
        "", #","gestures":["tap","drag"]"#, #","max_rate_hz":1"#,
        // With `began` and without `cancelled` a client would receive no end of some gestures.
        #","phases":["began","ended","cancelled"]"#,
        #","events":["gesture","contact","health","activity","device"]"#, #","zones":["screen"]"#,
        #","positions":false"#, #","devices":["Panel*"]"#, #","fingers":[1,1]"#,
    ]

    /// Times without events, in microseconds. A client that does not read is disconnected after five
    /// seconds.
    private static let waits: [Int64] = [1_000, 30_000, 400_000, 1_100_000, 5_100_000, 11_000_000]

    /// The configurations of reloads: each sample with different rights of clients.
    private static let reloads: [DaemonConfiguration] = SampleConfigurations.all.flatMap { sample in
        [(true, 8, 64), (true, 2, 256), (false, 8, 64)].map { zones, maximum, queue in
            var configuration = sample
            configuration.clients.zones = zones
            configuration.clients.maxZones = maximum
            configuration.privacy.contacts = true
            configuration.socket.queueKiB = queue
            return configuration
        }
    }
}
