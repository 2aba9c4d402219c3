import TouchCore

/// A parabola by least squares, plainly: the normal equations, solved by elimination with pivots.
enum ReferenceParabola {
    /// In mm/s; of the newest 20 samples of the 100 ms before the newest, at three stamps or more.
    static func slopeAtNewest(of moments: [Moment]) -> Point {
        guard let newest = moments.last else { return .zero }
        let counted = moments.suffix(20).filter { newest.time - $0.time <= 100_000 }
        // Tenths of a second, so that powers of the times are of one size.
        let times = counted.map { Double($0.time - newest.time) / 100_000 }
        let horizontal = linearTerm(times, counted.map { $0.x })
        let vertical = linearTerm(times, counted.map { $0.y })
        return Point(x: horizontal * 10, y: vertical * 10)
    }

    private static func linearTerm(_ times: [Double], _ places: [Double]) -> Double {
        var rows = (0..<3).map { row in
            let powers = (0..<3).map { column in
                times.map { power($0, row + column) }.reduce(0, +)
            }
            return powers + [zip(times, places).map { power($0, row) * $1 }.reduce(0, +)]
        }
        for column in 0..<3 {
            let pivot = (column..<3).max { rows[$0][column].magnitude < rows[$1][column].magnitude }
            rows.swapAt(column, pivot ?? column)
            for row in 0..<3 where row != column {
                let factor = rows[row][column] / rows[column][column]
                for index in 0..<4 {
                    rows[row][index] -= factor * rows[column][index]
                }
            }
        }
        return rows[1][3] / rows[1][1]
    }

    private static func power(_ base: Double, _ exponent: Int) -> Double {
        (0..<exponent).reduce(1) { product, _ in product * base }
    }
}
