import Foundation
import GestureClient
import Testing
import TouchCore
import TouchTestSupport

/// Gestures of a program on a touchscreen whose output is turned.
@MainActor
struct RemoteOutputTests {
    @Test(arguments: [
        (OutputTransform.normal, SwipeDirection.right), (.turned90, .down), (.turned180, .left),
        (.turned270, .up), (.flipped, .left), (.flipped90, .down),
    ])
    func `directions and positions of a surface are those of the screen on a turned output`(
        transform: OutputTransform, direction: SwipeDirection
    ) async throws {
        let directory = try TemporaryDirectory()
        let configuration = """
            privacy: { contacts: true }
            clients: { outputs: [\(geteuid())] }
            devices: [{ match: { name: "*" }, mapped: true }]

            """
        try Data(configuration.utf8).write(to: URL(fileURLWithPath: directory.file("c.yaml")))
        let touches = try RunningProgram(
            BuiltFile(named: "gesturectl").path,
            ["perform", "swipe right", "-o", directory.file("touches")]
        ).wait()
        #expect(touches.status == 0)
        let program = try RunningProgram(
            BuiltFile(named: "gestured").path,
            [
                "--socket", directory.file("s"), "--await-subscription", "--log-level", "error",
                "--config", directory.file("c.yaml"), "--replay", directory.file("touches"),
            ])
        try poll { FileManager.default.fileExists(atPath: directory.file("s")) ? true : nil }
        let location = SocketLocation(path: directory.file("s"))
        let session = GestureClient(GestureClientOptions(location: location))
        try await session.connect()
        try await session.setOutput(DeviceOutput("DSI-1", transform), of: 1)
        var swipes: [SwipeDirection?] = []
        for try await surface in RemoteSurfaces(location: location, reconnects: false) {
            let device = surface.device
            #expect(device.transform == transform)
            #expect((device.width > device.height) == (transform.quarterTurns % 2 == 0))
            try surface.add {
                SwipeGesture().onEnded { swipes.append($0.direction) }
            }
        }
        #expect(swipes == [direction])
        session.close()
        _ = try program.wait()
    }
}
