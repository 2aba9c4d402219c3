/// Places labels on a panel so that none overlap, and off the lines if possible.
struct PlotLabels {
    /// Sixteen directions, starting at the right: cosine and sine of each.
    private static let ways: [(x: Double, y: Double)] = {
        let quarter = [(1.0, 0.0), (0.924, 0.383), (0.707, 0.707), (0.383, 0.924)]
        return quarter + quarter.map { (-$1, $0) } + quarter.map { (-$0, -$1) }
            + quarter.map { ($1, -$0) }
    }()
    /// Up to this distance (pixels) a label avoids lines; beyond, any free position is used.
    private static let nearby = 60.0
    private static let step = 8.0
    /// The side of the cells in which lines are recorded, in pixels.
    private static let cell = 4.0

    private struct Cell: Hashable {
        var column: Int
        var row: Int
    }

    private let bounds: PlotBox
    private var taken: [PlotBox] = []
    private var lines: Set<Cell> = []

    /// Creates labels within `bounds`.
    init(within bounds: PlotBox) {
        self.bounds = bounds
    }

    /// Records a line that labels should avoid.
    mutating func note(from start: PlotPixel, to end: PlotPixel) {
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
    mutating func noteRing(around centre: PlotPixel, radius: Double) {
        for way in Self.ways {
            note(from: centre, to: centre.moved(way.x * radius, way.y * radius))
        }
    }

    /// Reserves a position for a name of the size of `wanted`: there, or further down, or along the
    /// panel.
    ///
    /// If all positions are occupied, the name is placed at `wanted`.
    mutating func placeName(_ wanted: PlotBox, in zone: PlotBox) -> PlotBox {
        let rows = stride(from: wanted.y, through: bounds.bottom - wanted.height, by: wanted.height)
        let columns = [wanted.x, max(zone.right, bounds.x + wanted.width) - wanted.width]
        for y in rows {
            for x in columns {
                let box = PlotBox(
                    x: min(x, bounds.right - wanted.width), y: y, width: wanted.width,
                    height: wanted.height)
                guard !taken.contains(where: box.overlaps) else { continue }
                taken.append(box)
                return box
            }
        }
        return wanted
    }

    /// Reserves a position for a round label near `anchor`; `nil` if no position is free.
    mutating func place(near anchor: PlotPixel, radius: Double) -> PlotPixel? {
        let least = radius + Self.step / 2
        let far = max(bounds.width, bounds.height)
        let found =
            free(around: anchor, from: least, to: Self.nearby, radius) { !crossesLine($0) }
            ?? free(around: anchor, from: least, to: far, radius) { _ in true }
        if let found {
            taken.append(PlotBox(around: found, radius: radius))
        }
        return found
    }

    private func free(
        around anchor: PlotPixel, from least: Double, to most: Double, _ radius: Double,
        where isGood: (PlotBox) -> Bool
    ) -> PlotPixel? {
        for distance in stride(from: least, through: most, by: Self.step) {
            for way in Self.ways {
                let centre = anchor.moved(way.x * distance, way.y * distance)
                let box = PlotBox(around: centre, radius: radius)
                guard bounds.contains(box), !taken.contains(where: box.overlaps), isGood(box)
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

    /// The cell of a position, which is in range as it is in pixels of a picture
    /// (`PlotSurface.pixel`).
    private static func cell(at place: PlotPixel) -> Cell {
        Cell(column: Int(place.x / cell), row: Int(place.y / cell))
    }
}
