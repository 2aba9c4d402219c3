import TouchCore
import YAMLDocument

/// Finds zones, edges and places whose fingers other zones take.
///
/// Areas that only several zones together cover are not found.
extension NeverRecognised {
    /// Warns of each gesture whose fingers never reach its zone.
    ///
    /// - Parameter zones: from the lowest to the topmost; the first is the whole surface.
    static func warnOfTakenAreas(_ zones: [ZoneBuilder], _ problems: inout ProblemList) {
        let areas = zones.map { ZoneArea($0.zone) }
        for index in zones.indices where areas[index].receivesFingers {
            let landings = zones[index].entries.map { $0.landings() }
            // The whole surface has no name to mark: its first gesture is marked. Of the other zones
            // `warnOfCoveredZones` finds those that are covered completely.
            let screenMark = index == 0 ? zones[0].entries.first.map(\.nameMark) : nil
            guard screenMark != nil || landings.contains(where: { !$0.isEmpty }) else { continue }
            let takers = areas.indices.filter { other in
                other != index
                    && areas[other].takesFingers(of: areas[index], isAbove: other > index)
            }
            if let screenMark, screenMark.origin == .document,
                let taker = takers.first(where: { areas[$0].covers(LandingArea.whole) })
            {
                let zone = zones[taker].zone
                problems.warn(
                    at: screenMark, "no finger lands in screen: \(zone.name) lies above all of it",
                    advice: zone.advice(for: "its gestures"))
                continue
            }
            guard !takers.contains(where: { areas[$0].covers(areas[index].onPanels) })
            else { continue }
            for (entry, landings) in zip(zones[index].entries, landings) where !problems.isFull {
                guard let taken = taken(landings, by: takers, areas) else { continue }
                warn(of: entry, taken.landing, by: zones[taken.taker].zone, &problems)
            }
        }
    }

    /// The first landing of a gesture whose fingers other zones take, and the index of the first
    /// zone that takes them.
    private static func taken(
        _ landings: [Landing], by takers: [Int], _ areas: [ZoneArea]
    ) -> (landing: Landing, taker: Int)? {
        for landing in landings {
            let taking = landing.rects.map { rect in
                let panels = LandingArea.onPanels(rect)
                // A place with the rectangle of a zone is that zone, named by `in`: `ZoneReader`
                // warns of it.
                return takers.first {
                    areas[$0].covers(panels)
                        && (landing.area != "place" || areas[$0].rect != rect)
                }
            }
            if let first = taking.first ?? nil, taking.allSatisfy({ $0 != nil }) {
                return (landing, first)
            }
        }
        return nil
    }

    private static func warn(
        of entry: GestureEntry, _ landing: Landing, by taker: ZoneConfiguration,
        _ problems: inout ProblemList
    ) {
        let name = entry.effectiveName
        let number = landing.path.map { "\($0 + 1)" }.joined(separator: ".")
        let subject =
            landing.path.isEmpty ? name : "part \(number) of \(name) (\(landing.name))"
        problems.warn(
            at: landing.mark,
            "\(subject) is never recognised: \(taker.name) lies above all of its \(landing.area)",
            advice: taker.advice(for: name))
    }

    /// Warns of each zone in which no finger lands because a zone above covers it.
    static func warnOfCoveredZones(_ builders: [ZoneBuilder], _ problems: inout ProblemList) {
        let areas = builders.map { ZoneArea($0.zone) }
        // Compared first, as it is false for most pairs and costs less.
        let onFirstPanel = areas.map { $0.onPanels[0] }
        for below in areas.indices where areas[below].mask == .gestures && !problems.isFull {
            let covering = (below + 1..<areas.count).first {
                onFirstPanel[$0].includes(onFirstPanel[below]) && areas[$0].covers(areas[below])
            }
            guard let mark = builders[below].nameMark, let above = covering else { continue }
            let name = builders[above].zone.name
            problems.warn(
                at: mark,
                "no finger lands in \(builders[below].zone.name): \(name) lies above all of it",
                advice: "Put it behind \(name) in the list, or give it mask: all")
        }
    }

    /// Warns of each gesture of several fingers in a zone where one below takes such touches.
    static func warnOfTakenTouches(_ builders: [ZoneBuilder], _ problems: inout ProblemList) {
        guard builders.contains(where: { $0.zone.mask == .several }) else { return }
        let areas = builders.map { ZoneArea($0.zone) }
        for above in areas.indices where areas[above].receivesFingers {
            let taker = areas.indices.prefix(above).first {
                areas[$0].mask == .several && builders[$0].zone.hands == 1
                    && areas[$0].covers(areas[above])
            }
            guard let taker else { continue }
            let name = builders[taker].zone.name
            for entry in builders[above].entries where !problems.isFull {
                guard let fingers = entry.definition?.fingers, fingers.lowerBound > 1 else {
                    continue
                }
                problems.warn(
                    at: entry.nameMark,
                    "\(entry.effectiveName) is never recognised: \(name) takes touches of several "
                        + "fingers",
                    advice: "Put it into \(name), or give that mask: all")
            }
        }
    }
}

extension ZoneConfiguration {
    /// The advice for a gesture whose fingers this zone takes.
    fileprivate func advice(for name: String) -> Advice {
        let move = "Let \(self.name) lie elsewhere"
        return mask == .none
            ? .inFile(move)
            : .inFile("\(move), or put \(name) into a zone before it with mask: all")
    }
}

/// The area of a zone, and the fingers that it takes.
private struct ZoneArea {
    /// The position of the zone. If `nil`, the whole surface.
    let rect: ZoneRect?
    /// The areas of the zone on panels of usual sizes.
    let onPanels: InlineArray<3, LandingArea>
    let mask: ZoneMask
    private let devices: [String]

    init(_ zone: ZoneConfiguration) {
        rect = zone.rect
        onPanels = zone.rect.map(LandingArea.onPanels) ?? LandingArea.whole
        mask = zone.mask
        devices = zone.devices
    }

    /// Whether any finger may reach its gestures.
    var receivesFingers: Bool { mask.receivesFingers }

    /// Whether fingers that land in this zone do not reach another one.
    ///
    /// - Parameter isAbove: whether this zone lies above the other.
    func takesFingers(of other: ZoneArea, isAbove: Bool) -> Bool {
        (mask == .none || isAbove && other.mask == .gestures) && hasDevices(of: other)
    }

    /// Whether it contains an area on each of the usual panels.
    func covers(_ areas: InlineArray<3, LandingArea>) -> Bool {
        rect == nil || areas.indices.allSatisfy { onPanels[$0].covers(areas[$0]) }
    }

    /// Whether this zone contains another one and has all its devices. False if that depends on the
    /// size of the panel.
    func covers(_ other: ZoneArea) -> Bool {
        guard hasDevices(of: other) else { return false }
        guard let rect else { return true }
        guard let inner = other.rect else { return false }
        return rect.horizontal.covers(inner.horizontal) && rect.vertical.covers(inner.vertical)
    }

    private func hasDevices(of other: ZoneArea) -> Bool {
        devices.isEmpty
            || !other.devices.isEmpty && Set(other.devices).isSubset(of: devices)
    }
}

/// Where the fingers of a gesture or of a part must land.
private struct Landing {
    /// The indices that lead to the part; empty for the whole gesture.
    var path: [Int]
    var name: String
    var mark: YAMLMark
    /// Fingers land in one of them.
    var rects: [ZoneRect]
    /// The word for it: `edge`, `edges` or `place`.
    var area: String
}

extension GestureEntry {
    /// Where its fingers and those of its parts must land; empty if they may land anywhere.
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
    /// The band along a side, at its maximum width on usual panels.
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
    /// Sizes of a small, a usual and a large panel, in mm.
    static let panels = [Point(x: 150, y: 100), Point(x: 344, y: 194), Point(x: 600, y: 400)]

    /// The whole surface of each.
    static let whole = onPanels(ZoneRect(horizontal: .whole, vertical: .whole))

    private let across: (start: Double, end: Double)
    private let down: (start: Double, end: Double)

    /// A rectangle on each of `panels`.
    static func onPanels(_ rect: ZoneRect) -> InlineArray<3, LandingArea> {
        InlineArray { LandingArea(rect, panels[$0]) }
    }

    private init(_ rect: ZoneRect, _ panel: Point) {
        across = Self.clipped(rect.horizontal.millimetres(of: panel.x), to: panel.x)
        down = Self.clipped(rect.vertical.millimetres(of: panel.y), to: panel.y)
    }

    private static func clipped(
        _ span: (start: Double, end: Double), to side: Double
    ) -> (start: Double, end: Double) {
        (max(span.start, 0), min(span.end, side))
    }

    /// Whether this area includes another one that is not empty.
    func covers(_ inner: LandingArea) -> Bool {
        inner.across.start < inner.across.end && inner.down.start < inner.down.end
            && includes(inner)
    }

    /// Whether this area includes another one, which may be empty.
    func includes(_ inner: LandingArea) -> Bool {
        across.start <= inner.across.start + 1e-6 && inner.across.end <= across.end + 1e-6
            && down.start <= inner.down.start + 1e-6 && inner.down.end <= down.end + 1e-6
    }
}

extension ZoneSpan {
    /// Whether this span contains another one on every panel; false if that depends on the panel.
    fileprivate func covers(_ inner: ZoneSpan) -> Bool {
        if self == .whole { return true }
        if let outer = shares, let inner = inner.shares {
            return outer.start <= inner.start && outer.end >= inner.end
        }
        switch (self, inner) {
        case (.fromStart(let start, let length), .fromStart(let inner, let innerLength)),
            (.fromEnd(let start, let length), .fromEnd(let inner, let innerLength)):
            guard let start = start.fixed, let length = length.fixed, let inner = inner.fixed,
                let innerLength = innerLength.fixed
            else { return false }
            return start <= inner && start + length >= inner + innerLength
        case (.between(let before, let after), .between(let inner, let innerAfter)):
            guard let before = before.fixed, let after = after.fixed, let inner = inner.fixed,
                let innerAfter = innerAfter.fixed
            else { return false }
            return before <= inner && after <= innerAfter
        default: return false
        }
    }

    /// Start and end as fractions of any side; `nil` if one of its lengths is not a fraction.
    var shares: (start: Double, end: Double)? {
        switch self {
        case .fromStart(.share(let start), length: .share(let length)): (start, start + length)
        case .fromEnd(.share(let end), length: .share(let length)): (1 - end - length, 1 - end)
        case .between(.share(let before), .share(let after)): (before, 1 - after)
        default: nil
        }
    }
}

extension ZoneLength {
    /// The length in mm; `nil` if it depends on the side, as fractions other than 0 do.
    fileprivate var fixed: Double? {
        switch self {
        case .millimetres(let length): length
        case .share(let share): share == 0 ? 0 : nil
        }
    }
}
