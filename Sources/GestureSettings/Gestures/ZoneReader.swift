package import TouchCore
package import YAMLDocument

/// Reads zones, from a file or a request.
///
/// The tables of members are made once, which takes longer than reading most zones.
package struct ZoneReader {
    let gestures: GestureReader
    private let profile: GestureProfile
    private let fields: [Field<ZoneBuilder>]
    private var names = ConfiguredNames()

    /// A reader of zones of a file. Such a zone may name a profile of its own.
    ///
    /// - Parameters:
    ///   - profile: the profile with the defaults of thresholds that are not given.
    ///   - names: the names in the file that gestures may refer to.
    static func ofFile(
        _ profile: GestureProfile, names: ConfiguredNames = ConfiguredNames()
    ) -> ZoneReader {
        let gestures = GestureReader(profile, names: names)
        var reader = ZoneReader(profile, gestures, ZoneBuilder.fields(gestures))
        reader.names = names
        return reader
    }

    /// A reader of zones of requests.
    ///
    /// - Parameter profile: the profile with the defaults of thresholds that are not given.
    package init(_ profile: GestureProfile = .standard) {
        let gestures = GestureReader(profile)
        self.init(profile, gestures, ZoneBuilder.requestFields(gestures))
    }

    private init(
        _ profile: GestureProfile, _ gestures: GestureReader, _ fields: [Field<ZoneBuilder>]
    ) {
        self.profile = profile
        self.gestures = gestures
        self.fields = fields
    }

    /// Reads one zone; `nil` if it has an error.
    package func read(_ node: YAMLNode, _ problems: inout ProblemList) -> ZoneBuilder? {
        var builder = ZoneBuilder()
        var found = ProblemList(forPartOf: problems)
        fields.read(node, "a zone", into: &builder, &found)
        builder.nameMark = node["name"]?.mark
        if node.mapping != nil, builder.nameMark == nil {
            found.add(
                at: node.mark, "a zone has no name",
                advice: "Give it one: name: service_corner")
        }
        if builder.zone.name == "screen", let mark = builder.nameMark {
            found.add(
                at: mark, "screen is the name of the whole surface",
                advice: "Its gestures stand at the top of the file; give the zone another name")
        }
        warnOfUselessMembers(of: builder, node, &found)
        // Findings about a list with errors would be noise.
        if !found.hasErrors { builder.checkOrder(&found) }
        problems.add(found)
        return found.hasErrors ? nil : builder
    }

    /// Reads the position of a zone from a mapping with only `rect`; `nil` if that is missing, or
    /// has an error.
    package func readRect(_ node: YAMLNode, _ problems: inout ProblemList) -> ZoneRect? {
        var builder = ZoneBuilder()
        fields.filter { $0.name == "rect" }.read(node, "a zone", into: &builder, &problems)
        return problems.hasErrors ? nil : builder.zone.rect
    }

    /// Reads the list `zones`: every zone without an error.
    func readList(_ node: YAMLNode, _ problems: inout ProblemList) -> [ZoneBuilder] {
        // An empty value: every zone may be commented out.
        if node.scalar?.isNull == true { return [] }
        guard let nodes = node.sequence else {
            problems.add(
                node, "zones", takes: "a list", advice: "Begin each zone with \"- name:\"")
            return []
        }
        // One of the zones is the whole surface.
        let limit = GestureConfiguration.zoneLimit - 1
        guard nodes.count <= limit else {
            problems.add(
                at: node.mark, "there are \(nodes.count) zones beside the whole surface",
                advice: .rule("It takes at most \(limit)"))
            return []
        }
        var readers = [profile: self]
        let builders = nodes.compactMap { node in
            reader(for: node["profile"], among: &readers).read(node, &problems)
        }
        var marks: [String: YAMLMark] = [:]
        for builder in builders {
            guard let mark = builder.nameMark else { continue }
            if let first = marks[builder.zone.name] {
                problems.add(
                    at: mark, "two zones are called \(builder.zone.name)",
                    advice: "The other is at \(first): give one of them another name")
            } else {
                marks[builder.zone.name] = mark
            }
        }
        // A zone that is only a place for `in` leaves its fingers to other zones.
        let zones = builders.filter { !isOnlyReferenced($0) }
        warnOfTakenFingers(zones, at: node.mark, &problems)
        if !problems.hasErrors {
            NeverRecognised.warnOfCoveredZones(zones, &problems)
            NeverRecognised.warnOfTakenTouches(zones, &problems)
        }
        return zones
    }

    /// Warns of zones that take the fingers which a part in a zone below needs.
    ///
    /// - Parameter mark: the position of the list.
    private func warnOfTakenFingers(
        _ zones: [ZoneBuilder], at mark: YAMLMark, _ problems: inout ProblemList
    ) {
        guard !names.referrers.isEmpty else { return }
        var below: Set<String> = ["screen"]
        for zone in zones {
            let name = zone.zone.name
            if !(names.referrers[name] ?? []).isDisjoint(with: below) {
                problems.warn(
                    at: zone.nameMark ?? mark,
                    "\(name) takes its fingers itself: a part with in: \(name) gets them only if the "
                        + "zone with that part has mask: all",
                    advice: "Leave out its gestures, so that it names a place and no more")
            }
            if !zone.zone.mask.receivesFingersAbove { below.insert(name) }
        }
    }

    /// Whether a zone is only defined for parts of gestures of other zones (`in`).
    private func isOnlyReferenced(_ builder: ZoneBuilder) -> Bool {
        builder.gestures.isEmpty && builder.zone.mask == .gestures
            && names.referrers[builder.zone.name] != nil
    }

    /// The reader with the defaults of the profile of a zone, or of the whole configuration.
    private func reader(
        for node: YAMLNode?, among readers: inout [GestureProfile: ZoneReader]
    ) -> ZoneReader {
        guard let named = node?.scalar.flatMap({ GestureProfile(rawValue: $0.text) }) else {
            return self
        }
        let reader = readers[named] ?? .ofFile(named, names: names)
        readers[named] = reader
        return reader
    }

    /// Warns of members without effect, and of a zone that takes fingers for nothing.
    private func warnOfUselessMembers(
        of builder: ZoneBuilder, _ node: YAMLNode, _ problems: inout ProblemList
    ) {
        let usesFingers = builder.zone.mask.receivesFingers
        if isOnlyReferenced(builder) {
            if let devices = node["devices"] {
                problems.warn(
                    at: devices.mark, "a place has devices, which count for nothing",
                    advice: "A zone without gestures that an in names is a place on every device")
            }
        } else if !problems.hasErrors, usesFingers, builder.gestures.isEmpty {
            problems.warn(
                at: node.mark,
                "a zone recognises nothing, and takes its fingers from the zones below",
                advice: "Give it gestures, or mask: none if that is what it is for")
        }
        if !usesFingers, !builder.gestures.isEmpty {
            problems.warn(
                at: (node["mask"] ?? node).mark,
                "a zone has gestures, and its mask leaves them no finger",
                advice: "Leave out the gestures, or take mask: gestures")
        }
        if let rect = builder.zone.rect, let mark = node["rect"]?.mark {
            warnOfSides(rect, at: mark, &problems)
        }
    }

    /// Warns if a zone whose members are fractions reaches beyond the surface.
    private func warnOfSides(
        _ rect: ZoneRect, at mark: YAMLMark, _ problems: inout ProblemList
    ) {
        let sides = [rect.horizontal.shares, rect.vertical.shares].compactMap { $0 }
        if sides.contains(where: { $0.start < -1e-9 || $0.end > 1 + 1e-9 }) {
            problems.warn(
                at: mark, "a zone reaches beyond the surface",
                advice: "Where it begins and how long it is are more than 1 together")
        }
    }
}
