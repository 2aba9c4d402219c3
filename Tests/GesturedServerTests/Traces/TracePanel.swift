import TouchCore
import TouchDevices
import TouchRecordings

@testable import GestureSettings
@testable import GesturedServer

/// The device of a trace: the line `device 344x194mm resolution=100 …`.
struct TracePanel {
    /// In millimetres, like the positions of fingers in the trace.
    var size = SurfaceSize(width: 344, height: 194)
    /// The maxima of the axes, in device units; `nil` if they result from `size` and `resolution`.
    var axes: (x: Int32, y: Int32)?
    /// The resolution of the axes, in units per millimetre; 0 for none.
    var resolution: Int32 = 100
    /// The pressures of a force of 0 and of 1; `nil` if the device has no pressure.
    var pressure: ClosedRange<Int32>?
    /// The resolution of the touch size, in units per millimetre; `nil` if the device reports none.
    var majorResolution: Int32?
    /// The noise that the axes report, in millimetres.
    var fuzz = 0.0
    var slots = 10
    /// Whether the device reports one contact, without slots.
    var isSingleTouch = false
    /// The rotation in degrees, clockwise; `nil` for that of the configuration.
    var rotation: Int?
    /// The jitter in millimetres; `nil` for that of the configuration.
    var jitter: Double?
    /// The rate of motions that have no rate of their own, in samples per second.
    var hz = 100.0
    /// The standard deviation of the noise of positions in motions, in millimetres.
    var noise = 0.0
    /// The standard deviation of the noise of force in motions; the range of force is 0 to 1.
    var forceNoise = 0.0
    var seed: UInt64 = 1

    /// Parses the text after the keyword `device`.
    init(_ words: inout TraceWords) throws(TraceProblem) {
        let text = try words.word("a size such as 344x194mm")
        let sides = text.hasSuffix("mm") ? text.dropLast(2).split(separator: "x") : []
        guard sides.count == 2 else {
            throw words.problem("expected a size such as 344x194mm, found \"\(text)\"")
        }
        size.width = try words.number(String(sides[0]), "a width")
        size.height = try words.number(String(sides[1]), "a height")
        guard (10...3_000).contains(size.width), (10...3_000).contains(size.height) else {
            throw words.problem("a panel has sides of 10 to 3000 mm")
        }
        while !words.isEmpty { try parseOption(&words) }
    }

    init() {}

    /// A position in device units.
    func units(_ position: Point) -> (x: Int32, y: Int32) {
        let (width, height) = spans
        return (
            Int32((position.x / size.width * Double(width)).rounded()),
            Int32((position.y / size.height * Double(height)).rounded())
        )
    }

    /// A force in device units.
    func units(force: Double) -> Int32 {
        guard let pressure else { return 0 }
        let span = Double(pressure.upperBound) - Double(pressure.lowerBound)
        return pressure.lowerBound + Int32((min(max(force, 0), 1) * span).rounded())
    }

    /// Whether the position is on the panel.
    func contains(_ position: Point) -> Bool {
        (0...size.width).contains(position.x) && (0...size.height).contains(position.y)
    }

    private var spans: (x: Int32, y: Int32) {
        let units = resolution > 0 ? Double(resolution) : 100
        return axes ?? (Int32(size.width * units), Int32(size.height * units))
    }

    private mutating func parseOption(_ words: inout TraceWords) throws(TraceProblem) {
        if let text = words.option("axes") {
            let spans = text.split(separator: "x").compactMap { Int32($0) }
            guard spans.count == 2, spans[0] > 0, spans[1] > 0 else {
                throw words.problem("expected axes=WIDTHxHEIGHT in units, found \"\(text)\"")
            }
            axes = (spans[0], spans[1])
        } else if let text = words.option("pressure") {
            let ends = text.split(separator: ".").compactMap { Int32($0) }
            guard ends.count == 2, ends[0] < ends[1] else {
                throw words.problem("expected pressure=MINIMUM..MAXIMUM, found \"\(text)\"")
            }
            pressure = ends[0]...ends[1]
        } else if words.skip("single_touch") {
            isSingleTouch = true
        } else {
            try parseNumericOption(&words)
        }
    }

    private mutating func parseNumericOption(_ words: inout TraceWords) throws(TraceProblem) {
        if let text = words.option("resolution") {
            resolution = Int32(min(max(try words.number(text, "units per millimetre"), 0), 10_000))
        } else if let text = words.option("major") {
            majorResolution = Int32(try words.number(text, "units per millimetre"))
        } else if let text = words.option("slots") {
            slots = min(max(Int(try words.number(text, "a number of slots")), 1), 64)
        } else if let text = words.option("rotation") {
            rotation = Int(try words.number(text, "degrees"))
        } else if let text = words.option("fuzz") {
            fuzz = try words.number(text, unit: "mm", "a length such as 0.4mm")
        } else if let text = words.option("jitter") {
            jitter = try words.number(text, unit: "mm", "a length such as 0.4mm")
        } else if let text = words.option("hz") {
            hz = max(try words.number(text, "a rate"), 1)
        } else if let text = words.option("noise") {
            noise = try words.number(text, unit: "mm", "a length such as 0.1mm")
        } else if let text = words.option("force_noise") {
            forceNoise = try words.number(text, "a share of the force")
        } else if let text = words.option("seed") {
            seed = UInt64(max(try words.number(text, "a seed"), 0))
        } else {
            throw words.problem("a device has no option \"\(words.next ?? "")\"")
        }
    }
}

extension TracePanel {
    /// The device as the kernel would describe it.
    var device: InputDevice {
        let (width, height) = spans
        var axes: [UInt16: AxisRange] = [:]
        func add(_ code: InputCode, _ range: AxisRange) { axes[code.code] = range }
        let fuzz = units(Point(x: self.fuzz, y: self.fuzz))
        let x = AxisRange(minimum: 0, maximum: width, fuzz: fuzz.x, resolution: resolution)
        let y = AxisRange(minimum: 0, maximum: height, fuzz: fuzz.y, resolution: resolution)
        let force = pressure.map { AxisRange(minimum: $0.lowerBound, maximum: $0.upperBound) }
        if isSingleTouch {
            add(.absX, x)
            add(.absY, y)
            if let force { add(.absPressure, force) }
        } else {
            add(.absMTSlot, AxisRange(minimum: 0, maximum: Int32(slots - 1)))
            add(.absMTPositionX, x)
            add(.absMTPositionY, y)
            add(.absMTToolType, AxisRange(minimum: 0, maximum: 2))
            add(.absMTTrackingID, AxisRange(minimum: 0, maximum: 65_535))
            if let force { add(.absMTPressure, force) }
            if let units = majorResolution {
                add(
                    .absMTTouchMajor,
                    AxisRange(minimum: 0, maximum: 1_000, resolution: units))
            }
        }
        return InputDevice(
            name: "Trace", bus: 3, vendor: 1, product: 1, properties: [InputProperty.direct],
            codes: [.btnTouch], axes: axes)
    }

    /// The device as configured; settings of the line `device` replace those of the configuration.
    func configured(by configuration: DaemonConfiguration) -> ConfiguredDevice {
        var configured = configuration.settings(for: device)
        if let rotation { configured.settings.quarterTurns = rotation / 90 }
        if let jitter { configured.settings.jitter = jitter }
        return configured
    }
}
