import Foundation
import TouchCore
import TouchTestSupport

/// Plays a case of Flutter's on a screen, and records unmet expectations.
///
/// Its slop of 18 logical pixels is our 4 mm, so a pixel is 4/18 mm (114 to the inch): a movement
/// just below its slop is just below ours. Its other thresholds are configured, in that measure.
///
/// Its tests stop their clock where time does not matter to them. Where it does to us, in the tests
/// of scale and of force, each touch has its own time.
///
/// Its events of a tap or a long press before its recognition (`down`, `cancel`) have no equivalent
/// here: discrete kinds only send `ended`, and a long press fails silently. A lift moves nothing,
/// as in Flutter.
struct FlutterReplay {
    static let millimetresPerPixel = 4.0 / 18
    /// The time in ms between two touches of scale, so long that they do not land together.
    static let apart = 200.0
    /// The number of samples of a pressure, at 100 Hz, after which its average has settled to the last bit.
    static let heldSamples = 64

    let screen: TestScreen
    let oracle: FlutterCase
    private var ms = 0.0
    /// How hard each pointer presses, 0 to 1.
    private var forces: [Int: Double] = [:]
    /// Number of events before the newest touch.
    private(set) var beforeTouch = 0
    /// Number of events before those after the newest expectation.
    var beforeStep = 0
    /// Touches in which a force press was emitted.
    private(set) var updates = 0
    /// Unmet expectations: `STEP MEMBER`.
    var misses: [String] = []

    init(_ oracle: FlutterCase) {
        self.oracle = oracle
        screen = Self.screen(for: oracle)
        if oracle.recogniser == "force_press", oracle.measuresForce { showForce() }
        for (index, step) in oracle.steps.enumerated() {
            switch step.op {
            case "touch": touch(step)
            case "advance_to": screen.wait(until: step.ms ?? 0)
            case "expect_update": compareUpdate(step, index)
            default: compare(step, index)
            }
        }
    }
}

// Touches.
extension FlutterReplay {
    private mutating func touch(_ step: FlutterCase.Step) {
        beforeTouch = screen.events.count
        switch oracle.recogniser {
        case "scale":
            ms += Self.apart
            screen.frame(ms, [act(step)])
        case "force_press":
            hold(step)
        default:
            ms = step.ms ?? ms
            screen.frame(ms, [act(step)])
        }
    }

    private mutating func act(_ step: FlutterCase.Step) -> TestScreen.Act {
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

    /// A pressure as a share of the pointer's range; by default it is Flutter's 1.
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
            screen.frame(ms, [act])
        }
        let emitted = screen.events[beforeTouch...]
        if emitted.contains(where: { $0.values.kind == .deepPress && $0.phase != .ended }) {
            updates += 1
        }
    }

    /// A touch that shows five pressures: so a device proves that it measures pressure.
    private mutating func showForce() {
        screen.frame(ms, .down(0, 100, 100))
        for force in 1...5 {
            ms += 10
            screen.frame(ms, .move(0, 100, 100, force: Double(force) / 100))
        }
        screen.frame(ms + 10, .up(0))
        ms += 1_000
    }
}

/// Flutter's recognisers, in our measure: each alone unless its test has others.
extension FlutterReplay {
    /// Flutter's slop: 18 pixels.
    private static let slop = 18 * millimetresPerPixel

    /// A glass counts hundredths of its input: 450 units a millimetre make that pixels.
    private static let panel = Panel(
        x: AxisRange(minimum: 0, maximum: 154_800, resolution: 450),
        y: AxisRange(minimum: 0, maximum: 87_300, resolution: 450),
        pressure: AxisRange(minimum: 0, maximum: 1_000))

    static func screen(for oracle: FlutterCase) -> TestScreen {
        var panel = panel
        var settings = DeviceSettings(
            jitter: 0, confirmation: .off, stitch: .zero)
        if oracle.recogniser == "force_press", !oracle.measuresForce {
            // As it announces it; elsewhere the axis counts thousandths of the maximum.
            let most = oracle.steps.first?.greatestPressure ?? 0
            panel.pressure = AxisRange(minimum: 0, maximum: Int32(most))
        }
        // Calibrated: its start pressure is one of the range that it names.
        settings.force = ForceCalibration(maximum: panel.pressure?.maximum)
        var zone = ZoneConfiguration(name: "screen", gestures: gestures(for: oracle))
        // A new round of scale begins with the next move.
        if oracle.recogniser == "scale" { zone.liftQuiet = .zero }
        return TestScreen(
            panel: panel, settings: settings, configuration: GestureConfiguration(zones: [zone]))
    }

    private static func gestures(for oracle: FlutterCase) -> [ConfiguredGesture] {
        switch oracle.recogniser {
        case "tap": [tap(count: 1...1)]
        case "double_tap": [tap(count: 2...2)]
        case "serial_tap": [tap(count: 1...10)]
        case "long_press": [longPress(oracle)]
        case "drag_horizontal": [drag(.horizontal, minimumDistance: slop)]
        case "force_press":
            [deepPress(oracle), drag(.any, minimumDistance: slop)]
        default:
            // Begins with the first move; with 0 it would begin with the landing.
            [drag(.any, minimumDistance: 0.001), magnify, rotate]
        }
    }

    /// Of one finger, with no limits of time; of two of a count, 100 pixels and 300 ms apart. It
    /// counts its 40 ms from the first landing, so that a bounce right after a lift is a tap.
    private static func tap(count: ClosedRange<Int>) -> ConfiguredGesture {
        var tap = TapThresholds()
        tap.fingers = 1...1
        tap.count = count
        tap.maximumDuration = .zero
        tap.maximumDistance = slop
        tap.minimumGap = .zero
        tap.minimumDuration = .zero
        tap.maximumGap = .milliseconds(300)
        tap.maximumSpacing = 100 * millimetresPerPixel
        return ConfiguredGesture(.tap(tap))
    }

    private static func longPress(_ oracle: FlutterCase) -> ConfiguredGesture {
        var press = LongPressThresholds()
        press.fingers = 1...1
        press.minimumDuration = .milliseconds(Int(oracle.config?.longPress ?? 500))
        press.maximumDistance = slop
        return ConfiguredGesture(.longPress(press))
    }

    /// Of one finger; with more it is a magnification and a rotation.
    private static func drag(
        _ axis: DragThresholds.Axis, minimumDistance: Double
    ) -> ConfiguredGesture {
        var drag = DragThresholds()
        drag.fingers = 1...1
        drag.axis = axis
        drag.minimumDistance = minimumDistance
        return ConfiguredGesture(.drag(drag))
    }

    /// Its scale recogniser reports the first move, and both values.
    private static var magnify: ConfiguredGesture {
        var magnify = MagnifyThresholds()
        magnify.minimumDistance = 0
        magnify.minimumScale = 0
        magnify.minimumShare = 0
        magnify.minimumRadius = 0
        return ConfiguredGesture(.magnify(magnify), simultaneous: .all)
    }

    private static var rotate: ConfiguredGesture {
        var rotate = RotateThresholds()
        rotate.minimumRotation = 0
        rotate.minimumDistance = 0
        rotate.minimumShare = 0
        rotate.minimumRadius = 0
        return ConfiguredGesture(.rotate(rotate), simultaneous: .all)
    }

    /// It only ends with the lift, however soft the press has become.
    private static func deepPress(_ oracle: FlutterCase) -> ConfiguredGesture {
        var press = DeepPressThresholds()
        press.threshold = oracle.config?.startPressure ?? 0.4
        press.releaseThreshold = 0
        press.maximumDistance = slop
        return ConfiguredGesture(.deepPress(press))
    }
}
