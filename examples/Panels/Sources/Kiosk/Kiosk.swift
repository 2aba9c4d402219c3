import GestureClient
import Glibc
import TouchViews

/// Views in a program without rights for devices: the daemon reads the touchscreens and sends their contacts, which
/// `privacy: { contacts: true }` permits. Each panel has a window, 1000 points wide, with a card that is dragged.
@main struct Kiosk {
    @MainActor static func main() async throws {
        for try await panel in RemoteSurfaces() {
            let driver = PanelDriver(
                panel: panel.panel, settings: panel.settings, widthInPoints: 1_000)
            panel.receiver = driver
            let name = panel.device.name
            report(
                "\(name) is there: \(rounded(driver.window.frame.width, driver.window.frame.height))"
            )
            panel.onDisconnect = { report("\(name) went") }

            let card = UIView(frame: CGRect(x: 400, y: 200, width: 200, height: 200))
            // Initial again however the drag ends: the next one starts where the card is.
            @GestureState var start: CGPoint?
            card.gesture(
                DragGesture(coordinateSpace: .global)
                    .updating($start) { [unowned card] drag, start, _ in
                        let origin = start ?? card.frame.origin
                        start = origin
                        card.frame.origin.x = origin.x + drag.translation.width
                        card.frame.origin.y = origin.y + drag.translation.height
                    }
                    .onEnded { [unowned card] _ in
                        let origin = card.frame.origin
                        report("\(name) card at \(rounded(origin.x, origin.y))")
                    })
            driver.window.addSubview(card)
            driver.window.onTapGesture(coordinateSpace: .global) { place in
                report("\(name) tap at \(rounded(place.x, place.y))")
            }
        }
    }

    /// Prints a line and flushes it, so that it also leaves through a pipe at once.
    private static func report(_ line: String) {
        print(line)
        fflush(nil)
    }

    private static func rounded(_ x: CGFloat, _ y: CGFloat) -> String {
        "\(Int(x.rounded())), \(Int(y.rounded()))"
    }
}
