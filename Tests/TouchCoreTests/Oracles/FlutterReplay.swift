import Foundation
import TouchCore
import TouchTestSupport

/// Plays a case of Flutter's tests on a screen, and records unmet expectations.
///
/// Flutter's slop of 18 logical pixels is our 4 mm, so a pixel is 4/18 mm (114 to the inch), and a
/// movement just below one slop is just below the other. Flutter's other thresholds are configured
/// in this unit.
///
/// Flutter's tests stop their clock where time does not matter to Flutter. In the cases of scale
/// and of force it matters here, so each touch has a later time.
///
/// Flutter's events of a tap or a long press before its recognition (`down`, `cancel`) have no
/// equivalent here: a tap only emits `ended`, and a long press fails without an event. A lift does
/// not move a finger, as in Flutter.
struct FlutterReplay {
    static let millimetresPerPixel = 4.0 / 18
    /// The time in ms between two touches of scale: too long for fingers to land together.
    static let apart = 200.0
    /// The number of samples of one pressure, at 100 Hz, after which its average does not change.
    static let settlingSamples = 64

    let screen: TestScreen
    let oracle: FlutterCase
    private var ms = 0.0
    /// The force of each pointer, 0 to 1.
    private var forces: [Int: Double] = [:]
    /// The number of events before the newest touch.
    private(set) var eventsBeforeTouch = 0
    /// The number of events before the newest expectation.
    var eventsBeforeStep = 0
    /// The number of touches in which a force press was emitted.
    private(set) var updates = 0
    /// Unmet expectations: `STEP MEMBER`.
    var misses: [String] = []

    init(_ oracle: FlutterCase) {
        self.oracle = oracle
        screen = Self.screen(for: oracle)
        if oracle.recogniser == "force_press", oracle.measuresForce { proveForce() }
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
        eventsBeforeTouch = screen.events.count
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

    /// The pressure of a step as a share of its maximum, or `nil` without a maximum. The default
    /// pressure is 1, as in Flutter.
    private func force(_ step: FlutterCase.Step) -> Double? {
        let pressure = step.pressure.map(\.value) ?? 1
        guard let pressure, let maximum = step.maximumPressure, maximum > 0 else { return nil }
        return pressure / maximum
    }

    /// Plays a step until the average of its pressure has settled.
    private mutating func hold(_ step: FlutterCase.Step) {
        for sample in 0..<(step.action == "up" ? 1 : Self.settlingSamples) {
            ms += 10
            var act = act(step)
            if sample > 0, case .down(let slot, let x, let y, let force) = act {
                act = .move(slot, x, y, force: force)
            }
            screen.frame(ms, [act])
        }
        let emitted = screen.events[eventsBeforeTouch...]
        if emitted.contains(where: { $0.values.kind == .deepPress && $0.phase != .ended }) {
            updates += 1
        }
    }

    /// Plays a touch of five pressures, which prove that the panel measures pressure.
    private mutating func proveForce() {
        screen.frame(ms, .down(0, 100, 100))
        for force in 1...5 {
            ms += 10
            screen.frame(ms, .move(0, 100, 100, force: Double(force) / 100))
        }
        screen.frame(ms + 10, .up(0))
        ms += 1_000
    }
}

/// Flutter's recognisers in our units, each alone unless its case has others.
extension FlutterReplay {
    /// Flutter's slop: 18 pixels.
    private static let slop = 18 * millimetresPerPixel

    /// With 450 units per millimetre, positions of `TestScreen` are in pixels.
    private static let panel = Panel(
        x: AxisRange(minimum: 0, maximum: 154_800, resolution: 450),
        y: AxisRange(minimum: 0, maximum: 87_300, resolution: 450),
        pressure: AxisRange(minimum: 0, maximum: 1_000))

    static func screen(for oracle: FlutterCase) -> TestScreen {
        var panel = panel
        var settings = DeviceSettings(
            jitter: 0, confirmation: .off, spikes: .keep, splits: .keep, stitch: .zero)
        if oracle.recogniser == "force_press", !oracle.measuresForce {
            // The maximum that the case announces. In others the axis has 1000 units.
            let maximum = oracle.steps.first?.maximumPressure ?? 0
            panel.pressure = AxisRange(minimum: 0, maximum: Int32(maximum))
        }
        // Calibrated, because Flutter's start pressure is a share of the announced range.
        settings.force = ForceCalibration(maximum: panel.pressure?.maximum)
        var zone = ZoneConfiguration(name: "screen", gestures: gestures(for: oracle))
        // In Flutter a new round of scale begins with the next move.
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
            // Begins with the first move. With a distance of 0 it would begin with the landing.
            [drag(.any, minimumDistance: 0.001), magnify, rotate]
        }
    }

    /// A tap of one finger without a limit of its duration. Taps of one count are at most 100
    /// pixels and 300 ms apart. Flutter measures its minimum gap of 40 ms from the first landing,
    /// so a bounce right after a lift is a tap.
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

    /// A drag of one finger. More fingers magnify and rotate.
    private static func drag(
        _ axis: DragThresholds.Axis, minimumDistance: Double
    ) -> ConfiguredGesture {
        var drag = DragThresholds()
        drag.fingers = 1...1
        drag.axis = axis
        drag.minimumDistance = minimumDistance
        return ConfiguredGesture(.drag(drag))
    }

    /// Without thresholds: Flutter's scale recogniser reports the first move, scale and rotation.
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

    /// A deep press that ends only with the lift, however soft it has become.
    private static func deepPress(_ oracle: FlutterCase) -> ConfiguredGesture {
        var press = DeepPressThresholds()
        press.threshold = oracle.config?.startPressure ?? 0.4
        press.releaseThreshold = 0
        press.maximumDistance = slop
        return ConfiguredGesture(.deepPress(press))
    }
}
