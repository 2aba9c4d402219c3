/// Finds positions of labels on a panel: none overlap, and they avoid lines if possible.
struct PlotLabels {
    /// Sixteen directions, starting at the right: cosine and sine of each.
    private static let directions: [(x: Double, y: Double)] = {
        let quarter = [(1.0, 0.0), (0.924, 0.383), (0.707, 0.707), (0.383, 0.924)]
        return quarter + quarter.map { (-$1, $0) } + quarter.map { (-$0, -$1) }
            + quarter.map { ($1, -$0) }
    }()
    /// The maximum distance from its anchor at which a label avoids lines, in pixels. Beyond it,
    /// the label may cover lines.
    private static let lineAvoidingDistance = 60.0
    /// The step of the distances that are tried, in pixels.
    private static let step = 8.0
    /// The side of the cells in which lines are recorded, in pixels.
    private static let cell = 4.0

    private struct Cell: Hashable {
        var column: Int
        var row: Int
    }

    private let bounds: PlotBox
    /// The boxes of the labels so far.
    private var occupied: [PlotBox] = []
    /// The cells through which lines pass.
    private var lines: Set<Cell> = []

    /// Creates labels within `bounds`.
    init(within bounds: PlotBox) {
        self.bounds = bounds
    }

    /// Records a line that labels should avoid.
    mutating func addLine(from start: PlotPixel, to end: PlotPixel) {
        let pieces = Int(min(start.distance(to: end) / Self.cell, 1_000)) + 1
        for piece in 0...pieces {
            let share = Double(piece) / Double(pieces)
            lines.insert(
                Self.cell(
                    at: PlotPixel(
                        x: start.x + (end.x - start.x) * share,
                        y: start.y + (end.y - start.y) * share)))
        }
    }

    /// Records a ring that labels should avoid.
    mutating func addRing(around centre: PlotPixel, radius: Double) {
        for direction in Self.directions {
            addLine(from: centre, to: centre.moved(direction.x * radius, direction.y * radius))
        }
    }

    /// Reserves a box for the name of a zone: `wanted`, or the first free one below it, at the left
    /// or the right of the zone. If none is free, returns `wanted`.
    mutating func reserveName(_ wanted: PlotBox, in zone: PlotBox) -> PlotBox {
        let rows = stride(from: wanted.y, through: bounds.bottom - wanted.height, by: wanted.height)
        let columns = [wanted.x, max(zone.right, bounds.x + wanted.width) - wanted.width]
        for y in rows {
            for x in columns {
                let box = PlotBox(
                    x: min(x, bounds.right - wanted.width), y: y, width: wanted.width,
                    height: wanted.height)
                guard !occupied.contains(where: box.overlaps) else { continue }
                occupied.append(box)
                return box
            }
        }
        return wanted
    }

    /// Reserves a position for a round label near `anchor`; `nil` if no position is free.
    mutating func reserve(near anchor: PlotPixel, radius: Double) -> PlotPixel? {
        let minimum = radius + Self.step / 2
        let maximum = max(bounds.width, bounds.height)
        let found =
            free(around: anchor, from: minimum, to: Self.lineAvoidingDistance, radius) {
                !crossesLine($0)
            }
            ?? free(around: anchor, from: minimum, to: maximum, radius) { _ in true }
        if let found {
            occupied.append(PlotBox(around: found, radius: radius))
        }
        return found
    }

    /// The nearest free position for a round label, at distances from `anchor` in a range.
    private func free(
        around anchor: PlotPixel, from minimum: Double, to maximum: Double, _ radius: Double,
        where isSuitable: (PlotBox) -> Bool
    ) -> PlotPixel? {
        for distance in stride(from: minimum, through: maximum, by: Self.step) {
            for direction in Self.directions {
                let centre = anchor.moved(direction.x * distance, direction.y * distance)
                let box = PlotBox(around: centre, radius: radius)
                guard bounds.contains(box), !occupied.contains(where: box.overlaps), isSuitable(box)
                else { continue }
                return centre
            }
        }
        return nil
    }

    private func crossesLine(_ box: PlotBox) -> Bool {
        let first = Self.cell(at: PlotPixel(x: box.x, y: box.y))
        let last = Self.cell(at: PlotPixel(x: box.right, y: box.bottom))
        for column in first.column...max(first.column, last.column) {
            for row in first.row...max(first.row, last.row)
            where lines.contains(Cell(column: column, row: row)) {
                return true
            }
        }
        return false
    }

    /// The cell of a position. The conversions cannot trap: `PlotSurface.pixel` limits positions.
    private static func cell(at position: PlotPixel) -> Cell {
        Cell(column: Int(position.x / cell), row: Int(position.y / cell))
    }
}
