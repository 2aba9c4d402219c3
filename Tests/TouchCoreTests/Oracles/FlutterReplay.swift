import Foundation
import TouchCore
import TouchTestSupport

/// Plays a case of Flutter's on a glass, and notes what is not met.
///
/// Its slop of 18 logical pixels is our 4 mm, so a pixel is 4/18 mm (114 to the inch): what is just
/// below its slop is just below ours. Its other thresholds are configured, in that measure.
///
/// Its tests let their clock stand still where time does not matter to them. Where it does to us, in
/// the tests of scale and of force, each touch has its own time.
///
/// What it says of a tap or a long press before it is one (`down`, `cancel`) nobody is told here:
/// discrete kinds send `ended` alone, and a long press fails silently. A lift moves nothing, as in
/// Flutter.
struct FlutterReplay {
    static let millimetresPerPixel = 4.0 / 18
    /// A look at the glass for each touch of scale, so far apart that no two land together.
    static let apart = 200.0
    /// A pressure is held so long, at 100 Hz, that its average has settled to the last bit.
    static let heldSamples = 64

    let glass: Glass
    let oracle: FlutterCase
    private var ms = 0.0
    /// How hard each pointer presses, 0 to 1.
    private var forces: [Int: Double] = [:]
    /// Number of events before the newest touch.
    private(set) var beforeTouch = 0
    /// Number of events before what follows the newest expectation.
    var beforeStep = 0
    /// Touches in which a force press was told.
    private(set) var updates = 0
    /// What was not met: `STEP MEMBER`.
    var misses: [String] = []

    init(_ oracle: FlutterCase) {
        self.oracle = oracle
        glass = Self.glass(for: oracle)
        if oracle.recogniser == "force_press", oracle.measuresForce { showForce() }
        for (index, step) in oracle.steps.enumerated() {
            switch step.op {
            case "touch": touch(step)
            case "advance_to": glass.wait(until: step.ms ?? 0)
            case "expect_update": compareUpdate(step, index)
            default: compare(step, index)
            }
        }
    }
}

// What is touched.
extension FlutterReplay {
    private mutating func touch(_ step: FlutterCase.Step) {
        beforeTouch = glass.events.count
        switch oracle.recogniser {
        case "scale":
            ms += Self.apart
            glass.frame(ms, [act(step)])
        case "force_press":
            hold(step)
        default:
            ms = step.ms ?? ms
            glass.frame(ms, [act(step)])
        }
    }

    private mutating func act(_ step: FlutterCase.Step) -> Glass.Act {
        let pointer = step.pointer ?? 0
        guard step.action == "down" || step.action == "move" else {
            forces[pointer] = nil
            return step.action == "cancel" ? .palm(pointer) : .up(pointer)
        }
        let x = step.x ?? 0
        let y = step.y ?? 0
        let force = force(step) ?? forces[pointer] ?? 0
        forces[pointer] = force
        return step.action == "down"
            ? .down(pointer, x, y, force: force) : .move(pointer, x, y, force: force)
    }

    /// A pressure as a share of the pointer's range; where none is given it is Flutter's 1.
    private func force(_ step: FlutterCase.Step) -> Double? {
        let pressure = step.pressure.map(\.value) ?? 1
        guard let pressure, let most = step.greatestPressure, most > 0 else { return nil }
        return pressure / most
    }

    private mutating func hold(_ step: FlutterCase.Step) {
        for sample in 0..<(step.action == "up" ? 1 : Self.heldSamples) {
            ms += 10
            var act = act(step)
            if sample > 0, case .down(let slot, let x, let y, let force) = act {
                act = .move(slot, x, y, force: force)
            }
            glass.frame(ms, [act])
        }
        let told = glass.events[beforeTouch...]
        if told.contains(where: { $0.values.kind == .deepPress && $0.phase != .ended }) {
            updates += 1
        }
    }

    /// A touch that shows five pressures: that is how a device proves that it measures any.
    private mutating func showForce() {
        glass.frame(ms, .down(0, 100, 100))
        for force in 1...5 {
            ms += 10
            glass.frame(ms, .move(0, 100, 100, force: Double(force) / 100))
        }
        glass.frame(ms + 10, .up(0))
        ms += 1_000
    }
}
