internal import TouchCore

/// A member of a gesture's line. Nothing else can be put into one: `GestureLineWriter` takes no text.
///
/// So the longest line is computed (`GestureLineBound`) from what stands here: what is written before
/// a value, the widest that the value can be, and which kinds of gestures tell it. A test fills every
/// member of every kind with its widest value and holds the line against that.
enum GestureMember: CaseIterable {
    case time, device, id, phase, reason, fingers
    case x, y, xMillimetres, yMillimetres
    case dx, dy, vx, vy, predictedDX, predictedDY
    case scale, scaleVelocity, rotation, rotationVelocity
    case force, forceSource, maximumForce
    case count, inside, direction, edge, duration

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
        case .duration: #","duration_us":"#
        }
    }

    /// Digits after the point, of a member that is a decimal number.
    @inline(__always)
    var places: DecimalPlaces {
        switch self {
        case .x, .y: .five
        case .scale, .scaleVelocity, .force, .maximumForce: .four
        default: .two
        }
    }

    /// Bytes of the member where its value is the widest that there is.
    var widest: Int { prefix.utf8CodeUnitCount + widestValue }

    private var widestValue: Int {
        switch self {
        case .time, .device, .id, .fingers, .count, .duration: Digits.widestInteger
        case .phase: GesturePhase.longest
        case .reason: CancellationReason.longest
        case .forceSource: ForceSource.longest
        case .inside: InsideWord.longest
        case .direction: SwipeDirection.longest
        case .edge: SurfaceEdge.longest
        case .x, .y, .xMillimetres, .yMillimetres, .dx, .dy, .vx, .vy, .predictedDX, .predictedDY,
            .scale, .scaleVelocity, .rotation, .rotationVelocity, .force, .maximumForce:
            Digits.widestDecimal
        }
    }

    /// Whether gestures of the kind tell it, in any phase.
    func isTold(of kind: GestureKind) -> Bool {
        switch self {
        case .time, .device, .id, .phase, .reason, .fingers, .duration, .x, .y, .xMillimetres,
            .yMillimetres, .force, .forceSource:
            true
        case .dx, .dy: [.drag, .swipe, .magnify, .rotate].contains(kind)
        case .vx, .vy: [.drag, .swipe].contains(kind)
        case .predictedDX, .predictedDY: kind == .drag
        case .scale, .scaleVelocity: kind == .magnify
        case .rotation, .rotationVelocity: kind == .rotate
        case .maximumForce: kind == .deepPress
        case .count: [.tap, .press].contains(kind)
        case .inside: kind == .press
        case .direction: kind == .swipe
        case .edge: [.drag, .swipe].contains(kind)
        }
    }
}

/// How long a gesture's line can be, but for the fragment of its gesture and its parts.
struct GestureLineBound: Sendable {
    /// What the longest of all kinds takes; a line that took more has a fault of ours.
    let room: Int
    /// What a line would take that told every member there is once: room for that is always made, so
    /// that no line is ever written to memory of others, whatever its kind was taken for.
    let utmost: Int

    /// Computed from the members.
    init() {
        room = GestureKind.allCases.map(Self.room(for:)).max() ?? 0
        utmost = GestureMember.allCases.reduce(0) { $0 + $1.widest } + Digits.room
    }

    /// What the longest line of one kind takes.
    static func room(for kind: GestureKind) -> Int {
        GestureMember.allCases.reduce(0) { $0 + ($1.isTold(of: kind) ? $1.widest : 0) }
    }
}
