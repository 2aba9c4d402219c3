// Views in a program without rights for devices: the daemon reads the touchscreens and sends their contacts, which
// `privacy: { contacts: true }` permits. Each panel has a window, 1000 points wide, with a card that is dragged.
import GestureClient
import Glibc
import TouchViews

for try await remote in RemoteSurfaces() {
    let driver = PanelDriver(panel: remote.panel, settings: remote.settings, widthInPoints: 1_000)
    remote.receiver = driver
    let (name, size) = (remote.device.name, driver.window.frame.size)
    report("\(name) is there:", CGPoint(x: size.width, y: size.height))
    remote.onDisconnect = { report("\(name) went") }

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
            .onEnded { [unowned card] _ in report("\(name) card at", card.frame.origin) })
    driver.window.addSubview(card)
    driver.window.onTapGesture(coordinateSpace: .global) { report("\(name) tap at", $0) }
}

/// Prints a line and flushes it, so that it also leaves through a pipe at once.
func report(_ text: String, _ point: CGPoint? = nil) {
    let place = point.map { " \(Int($0.x.rounded())), \(Int($0.y.rounded()))" }
    print(text + (place ?? ""))
    fflush(nil)
}
