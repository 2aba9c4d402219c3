import TouchCore
import YAMLDocument

/// Edges and places of gestures whose fingers other zones take.
///
/// Zones that cover them together, none of them alone, are not found.
extension NeverRecognised {
    /// Warns of each gesture whose fingers never reach its zone.
    ///
    /// - Parameter zones: from the lowest on; the whole surface first.
    static func warnOfTakenAreas(_ zones: [ZoneBuilder], _ problems: inout ProblemList) {
        for (index, own) in zones.enumerated() where own.receivesFingers {
            let takers = zones.indices.filter { other in
                other != index && zones[other].takesFingers(of: own, isAbove: other > index)
            }.map { zones[$0] }
            guard !takers.isEmpty else { continue }
            // For zones beside the whole surface that is found elsewhere.
            if index == 0, let mark = own.entries.first?.nameMark, mark.origin == .document,
                let taker = takers.first(where: { $0.covers(.whole) })
            {
                problems.warn(
                    at: mark, "no finger lands in screen: \(taker.zone.name) lies above all of it",
                    advice: own.advice(against: taker, for: "its gestures"))
                continue
            }
            guard !takers.contains(where: { $0.covers(own.zone.rect ?? .whole) }) else { continue }
            for entry in own.entries where !problems.isFull {
                warn(of: entry, in: own, takers, &problems)
            }
        }
    }

    private static func warn(
        of entry: GestureEntry, in own: ZoneBuilder, _ takers: [ZoneBuilder],
        _ problems: inout ProblemList
    ) {
        let name = entry.effectiveName
        for landing in entry.landings() {
            // A zone that the place names has a warning of its own.
            let taking = landing.rects.map { rect in
                takers.first {
                    $0.covers(rect) && (landing.area != "place" || $0.zone.rect != rect)
                }
            }
            guard taking.allSatisfy({ $0 != nil }), let taker = taking.first ?? nil else {
                continue
            }
            let number = landing.path.map { "\($0 + 1)" }.joined(separator: ".")
            let subject =
                landing.path.isEmpty ? name : "part \(number) of \(name) (\(landing.name))"
            problems.warn(
                at: landing.mark,
                "\(subject) is never recognised: \(taker.zone.name) lies above all of its "
                    + landing.area,
                advice: own.advice(against: taker, for: name))
            return
        }
    }
}

extension ZoneBuilder {
    /// Whether any finger may reach its gestures.
    fileprivate var receivesFingers: Bool { zone.mask == .gestures || zone.mask == .all }

    /// Whether fingers that land in it do not reach another zone.
    fileprivate func takesFingers(of other: ZoneBuilder, isAbove: Bool) -> Bool {
        guard zone.mask == .none || isAbove && other.zone.mask == .gestures else { return false }
        let devices = zone.devices
        return devices.isEmpty
            || !other.zone.devices.isEmpty && Set(other.zone.devices).isSubset(of: devices)
    }

    /// Whether it contains a rectangle on panels of any usual size.
    fileprivate func covers(_ rect: ZoneRect) -> Bool {
        guard let own = zone.rect else { return true }
        return LandingArea.panels.allSatisfy { LandingArea(own, $0).covers(LandingArea(rect, $0)) }
    }

    fileprivate func advice(against taker: ZoneBuilder, for name: String) -> Advice {
        let moved = "Let \(taker.zone.name) lie elsewhere"
        return taker.zone.mask == .none
            ? .inFile(moved)
            : .inFile("\(moved), or put \(name) into a zone before it with mask: all")
    }
}

/// Where the fingers of a gesture or of a part of one must land.
private struct Landing {
    /// The path to the part, by indices.
    var path: [Int]
    var name: String
    var mark: YAMLMark
    /// One of them suffices.
    var rects: [ZoneRect]
    /// `edge` or `place`.
    var area: String
}

extension GestureEntry {
    /// Where its fingers and those of its parts must land, if not anywhere.
    fileprivate func landings(_ path: [Int] = []) -> [Landing] {
        func landing(_ rects: [ZoneRect], _ area: String) -> Landing {
            Landing(path: path, name: effectiveName, mark: nameMark, rects: rects, area: area)
        }
        var found = place.map { [landing([$0], "place")] } ?? []
        if let definition, parts.isEmpty, let bands = definition.allEdgeBands.first {
            let sides = SurfaceEdge.allCases.filter(bands.sides.contains)
            let rects = sides.map { bands.rect(along: $0) }
            found.append(landing(rects, sides.count == 1 ? "edge" : "edges"))
        }
        return found
            + parts.enumerated().flatMap { $1.landings(path + [$0]) }
    }
}

extension EdgeBands {
    /// The band along a side: as wide as on the largest panel.
    fileprivate func rect(along edge: SurfaceEdge) -> ZoneRect {
        let width = LandingArea.panels.map { self.width(of: edge, on: $0) }.max() ?? 0
        let band = ZoneLength.millimetres(width)
        let (none, whole) = (ZoneLength.share(0), ZoneSpan.whole)
        return switch edge {
        case .left: ZoneRect(horizontal: .fromStart(none, length: band), vertical: whole)
        case .right: ZoneRect(horizontal: .fromEnd(none, length: band), vertical: whole)
        case .top: ZoneRect(horizontal: whole, vertical: .fromStart(none, length: band))
        case .bottom: ZoneRect(horizontal: whole, vertical: .fromEnd(none, length: band))
        }
    }
}

/// A rectangle on a panel, in mm.
private struct LandingArea {
    /// Sizes of a small, a usual and a large panel.
    static let panels = [Point(x: 150, y: 100), Point(x: 344, y: 194), Point(x: 600, y: 400)]

    private let across: (start: Double, end: Double)
    private let down: (start: Double, end: Double)

    init(_ rect: ZoneRect, _ panel: Point) {
        across = Self.clipped(rect.horizontal.millimetres(of: panel.x), to: panel.x)
        down = Self.clipped(rect.vertical.millimetres(of: panel.y), to: panel.y)
    }

    private static func clipped(
        _ span: (start: Double, end: Double), to side: Double
    ) -> (start: Double, end: Double) {
        (max(span.start, 0), min(span.end, side))
    }

    func covers(_ inner: LandingArea) -> Bool {
        func covers(
            _ span: (start: Double, end: Double), _ inner: (start: Double, end: Double)
        ) -> Bool {
            inner.start < inner.end && span.start <= inner.start + 1e-6
                && inner.end <= span.end + 1e-6
        }
        return covers(across, inner.across) && covers(down, inner.down)
    }
}

extension ZoneRect {
    fileprivate static let whole = ZoneRect(horizontal: .whole, vertical: .whole)
}
