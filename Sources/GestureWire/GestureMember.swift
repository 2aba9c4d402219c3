package import TouchCore

/// A member of a gesture's line. Nothing else can be put into one: `GestureLineWriter` takes no text.
///
/// So the longest line is computed (`GestureLineBound`) from what stands here: what is written before
/// a value, the widest that the value can be, and which kinds of gestures have it. A test fills
/// every member of every kind with its widest value and holds the line against that.
package enum GestureMember: String, CaseIterable {
    case time = "time_us"
    case device, id, phase, reason, fingers, x, y
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
    case stroke, score
    case runnerUp = "runner_up"
    case runnerUpScore = "runner_up_score"
    case duration = "duration_us"

    /// All that stands before the value; empty where the value's own text has it.
    @inline(__always)
    var prefix: StaticString {
        switch self {
        case .time: #","time_us":"#
        case .device: #","device":"#
        // Its name stands at the end of the fragment, which belongs to the gesture.
        case .id, .phase, .reason, .forceSource, .inside, .direction, .edge: ""
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

    /// Digits after the point, of a member that is a decimal number.
    var places: DecimalPlaces {
        switch self {
        case .x, .y: .five
        case .scale, .scaleVelocity, .force, .maximumForce, .score, .runnerUpScore: .four
        default: .two
        }
    }

    /// Bytes of the member where its value is the widest that there is.
    var widest: Int { prefix.utf8CodeUnitCount + widestValue }

    private var widestValue: Int {
        switch self {
        case .time, .device, .id, .fingers, .count, .duration: Digits.widestInteger
        // Of 32 bits.
        case .steps: 11
        case .phase: GesturePhase.longest
        case .reason: CancellationReason.longest
        case .forceSource: ForceSource.longest
        case .inside: InsideWord.longest
        case .direction: SwipeDirection.longest
        case .edge: SurfaceEdge.longest
        // And the quote behind it.
        case .stroke, .runnerUp: StrokeName.longest + 1
        case .x, .y, .xMillimetres, .yMillimetres, .dx, .dy, .vx, .vy, .predictedDX, .predictedDY,
            .scale, .scaleVelocity, .rotation, .rotationVelocity, .force, .maximumForce, .score,
            .runnerUpScore:
            Digits.widestDecimal
        }
    }

    /// What one of the values is, for people; `nil` for what is no value.
    package var about: String? {
        switch self {
        case .dx: "how far to the right since these fingers began"
        case .dy: "how far down since these fingers began"
        case .vx: "velocity to the right"
        case .vy: "velocity downwards"
        case .predictedDX: "dx_mm a quarter of a second on at this velocity"
        case .predictedDY: "dy_mm a quarter of a second on at this velocity"
        case .scale: "how many times as far apart as when these fingers began"
        case .scaleVelocity: "its change a second"
        case .rotation: "degrees since these fingers began, clockwise"
        case .rotationVelocity: "degrees a second"
        case .maximumForce: "when ended: the greatest force of the press"
        case .count: "taps so far; ticks of a press so far"
        case .steps: "steps so far, a running count"
        case .direction: "left, right, up, down; or up_left … where configured"
        case .edge: "the side that it came from: left, right, top, bottom"
        case .inside: "when ended: whether the fingers lifted inside the zone"
        case .stroke: "the shape that was drawn"
        case .score: "how much it is like that, 0 to 1"
        case .runnerUp: "of the other shapes the one that it is most like"
        case .runnerUpScore: "how much it is like that, 0 to 1"
        case .force: "0 to 1; of several fingers the greatest"
        default: nil
        }
    }

    /// The values of which one has to be there for a line to have it; empty: every kind has it.
    private var fields: GestureFields {
        switch self {
        case .time, .device, .id, .phase, .reason, .fingers, .duration, .x, .y, .xMillimetres,
            .yMillimetres, .force, .forceSource:
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
        case .stroke, .score: .stroke
        case .runnerUp, .runnerUpScore: .runnerUp
        }
    }

    /// The value that a line has of it; `nil` where there is none, and of what is no value.
    ///
    /// The encoder asks for values in place: a line is written by straight code, and a test holds it
    /// against this. Whoever shows values loops over the members.
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
        case .inside: values.isInside.map { .word("\($0)") }
        case .direction: values.direction.map { .word($0.rawValue) }
        case .edge: values.edge.map { .word($0.rawValue) }
        case .stroke: values.stroke.map { .word($0.description) }
        case .score: values.score.map { .decimal($0) }
        case .runnerUp: values.runnerUp.map { .word($0.description) }
        case .runnerUpScore: values.runnerUpScore.map { .decimal($0) }
        case .time, .device, .id, .phase, .reason, .fingers, .duration, .x, .y, .xMillimetres,
            .yMillimetres, .force, .forceSource:
            nil
        }
    }

    /// Whether it is one of the values of a kind, in any phase.
    package func isValue(of kind: GestureKind) -> Bool { !fields.isDisjoint(with: kind.fields) }

    /// Whether gestures of the kind have it, in any phase.
    func applies(to kind: GestureKind) -> Bool { fields.isEmpty || isValue(of: kind) }
}

/// The value of a member, for those who show all there are.
package enum MemberValue: Sendable, Hashable {
    /// On the wire with the places of its member.
    case decimal(Double)
    case integer(Int)
    case word(String)
}

/// The values of a line, field by field in the order of the line: those that are there.
extension GestureLineWriter {
    /// From `dx_mm` to `rotation_velocity`.
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

    /// `max_force`.
    mutating func appendMaximumForce(of values: GestureValues) {
        if let maximum = values.maximumForce {
            append(.maximumForce, decimal: maximum)
        }
    }

    /// From `count` to `runner_up_score`.
    mutating func appendWords(of values: GestureValues) {
        if values.hasWords { appendPresentWords(of: values) }
    }

    /// Apart: most lines have none of them, and what writes those stays short.
    @inline(never)
    private mutating func appendPresentWords(of values: GestureValues) {
        if let count = values.count ?? values.ticks {
            append(.count, count)
        }
        if let steps = values.steps {
            append(.steps, steps)
        }
        if let isInside = values.isInside {
            append(.inside, word: InsideWord(isInside))
        }
        if let direction = values.direction {
            append(.direction, word: direction)
        }
        if let edge = values.edge {
            append(.edge, word: edge)
        }
        if let stroke = values.stroke, let score = values.score {
            append(.stroke, name: stroke)
            append(.score, decimal: score)
        }
        if let runnerUp = values.runnerUp, let score = values.runnerUpScore {
            append(.runnerUp, name: runnerUp)
            append(.runnerUpScore, decimal: score)
        }
    }
}

/// How long a gesture's line can be, but for the fragment of its gesture and its parts.
struct GestureLineBound: Sendable {
    /// What the longest of all kinds takes; a line that took more has a fault of ours.
    let room: Int
    /// What a line with every member once would take: room for that is always made, so
    /// that no line is ever written to memory of others, whatever its kind was taken for.
    let upperBound: Int

    /// Computed from the members.
    init() {
        room = GestureKind.allCases.map(Self.room(for:)).max() ?? 0
        upperBound = GestureMember.allCases.reduce(0) { $0 + $1.widest } + Digits.room
    }

    /// What the longest line of one kind takes.
    static func room(for kind: GestureKind) -> Int {
        GestureMember.allCases.reduce(0) { $0 + ($1.applies(to: kind) ? $1.widest : 0) }
    }
}
