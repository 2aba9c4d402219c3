/// An error in gestures or zones that a program adds, for which a configuration file would be
/// refused.
public struct GestureFault: Error, Hashable, CustomStringConvertible {
    /// The error and its remedy, as a sentence.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Finds errors in the gestures and zones that a program adds to a surface, for which a
/// configuration file would be refused. A result is a sentence with the error and its remedy, or
/// `nil`.
///
/// The limits are those of the tables of thresholds, as for files.
struct GestureFaults {
    /// The surface on which rectangles must lie.
    let surface: Surface

    /// Checks the gestures of one list.
    ///
    /// - Parameter earlier: the gestures that the list already has.
    func check(
        _ gestures: [ConfiguredGesture], after earlier: [ConfiguredGesture] = []
    ) throws(GestureFault) {
        if let fault = find(in: gestures, after: earlier) { throw GestureFault(fault) }
    }

    /// Checks a zone without its gestures.
    ///
    /// - Parameter others: the names of the existing zones.
    func check(_ zone: ZoneConfiguration, besides others: [String]) throws(GestureFault) {
        if let fault = find(in: zone, besides: others) { throw GestureFault(fault) }
    }

    /// An error in the gestures of one list; `nil` if there is none.
    ///
    /// - Parameter earlier: the gestures that the list already has.
    func find(
        in gestures: [ConfiguredGesture], after earlier: [ConfiguredGesture] = []
    ) -> String? {
        let count = ZoneConfiguration.nodeCount(of: earlier + gestures)
        guard count <= ZoneConfiguration.gestureLimit else {
            return """
                a zone has \(count) gestures, including the parts of compositions; the maximum is \
                \(ZoneConfiguration.gestureLimit)
                """
        }
        for gesture in gestures {
            if let fault = find(in: gesture, depth: 0, of: nil) { return fault }
        }
        return findInNames(of: earlier + gestures, from: earlier.count)
    }

    /// - Parameters:
    ///   - depth: the number of enclosing compositions.
    ///   - rule: the rule of the composition whose first part it is; `nil` if it is not a first
    ///     part.
    private func find(
        in gesture: ConfiguredGesture, depth: Int, of rule: GestureComposition.Rule?
    ) -> String? {
        if depth > 0, let fault = findOfPart(gesture) { return fault }
        if gesture.kind.isFamily, depth > 0 || !gesture.waitsFor.isEmpty {
            return """
                \(gesture.name) is a family of gestures: it can neither be a part of a composition \
                nor wait for another gesture
                """
        }
        guard GestureNaming.isName(gesture.name) else {
            return """
                "\(gesture.name)" is not a gesture name: it takes 1 to 64 letters (A to Z), \
                digits, _ . and -
                """
        }
        let limits = ZoneConfiguration.cooldownRange
        guard limits.contains(gesture.cooldown.milliseconds) else {
            return outOfRange(
                "cooldown", of: gesture.name, gesture.cooldown.milliseconds, limits, "ms")
        }
        if let place = gesture.place, let fault = find(in: place, of: gesture.name) { return fault }
        if case .composition(let composition) = gesture.definition {
            // a.sequenced(before: b).sequenced(before: c) is one sequence of three, as in a file.
            let depth = composition.rule == rule ? depth - 1 : depth
            guard depth < ZoneConfiguration.compositionDepthLimit else {
                return """
                    compositions are nested too deeply in \(gesture.name): they have at most \
                    \(ZoneConfiguration.compositionDepthLimit) levels
                    """
            }
            for (index, part) in composition.parts.enumerated() {
                let fault = find(
                    in: part, depth: depth + 1, of: index == 0 ? composition.rule : nil)
                if let fault { return fault }
            }
            return nil
        }
        return find(in: gesture.definition, of: gesture.name)
    }

    /// An error of a part: modifiers that refer to a list are only for the whole composition.
    private func findOfPart(_ gesture: ConfiguredGesture) -> String? {
        guard gesture.waitsFor.isEmpty, gesture.simultaneous == [], gesture.cooldown == .zero else {
            return """
                \(gesture.name) is a part of a composition: apply waiting(for:), alongside and \
                cooldown to the whole composition
                """
        }
        if !gesture.kind.isFamily, gesture.definition.thresholds?.mayBePart == false {
            return """
                \(gesture.name) is a part of a composition: use only shapes that are drawn without \
                a lift
                """
        }
        return nil
    }

    private func find(in definition: GestureDefinition, of name: String) -> String? {
        guard let thresholds = definition.thresholds else {
            let fingers = definition.fingers
            guard fingers.lowerBound >= 1 else {
                return "\(name) takes \(fingers.lowerBound) fingers; the minimum is 1"
            }
            return nil
        }
        for threshold in type(of: thresholds).definitionTable {
            guard let value = threshold.value(definition),
                let fault = threshold.form.fault(of: value)
            else { continue }
            return "\(inSwift(threshold.name)) of \(name) is \(fault)"
        }
        return thresholds.contradiction.map { contradiction in
            let names = contradiction.names.reduce(
                "\(contradiction.message). \(contradiction.advice)"
            ) { $0.replacing($1, with: inSwift($1)) }
            return "\(name): \(names)"
        }
    }

    /// The name of `minimum_distance` in Swift: `minimumDistance`.
    private func inSwift(_ name: String) -> String {
        let words = name.split(separator: "_")
        return words.dropFirst().reduce(String(words.first ?? "")) {
            $0 + $1.prefix(1).uppercased() + $1.dropFirst()
        }
    }

    private func outOfRange(
        _ what: String, of name: String, _ value: Double, _ limits: ClosedRange<Double>,
        _ unit: String
    ) -> String {
        "\(what) of \(name) is \(value) \(unit): it takes \(limits.lowerBound) to \(limits.upperBound) \(unit)"
    }
}

/// Names.
extension GestureFaults {
    private func findInNames(of gestures: [ConfiguredGesture], from first: Int) -> String? {
        let naming = GestureNaming(gestures.map(\.name))
        let doubles = naming.duplicates { gestures[$0].name != gestures[$0].kind.rawValue }
        if let double = doubles.first {
            return """
                two gestures of a zone are called \(double.name): give one of them another name, or \
                refer to it by a GestureHandle
                """
        }
        for gesture in gestures[first...] {
            var references = [("waiting(for:)", gesture.waitsFor)]
            if case .named(let names) = gesture.simultaneous {
                references.append(("alongside", names))
            }
            if let family = gestures.first(where: {
                $0.kind.isFamily && gesture.waitsFor.contains($0.name)
            }) {
                return """
                    waiting(for:) of \(gesture.name) names \(family.name), which is a family of \
                    gestures: leave it out
                    """
            }
            for (member, names) in references {
                guard let name = names.sorted().first(where: { naming.owners[$0] == nil })
                else { continue }
                return """
                    \(member) of \(gesture.name) names \(name), but no gesture of the zone has \
                    this name: its gestures are \(naming.owners.keys.sorted().joined(separator: ", "))
                    """
            }
        }
        var fault: String?
        naming.findCircles(gestures.map { $0.waitsFor.sorted() }) { circle, _, _ in
            fault =
                fault ?? """
                    \(naming.text(ofCircle: circle)): none of them would ever be recognised, so remove \
                    one of these waits
                    """
        }
        return fault
    }
}

/// Zones.
extension GestureFaults {
    /// An error in a zone, apart from its gestures; `nil` if there is none.
    ///
    /// - Parameter others: the names of the existing zones.
    func find(in zone: ZoneConfiguration, besides others: [String]) -> String? {
        guard GestureNaming.isName(zone.name) else {
            return """
                "\(zone.name)" is not a zone name: it takes 1 to 64 letters (A to Z), digits, _ . \
                and -
                """
        }
        guard zone.name != "screen" else {
            return "screen is the name of the whole surface: give the zone another name"
        }
        guard !others.contains(zone.name) else {
            return "two zones are called \(zone.name): give one of them another name"
        }
        guard (1...ZoneConfiguration.handLimit).contains(zone.hands) else {
            return
                "hands of \(zone.name) is \(zone.hands): it takes 1 to \(ZoneConfiguration.handLimit)"
        }
        for (what, duration, limits) in [
            ("landingWindow", zone.landingWindow, ZoneConfiguration.landingWindowRange),
            ("liftQuiet", zone.liftQuiet, ZoneConfiguration.liftQuietRange),
            ("heldAfter", zone.heldAfter, ZoneConfiguration.heldAfterRange),
        ] where !limits.contains(duration.milliseconds) {
            return outOfRange(what, of: zone.name, duration.milliseconds, limits, "ms")
        }
        guard ZoneConfiguration.handSpanRange.contains(zone.handSpan) else {
            return outOfRange(
                "handSpan", of: zone.name, zone.handSpan, ZoneConfiguration.handSpanRange, "mm")
        }
        return zone.rect.flatMap { find(in: $0, of: zone.name) }
    }

    private func find(in rect: ZoneRect, of name: String) -> String? {
        for (span, side, length) in [
            (rect.horizontal, surface.width, "width"), (rect.vertical, surface.height, "height"),
        ] {
            let (start, end) = span.millimetres(of: side)
            // Whether the length is positive after clipping to the surface; false for NaN.
            if start < end, start < side, end > 0 { continue }
            if case .between = span, start >= end {
                return "\(name): \(ZoneRect.messageOfNoExtent("rect"))"
            }
            return """
                \(name): \(ZoneRect.message(without: length)): it reaches from \(start) to \(end) \
                mm, and the surface from 0.0 to \(side) mm
                """
        }
        return nil
    }
}

extension Duration {
    fileprivate var milliseconds: Double {
        // Not a quotient, which could differ by rounding errors.
        Double(components.seconds) * 1e3 + Double(components.attoseconds) / 1e15
    }
}
