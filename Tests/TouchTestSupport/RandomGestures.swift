/// Random but realistic gestures, one after the other and sometimes overlapping: repeated taps,
/// presses, strokes, pinches and turns of one to three fingers.
public struct RandomGestures {
    private typealias Vector = (x: Double, y: Double)

    private var generator: SeededGenerator
    private let slots: ClosedRange<Int>
    private let area: (x: ClosedRange<Double>, y: ClosedRange<Double>)
    /// The start of the next gesture, in ticks of 10 ms.
    private var tick = 0
    private var acts: [Int: [TestScreen.Act]] = [:]
    /// The time from which each slot is free, in ticks.
    private var freeFrom: [Int: Int] = [:]

    /// - Parameters:
    ///   - slots: the slots in which fingers land.
    ///   - x: the range in which fingers land, and stay, in mm.
    ///   - y: the same for the other axis.
    public init(
        seed: UInt64, slots: ClosedRange<Int> = 0...9, x: ClosedRange<Double> = 0...344,
        y: ClosedRange<Double> = 0...194
    ) {
        generator = SeededGenerator(seed: seed)
        self.slots = slots
        area = (x, y)
    }

    /// The frames of `count` gestures, at 100 Hz; at their end all fingers have lifted.
    public mutating func frames(_ count: Int) -> [TouchedFrame] {
        for _ in 0..<count { gesture() }
        defer { acts = [:] }
        return acts.sorted { $0.key < $1.key }.map {
            TouchedFrame(ms: Double($0.key) * 10, acts: $0.value)
        }
    }

    private mutating func number(_ range: ClosedRange<Double>) -> Double {
        .random(in: range, using: &generator)
    }

    private mutating func integer(_ range: ClosedRange<Int>) -> Int {
        .random(in: range, using: &generator)
    }

    private mutating func gesture() {
        let fingers = [1, 1, 1, 2, 2, 3][integer(0...5)]
        let centre = (x: number(area.x), y: number(area.y))
        switch integer(0...6) {
        case 0: taps(integer(1...3), fingers, centre)
        case 1: move(fingers, centre, ticks: integer(30...120), by: (0, 0))
        case 2: move(fingers, centre, ticks: integer(8...20), by: displacement(20...90))
        case 3:
            move(
                fingers, centre, ticks: integer(30...90), by: displacement(2...60),
                rest: integer(0...20))
        case 4:
            move(
                2, centre, ticks: integer(20...60), by: displacement(0...5),
                scale: number(0.4...2.5))
        case 5:
            move(
                2, centre, ticks: integer(20...60), by: displacement(0...5), turn: number(-2...2))
        default: move(1, centre, ticks: integer(20...60), by: (0, 0), press: number(0.3...1))
        }
        // The next gesture overlaps this one, or follows after a pause.
        tick += generator.oneIn(4) ? -integer(0...20) : integer(5...80)
        tick = max(tick, 0)
    }

    private mutating func taps(_ count: Int, _ fingers: Int, _ centre: Vector) {
        for _ in 0..<count {
            move(fingers, centre, ticks: integer(4...15), by: displacement(0...1))
            tick += integer(3...25)
        }
    }

    private mutating func displacement(_ length: ClosedRange<Double>) -> Vector {
        let length = number(length)
        // Parallel to a side, like most strokes, or in any direction.
        if generator.oneIn(2) {
            return [(length, 0), (-length, 0), (0, length), (0, -length)][integer(0...3)]
        }
        let slant = number(-1...1)
        return (length * slant, generator.oneIn(2) ? length : -length)
    }

    /// Moves fingers in a straight line for `ticks`; then they stay for `rest` ticks, and lift.
    private mutating func move(
        _ fingers: Int, _ centre: Vector, ticks: Int, by displacement: Vector, rest: Int = 0,
        scale: Double = 1, turn: Double = 0, press: Double = 0.2
    ) {
        let free = slots.filter { freeFrom[$0, default: 0] <= tick }.prefix(fingers)
        for (index, slot) in free.enumerated() {
            let arm = (x: (Double(index) - 0.5) * 24, y: Double(index % 2) * 6)
            let start = tick + (generator.oneIn(3) ? integer(0...3) : 0)
            let last = start + ticks + rest
            for step in 0..<(ticks + rest) {
                let progress = min(Double(step) / Double(ticks), 1)
                let stretch = 1 + (scale - 1) * progress
                let angle = turn * progress
                let force = 0.2 + (press - 0.2) * progress
                // An approximation, for small angles, of the rotation of a hand.
                let x = centre.x + displacement.x * progress + (arm.x - arm.y * angle) * stretch
                let y = centre.y + displacement.y * progress + (arm.y + arm.x * angle) * stretch
                touch(slot, x, y, force, isFirst: step == 0, at: start + step)
            }
            acts[last, default: []].append(.up(slot))
            freeFrom[slot] = last + 1
        }
        tick += ticks + rest
    }

    private mutating func touch(
        _ slot: Int, _ x: Double, _ y: Double, _ force: Double, isFirst: Bool, at tick: Int
    ) {
        let x = min(max(x, area.x.lowerBound), area.x.upperBound)
        let y = min(max(y, area.y.lowerBound), area.y.upperBound)
        acts[tick, default: []].append(
            isFirst ? .down(slot, x, y, force: force) : .move(slot, x, y, force: force))
    }
}
