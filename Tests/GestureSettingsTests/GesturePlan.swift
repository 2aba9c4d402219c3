import TouchCore
import TouchTestSupport

/// A gesture chosen at random, to be written twice: in a configuration file and in Swift.
indirect enum GesturePlan {
    case tap(count: Int, fingers: Int)
    case press(tick: Int)
    case longPress(ms: Int, distance: Double)
    case drag(distance: Double, axis: DragThresholds.Axis)
    case swipe(fingers: Int)
    case swipeHold(ms: Int)
    case magnify(scale: Double)
    case rotate(degrees: Double)
    case deepPress(threshold: Double)
    case force
    case stroke(score: Double)
    case screenReader(ms: Int)
    case composition(GestureComposition.Rule, GesturePlan, GesturePlan)

    static func random(
        depth: Int, isPart: Bool = false, _ generator: inout SeededGenerator
    ) -> GesturePlan {
        guard depth == 0 || generator.oneIn(3) else {
            let rule = GestureComposition.Rule.allCases[Int.random(in: 0..<3, using: &generator)]
            return .composition(
                rule, random(depth: depth - 1, isPart: true, &generator),
                random(depth: depth - 1, isPart: true, &generator))
        }
        let number = Int.random(in: 1...3, using: &generator)
        switch Int.random(in: 0..<(isPart ? 11 : 12), using: &generator) {
        case 0: return .tap(count: number, fingers: generator.oneIn(2) ? 1 : 2)
        case 1: return .press(tick: number * 70)
        case 2: return .longPress(ms: number * 200, distance: Double(number) * 2.5)
        case 3:
            let axis = DragThresholds.Axis.allCases[number - 1]
            return .drag(distance: Double(number) * 1.5, axis: axis)
        case 4: return .swipe(fingers: number)
        case 5: return .magnify(scale: Double(number) * 0.05)
        case 6: return .rotate(degrees: Double(number) * 5)
        case 7: return .deepPress(threshold: 0.5 + Double(number) * 0.1)
        case 8: return .swipeHold(ms: number * 200)
        case 9: return .stroke(score: Double(number) * 0.1)
        case 10: return .force
        default: return .screenReader(ms: number * 200)
        }
    }

    /// The gesture in the form of a configuration file.
    var yaml: String {
        switch self {
        case .tap(let count, let fingers): "tap: { count: \(count), fingers: \(fingers) }"
        case .press(let tick): "press: { tick: \(tick)ms, first_tick: 300ms }"
        case .longPress(let ms, let distance):
            "long_press: { minimum_duration: \(ms)ms, maximum_distance: \(distance)mm }"
        case .drag(let distance, let axis):
            "drag: { minimum_distance: \(distance)mm, axis: \(axis.rawValue) }"
        case .swipe(let fingers): "swipe: { fingers: [1, \(fingers)], directions: [left, right] }"
        case .swipeHold(let ms):
            "swipe_hold: { minimum_hold: \(ms)ms, directions: [left, right], edge: top }"
        case .magnify(let scale): "magnify: { minimum_scale: \(scale) }"
        case .rotate(let degrees): "rotate: { minimum_rotation: \(degrees)deg }"
        case .deepPress(let threshold):
            "deep_press: { threshold: \(threshold), release_threshold: 0.4 }"
        case .force: "force: {}"
        case .stroke(let score):
            "stroke: { score: \(score), templates: [m, arrow_up], rotation: any }"
        case .screenReader(let ms): "screen_reader: { minimum_hold: \(ms)ms, maximum_gap: 300ms }"
        case .composition(let rule, let first, let second):
            "\(rule.rawValue): [{ \(first.yaml) }, { \(second.yaml) }]"
        }
    }

    /// The gesture in the form of a Swift program.
    var gesture: AnyGesture<Void> {
        switch self {
        case .tap(let count, let fingers):
            AnyGesture(SurfaceTapGesture(count: count, fingers: fingers))
        case .press(let tick):
            Self.plain(PressGesture(interval: .milliseconds(tick), delay: .milliseconds(300)))
        case .longPress(let ms, let distance):
            Self.plain(
                SurfaceLongPressGesture(
                    minimumDuration: .milliseconds(ms), maximumDistance: distance))
        case .drag(let distance, let axis):
            Self.plain(SurfaceDragGesture(minimumDistance: distance, axis: axis))
        case .swipe(let fingers):
            Self.plain(SwipeGesture(directions: [.left, .right], fingers: 1...fingers))
        case .swipeHold(let ms):
            Self.plain(
                SwipeHoldGesture(
                    directions: [.left, .right], edges: [.top], minimumHold: .milliseconds(ms)))
        case .magnify(let scale): Self.plain(SurfaceMagnifyGesture(minimumScaleDelta: scale))
        case .rotate(let degrees):
            Self.plain(SurfaceRotateGesture(minimumAngleDelta: .degrees(degrees)))
        case .deepPress(let threshold):
            Self.plain(DeepPressGesture(threshold: threshold, releaseThreshold: 0.4))
        case .force: Self.plain(ForceGesture())
        case .stroke(let score):
            Self.plain(
                StrokeGesture(
                    StrokeTemplate.builtIn.filter {
                        ["m", "arrow_up"].contains($0.name.description)
                    }, score: score, rotation: .any))
        case .screenReader(let ms):
            Self.plain(
                ScreenReaderGestures(
                    minimumHold: .milliseconds(ms), maximumGap: .milliseconds(300)))
        case .composition(.simultaneous, let first, let second):
            Self.plain(first.gesture.simultaneously(with: second.gesture))
        case .composition(.sequence, let first, let second):
            Self.plain(first.gesture.sequenced(before: second.gesture))
        case .composition(.exclusive, let first, let second):
            Self.plain(first.gesture.exclusively(before: second.gesture))
        }
    }

    private static func plain(_ gesture: some Gesture) -> AnyGesture<Void> {
        AnyGesture(gesture.map { _ in })
    }
}
