import TouchCore

/// Reads zones, from a file or a request.
///
/// What it knows of members is made once: more than most zones take to be read.
package struct ZoneReader {
    let gestures: GestureReader
    private let members: [Member<ZoneDraft>]

    package init() {
        gestures = GestureReader()
        members = ZoneDraft.members(gestures)
    }

    /// One zone; `nil` where it holds an error.
    package func read(_ node: SettingsValue, _ problems: inout ProblemList) -> ZoneDraft? {
        var draft = ZoneDraft()
        var own = ProblemList(limit: problems.limit)
        members.read(node, "a zone", into: &draft, &own)
        draft.nameMark = node["name"]?.mark
        if node.mapping != nil, draft.nameMark == nil {
            own.add(
                at: node.mark, "a zone has no name",
                advice: "Give it one: name: service_corner")
        }
        if draft.zone.name == "screen", let mark = draft.nameMark {
            own.add(
                at: mark, "screen is the name of the whole surface",
                advice: "Its gestures stand at the top of the file; give the zone another name")
        }
        checkSense(of: draft, node, &own)
        problems.add(own)
        return own.hasErrors ? nil : draft
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
        let drafts = nodes.compactMap { read($0, &problems) }
        var marks: [String: SettingsPlace] = [:]
        for draft in drafts {
            guard let mark = draft.nameMark else { continue }
            if let first = marks[draft.zone.name] {
                problems.add(
                    at: mark, "two zones are called \(draft.zone.name)",
                    advice: "The other stands at \(first): give one of them another name")
            } else {
                marks[draft.zone.name] = mark
            }
        }
        return drafts.map(\.configuration)
    }

    private func checkSense(
        of draft: ZoneDraft, _ node: SettingsValue, _ problems: inout ProblemList
    ) {
        let hears = draft.zone.mask == .gestures || draft.zone.mask == .all
        if !problems.hasErrors, hears, draft.gestures.isEmpty {
            problems.warn(
                at: node.mark,
                "a zone recognises nothing, and takes its fingers from the zones below",
                advice: "Give it gestures, or mask: none if that is what it is for")
        }
        if !hears, !draft.gestures.isEmpty {
            problems.warn(
                at: (node["mask"] ?? node).mark,
                "a zone has gestures, and its mask lets them hear nothing",
                advice: "Leave out the gestures, or take mask: gestures")
        }
        if let rect = draft.zone.rect, let mark = node["rect"]?.mark,
            rect.x.reaches(rect.width) || rect.y.reaches(rect.height)
        {
            problems.warn(
                at: mark, "a zone reaches beyond the surface",
                advice: "x and width, or y and height, are more than 1 together")
        }
    }
}

extension ZoneLength {
    /// Whether a side so long ends beyond the surface, as far as shares tell.
    fileprivate func reaches(_ length: ZoneLength) -> Bool {
        guard case .share(let start) = self, case .share(let share) = length else { return false }
        return start + share > 1 + 1e-9
    }
}
