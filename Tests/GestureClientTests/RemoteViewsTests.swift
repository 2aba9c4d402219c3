import Foundation
import GestureClient
import Testing
import TouchTestSupport
import TouchViews

/// Views whose fingers come from the daemon, over its socket.
@MainActor
struct RemoteViewsTests {
    @Test
    func `views recognise gestures of the contacts that the daemon sends`() async throws {
        let directory = try TemporaryDirectory()
        let configuration = try directory.write(
            Array("privacy: { contacts: true }\n".utf8), to: "c.yaml")
        let program = try RunningProgram(
            BuiltFile(named: "gestured").path,
            [
                "--socket", directory.file("s"), "--await-subscription", "--config", configuration,
                "--replay", BuiltDaemon.demo,
            ])
        try poll { FileManager.default.fileExists(atPath: directory.file("s")) ? true : nil }
        var (taps, scales) = (0, [CGFloat]())
        let surfaces = RemoteSurfaces(
            location: SocketLocation(path: directory.file("s")), reconnects: false)
        for try await panel in surfaces {
            let driver = PanelDriver(panel: panel.panel, settings: panel.settings)
            panel.receiver = driver
            let pad = UIView(frame: driver.window.bounds)
            pad.onTapGesture { taps += 1 }
                .gesture(MagnifyGesture().onEnded { scales.append($0.magnification) })
            driver.window.addSubview(pad)
        }
        #expect(try program.wait().status == 0)
        // The demo has one of each gesture.
        #expect(taps >= 1)
        #expect(scales.contains { abs($0 - 1) > 0.1 })
    }
}
