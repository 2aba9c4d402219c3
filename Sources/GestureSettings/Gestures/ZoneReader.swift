package import TouchCore

/// Reads zones, from a file or a request.
///
/// What it knows of members is made once: more than most zones take to be read.
package struct ZoneReader {
    let gestures: GestureReader
    private let profile: GestureProfile
    private let fields: [Field<ZoneBuilder>]

    /// A reader of zones of a file, which may name a profile of their own.
    ///
    /// - Parameter profile: whose defaults thresholds have that are not given.
    static func ofFile(_ profile: GestureProfile) -> ZoneReader {
        let gestures = GestureReader(profile)
        return ZoneReader(profile, gestures, ZoneBuilder.fields(gestures))
    }

    /// A reader of zones of requests.
    ///
    /// - Parameter profile: whose defaults thresholds have that are not given.
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

    /// One zone; `nil` where it holds an error.
    package func read(_ node: SettingsValue, _ problems: inout ProblemList) -> ZoneBuilder? {
        var builder = ZoneBuilder()
        var own = ProblemList(limit: problems.limit, directory: problems.directory)
        fields.read(node, "a zone", into: &builder, &own)
        builder.nameMark = node["name"]?.mark
        if node.mapping != nil, builder.nameMark == nil {
            own.add(
                at: node.mark, "a zone has no name",
                advice: "Give it one: name: service_corner")
        }
        if builder.zone.name == "screen", let mark = builder.nameMark {
            own.add(
                at: mark, "screen is the name of the whole surface",
                advice: "Its gestures stand at the top of the file; give the zone another name")
        }
        checkSense(of: builder, node, &own)
        problems.add(own)
        return own.hasErrors ? nil : builder
    }

    /// The list `zones`; every zone that could be read.
    func readList(_ node: SettingsValue, _ problems: inout ProblemList) -> [ZoneConfiguration] {
        // Nothing behind the colon: every zone may be commented out.
        if node.scalar?.isNull == true { return [] }
        guard let nodes = node.sequence else {
            problems.add(
                node, "zones", takes: "a list", advice: "Begin each zone with \"- name:\"")
            return []
        }
        let most = GestureConfiguration.zoneLimit - 1
        guard nodes.count <= most else {
            problems.add(
                at: node.mark, "there are \(nodes.count) zones beside the whole surface",
                advice: .rule("It takes \(most) at most"))
            return []
        }
        var readers = [profile: self]
        let builders = nodes.compactMap { node in
            reader(for: node["profile"], among: &readers).read(node, &problems)
        }
        var marks: [String: SettingsPlace] = [:]
        for builder in builders {
            guard let mark = builder.nameMark else { continue }
            if let first = marks[builder.zone.name] {
                problems.add(
                    at: mark, "two zones are called \(builder.zone.name)",
                    advice: "The other stands at \(first): give one of them another name")
            } else {
                marks[builder.zone.name] = mark
            }
        }
        if !problems.hasErrors { NeverRecognised.warn(builders, &problems) }
        return builders.map(\.configuration)
    }

    /// The reader with the defaults of the profile that a zone names, or of the whole.
    private func reader(
        for node: SettingsValue?, among readers: inout [GestureProfile: ZoneReader]
    ) -> ZoneReader {
        guard let named = node?.scalar.flatMap({ GestureProfile(rawValue: $0.text) }) else {
            return self
        }
        let reader = readers[named] ?? .ofFile(named)
        readers[named] = reader
        return reader
    }

    private func checkSense(
        of builder: ZoneBuilder, _ node: SettingsValue, _ problems: inout ProblemList
    ) {
        let usesFingers = builder.zone.mask == .gestures || builder.zone.mask == .all
        if !problems.hasErrors, usesFingers, builder.gestures.isEmpty {
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
        if let rect = builder.zone.rect, let mark = node["rect"]?.mark,
            rect.x.reaches(rect.width) || rect.y.reaches(rect.height)
        {
            problems.warn(
                at: mark, "a zone reaches beyond the surface",
                advice: "x and width, or y and height, are more than 1 together")
        }
    }
}

extension ZoneLength {
    /// Whether a side so long ends beyond the surface, as far as shares show it.
    fileprivate func reaches(_ length: ZoneLength) -> Bool {
        guard case .share(let start) = self, case .share(let share) = length else { return false }
        return start + share > 1 + 1e-9
    }
}
