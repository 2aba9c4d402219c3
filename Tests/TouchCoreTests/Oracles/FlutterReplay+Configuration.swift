import TouchCore
import TouchTestSupport

/// What Flutter's recognisers are, in our measure: each alone unless its test says otherwise.
extension FlutterReplay {
    /// Flutter's slop: 18 pixels.
    private static let slop = 18 * millimetresPerPixel

    /// A glass counts hundredths of what it is told: 450 units a millimetre make that pixels.
    private static let panel = Panel(
        x: AxisRange(minimum: 0, maximum: 154_800, resolution: 450),
        y: AxisRange(minimum: 0, maximum: 87_300, resolution: 450),
        pressure: AxisRange(minimum: 0, maximum: 1_000))

    static func glass(for oracle: FlutterCase) -> Glass {
        var panel = panel
        var settings = DeviceSettings(jitter: 0)
        if oracle.recogniser == "force_press", !oracle.measuresForce {
            // As it announces it; elsewhere the axis counts thousandths of the greatest.
            let most = oracle.steps.first?.greatestPressure ?? 0
            panel.pressure = AxisRange(minimum: 0, maximum: Int32(most))
        }
        // Calibrated: its start pressure is one of the range that it names.
        settings.force = ForceCalibration(maximum: panel.pressure?.maximum)
        var zone = ZoneConfiguration(name: "screen", gestures: gestures(for: oracle))
        // A new round of its begins with the next move.
        if oracle.recogniser == "scale" { zone.liftQuiet = .zero }
        return Glass(
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
            [drag(.any, minimumDistance: 0), magnify, rotate]
        }
    }

    /// Of one finger, with no limit of time; of two of a count, 100 pixels and 300 ms apart. It
    /// counts its 40 ms from the first landing, so that a bounce right after a lift is a tap.
    private static func tap(count: ClosedRange<Int>) -> ConfiguredGesture {
        var tap = TapThresholds()
        tap.fingers = 1...1
        tap.count = count
        tap.maximumDuration = .zero
        tap.maximumDistance = slop
        tap.minimumGap = .zero
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

    /// Of one finger; where there are more, it is a magnification and a rotation.
    private static func drag(
        _ axis: DragThresholds.Axis, minimumDistance: Double
    ) -> ConfiguredGesture {
        var drag = DragThresholds()
        drag.fingers = 1...1
        drag.axis = axis
        drag.minimumDistance = minimumDistance
        return ConfiguredGesture(.drag(drag))
    }

    /// Its scale recogniser tells the first move, and both values.
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

    /// It ends with the lift alone, however soft the press has become.
    private static func deepPress(_ oracle: FlutterCase) -> ConfiguredGesture {
        var press = DeepPressThresholds()
        press.threshold = oracle.config?.startPressure ?? 0.4
        press.releaseThreshold = 0
        press.maximumDistance = slop
        return ConfiguredGesture(.deepPress(press))
    }
}
