import Glibc
import TouchCore
import TouchDevices

/// Prints taps and drags on every touchscreen of this machine, including those plugged in later.
@main struct Panels {
    @MainActor static func main() async throws {
        for await panel in Touchscreens() {
            let number = panel.number
            report("\(number) is there: \(panel.surface.width) x \(panel.surface.height) mm")
            panel.onDisconnect = { report("\(number) went") }
            try panel.add {
                SurfaceSpatialTapGesture(fingers: 1).onEnded { tap in
                    report("\(number) tap at \(rounded(tap.location))")
                }
                SurfaceDragGesture(fingers: 1)
                    .onChanged { drag in report("\(number) drag by \(rounded(drag.translation))") }
                    .onEnded { _ in report("\(number) drag ended") }
            }
        }
    }

    /// Prints a line and flushes it, so that it also leaves through a pipe at once.
    private static func report(_ line: String) {
        print(line)
        fflush(nil)
    }

    /// In whole millimetres.
    private static func rounded(_ point: Point) -> String {
        "\(Int(point.x.rounded())), \(Int(point.y.rounded()))"
    }
}
