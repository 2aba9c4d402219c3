package import TouchCore

/// A member of a gesture's line. `GestureLineWriter` writes nothing else.
///
/// So the longest line can be computed (`GestureLineBound`) from these declarations: the text
/// before a value, the maximum width of the value, and the kinds of gestures that have it. A test
/// fills every member of every kind with its widest value and compares the line's length with the
/// computed one.
package enum GestureMember: String, WireMember {
    case time = "time_us"
    case device, zone
    case kind = "gesture"
    case name, id, phase, reason, fingers, x, y
    case xMillimetres = "x_mm"
    case yMillimetres = "y_mm"
    case dx = "dx_mm"
    case dy = "dy_mm"
    case vx = "vx_mm_s"
    case vy = "vy_mm_s"
    case predictedDX = "predicted_dx_mm"
    case predictedDY = "predicted_dy_mm"
    case scale
    case scaleVelocity = "scale_velocity"
    case rotation = "rotation_deg"
    case rotationVelocity = "rotation_velocity"
    case force
    case forceSource = "force_source"
    case maximumForce = "max_force"
    case count, steps, inside, direction, edge
    case screenReader = "screen_reader"
    case secondDirection = "second_direction"
    case stroke, score
    case runnerUp = "runner_up"
    case runnerUpScore = "runner_up_score"
    case duration = "duration_us"
    case parts

    package static let names = MemberNames(of: Self.self)

    /// The text before the value; empty if the value's own text contains it.
    @inline(__always)
    var prefix: StaticString {
        switch self {
        case .time: #","time_us":"#
        case .device: #","device":"#
        // In the fragment of the gesture, which ends with `,"id":`.
        case .zone, .kind, .name, .id: ""
        // Written after the other members (`GestureLineEncoder`).
        case .parts: ""
        case .phase, .reason, .forceSource, .inside, .direction, .secondDirection, .edge,
            .screenReader:
            ""
        case .fingers: #","fingers":"#
        case .x: #","x":"#
        case .y: #","y":"#
        case .xMillimetres: #","x_mm":"#
        case .yMillimetres: #","y_mm":"#
        case .dx: #","dx_mm":"#
        case .dy: #","dy_mm":"#
        case .vx: #","vx_mm_s":"#
        case .vy: #","vy_mm_s":"#
        case .predictedDX: #","predicted_dx_mm":"#
        case .predictedDY: #","predicted_dy_mm":"#
        case .scale: #","scale":"#
        case .scaleVelocity: #","scale_velocity":"#
        case .rotation: #","rotation_deg":"#
        case .rotationVelocity: #","rotation_velocity":"#
        case .force: #","force":"#
        case .maximumForce: #","max_force":"#
        case .count: #","count":"#
        case .stroke: #","stroke":""#
        case .score: #","score":"#
        case .runnerUp: #","runner_up":""#
        case .runnerUpScore: #","runner_up_score":"#
        case .steps: #","steps":"#
        case .duration: #","duration_us":"#
        }
    }

    /// The number of digits after the point, if the value is a decimal number.
    var places: DecimalPlaces {
        switch self {
        case .x, .y: .five
        case .scale, .scaleVelocity, .force, .maximumForce, .score, .runnerUpScore: .four
        default: .two
        }
    }

    /// The length of the member with its widest value, in bytes.
    var widest: Int { prefix.utf8CodeUnitCount + widestValue }

    private var widestValue: Int {
        switch self {
        case .time, .device, .id, .fingers, .count, .duration: Digits.widestInteger
        // The room for the fragment and for the parts is reserved separately.
        case .zone, .kind, .name, .parts: 0
        // An integer of 32 bits.
        case .steps: 11
        case .phase: GesturePhase.longest
        case .reason: CancellationReason.longest
        case .forceSource: ForceSource.longest
        case .inside: InsideKeyword.longest
        case .direction: SwipeDirection.longest
        case .secondDirection: SecondDirectionKeyword.longest
        case .edge: SurfaceEdge.longest
        case .screenReader: ScreenReaderGesture.longest
        // With the closing quote.
        case .stroke, .runnerUp: StrokeName.longest + 1
        case .x, .y, .xMillimetres, .yMillimetres, .dx, .dy, .vx, .vy, .predictedDX, .predictedDY,
            .scale, .scaleVelocity, .rotation, .rotationVelocity, .force, .maximumForce, .score,
            .runnerUpScore:
            Digits.widestDecimal
        }
    }

    /// A description of the value, for users; `nil` if the member is not a value.
    package var about: String? {
        switch self {
        case .dx: "distance to the right since these fingers began"
        case .dy: "distance downwards since these fingers began"
        case .vx: "velocity to the right"
        case .vy: "velocity downwards"
        case .predictedDX: "dx_mm in a quarter of a second at this velocity"
        case .predictedDY: "dy_mm in a quarter of a second at this velocity"
        case .scale: "distance of the fingers, in multiples of that when they began"
        case .scaleVelocity: "change of scale a second"
        case .rotation: "degrees since these fingers began, clockwise"
        case .rotationVelocity: "degrees a second"
        case .maximumForce: "when ended: the maximum force of the press"
        case .count: "taps so far; ticks of a press so far"
        case .steps: "steps so far, a running count"
        case .direction: "left, right, up, down; or up_left … where configured"
        case .secondDirection: "the direction of the second part: left, right, up, down"
        case .screenReader: "which gesture it is: swipe_left, double_tap, 2_finger_single_tap …"
        case .edge: "the side that the fingers came from: left, right, top, bottom"
        case .inside: "when ended: whether the fingers lifted inside the zone"
        case .stroke: "the shape that was drawn"
        case .score: "similarity to that shape, 0 to 1"
        case .runnerUp: "the other shape with the highest score"
        case .runnerUpScore: "similarity to runner_up, 0 to 1"
        case .force: "0 to 1; the maximum of several fingers"
        default: nil
        }
    }

    /// The values of which at least one must be present for a line to have the member; empty if
    /// every kind has it.
    private var fields: GestureFields {
        switch self {
        case .time, .device, .zone, .kind, .name, .id, .phase, .reason, .fingers, .duration, .x,
            .y, .xMillimetres, .yMillimetres, .force, .forceSource, .parts:
            []
        case .dx, .dy: .translation
        case .vx, .vy: .velocity
        case .predictedDX, .predictedDY: .predicted
        case .scale, .scaleVelocity: .scale
        case .rotation, .rotationVelocity: .rotation
        case .maximumForce: .maximumForce
        case .count: [.count, .ticks]
        case .steps: .steps
        case .inside: .inside
        case .direction: .direction
        case .edge: .edge
        case .secondDirection, .screenReader: .screenReader
        case .stroke, .score: .stroke
        case .runnerUp, .runnerUpScore: .runnerUp
        }
    }

    /// The value of the member in a line; `nil` if the line does not have it, and for members that
    /// are not values.
    ///
    /// For programs that show all values. The encoder reads the values directly, without a loop over
    /// members; a test compares its lines with this function.
    package func value(of values: GestureValues) -> MemberValue? {
        switch self {
        case .dx: values.translation.map { .decimal($0.x) }
        case .dy: values.translation.map { .decimal($0.y) }
        case .vx: values.velocity.map { .decimal($0.x) }
        case .vy: values.velocity.map { .decimal($0.y) }
        case .predictedDX: values.predicted.map { .decimal($0.x) }
        case .predictedDY: values.predicted.map { .decimal($0.y) }
        case .scale: values.scale.map { .decimal($0) }
        case .scaleVelocity: values.scaleVelocity.map { .decimal($0) }
        case .rotation: values.rotation.map { .decimal($0) }
        case .rotationVelocity: values.rotationVelocity.map { .decimal($0) }
        case .maximumForce: values.maximumForce.map { .decimal($0) }
        case .count: (values.count ?? values.ticks).map { .integer($0) }
        case .steps: values.steps.map { .integer($0) }
        case .inside: values.isInside.map { .text("\($0)") }
        case .direction: values.direction.map { .text($0.rawValue) }
        case .secondDirection: values.screenReader?.secondDirection.map { .text($0.rawValue) }
        case .edge: values.edge.map { .text($0.rawValue) }
        case .screenReader: values.screenReader.map { .text($0.rawValue) }
        case .stroke: values.stroke.map { .text($0.description) }
        case .score: values.score.map { .decimal($0) }
        case .runnerUp: values.runnerUp.map { .text($0.description) }
        case .runnerUpScore: values.runnerUpScore.map { .decimal($0) }
        case .time, .device, .zone, .kind, .name, .id, .phase, .reason, .fingers, .duration, .x,
            .y, .xMillimetres, .yMillimetres, .force, .forceSource, .parts:
            nil
        }
    }

    /// Whether the member is a value of gestures of the kind, in any phase.
    package func isValue(of kind: GestureKind) -> Bool { !fields.isDisjoint(with: kind.fields) }

    /// Whether lines of the kind have the member, in any phase.
    func applies(to kind: GestureKind) -> Bool { fields.isEmpty || isValue(of: kind) }
}

/// The value of a member, for programs that show all values.
package enum MemberValue: Sendable, Hashable {
    /// Written with the `places` of its member.
    case decimal(Double)
    case integer(Int)
    case text(String)
}

/// Appends the values that are present, member by member in the order of the line.
extension GestureLineWriter {
    /// Appends the members from `dx_mm` to `rotation_velocity`.
    mutating func appendMotion(of values: GestureValues) {
        if let translation = values.translation {
            append(.dx, translation.x, .dy, translation.y)
        }
        if let velocity = values.velocity {
            append(.vx, velocity.x, .vy, velocity.y)
        }
        if let predicted = values.predicted {
            append(.predictedDX, predicted.x, .predictedDY, predicted.y)
        }
        if let scale = values.scale, let velocity = values.scaleVelocity {
            append(.scale, scale, .scaleVelocity, velocity)
        }
        if let rotation = values.rotation, let velocity = values.rotationVelocity {
            append(.rotation, rotation, .rotationVelocity, velocity)
        }
    }

    /// Appends `max_force`.
    mutating func appendMaximumForce(of values: GestureValues) {
        if let maximum = values.maximumForce {
            append(.maximumForce, decimal: maximum)
        }
    }

    /// Appends the members from `count` to `runner_up_score`.
    mutating func appendWords(of values: GestureValues) {
        if values.hasWords { appendPresentWords(of: values) }
    }

    /// Not inlined: most lines have none of these members, and the code for such lines stays short.
    @inline(never)
    private mutating func appendPresentWords(of values: GestureValues) {
        if let count = values.count ?? values.ticks {
            append(.count, count)
        }
        if let steps = values.steps {
            append(.steps, steps)
        }
        if let isInside = values.isInside {
            append(.inside, keyword: InsideKeyword(isInside))
        }
        if let direction = values.direction {
            append(.direction, keyword: direction)
        }
        if let edge = values.edge {
            append(.edge, keyword: edge)
        }
        if let gesture = values.screenReader { append(gesture) }
        if let stroke = values.stroke, let score = values.score {
            append(.stroke, name: stroke)
            append(.score, decimal: score)
        }
        if let runnerUp = values.runnerUp, let score = values.runnerUpScore {
            append(.runnerUp, name: runnerUp)
            append(.runnerUpScore, decimal: score)
        }
    }

    private mutating func append(_ gesture: ScreenReaderGesture) {
        append(.screenReader, keyword: gesture)
        if let direction = gesture.secondDirection.flatMap(SecondDirectionKeyword.init) {
            append(.secondDirection, keyword: direction)
        }
    }
}

/// The maximum length of a gesture's line, except for the fragment of its gesture and its parts.
struct GestureLineBound: Sendable {
    /// The length of the longest line of any kind, in bytes; a longer one is a bug.
    let room: Int
    /// The length of a line that has every member once, in bytes. This room is always reserved, so
    /// that a line fits even if it has members of other kinds.
    let upperBound: Int

    /// Computed from the members.
    init() {
        room = GestureKind.allCases.map(Self.room(for:)).max() ?? 0
        upperBound = GestureMember.allCases.reduce(0) { $0 + $1.widest } + Digits.room
    }

    /// The length of the longest line of one kind, in bytes.
    static func room(for kind: GestureKind) -> Int {
        GestureMember.allCases.reduce(0) { $0 + ($1.applies(to: kind) ? $1.widest : 0) }
    }
}
