import LinuxIO
import TouchCore
import YAMLDocument

/// The names that gestures of a file can refer to: lists of gestures, and zones.
struct ConfiguredNames {
    /// The members of a zone to which references resolve.
    private struct Zone {
        var rect: YAMLNode?
        var gestures: YAMLNode?
    }

    /// The maximum number of named lists, and of named zones.
    static let limit = GestureConfiguration.zoneLimit

    /// The members of `gesture_lists`.
    private(set) var lists: [String: YAMLNode] = [:]
    private var zones: [String: Zone] = [:]
    /// For each zone that an `in` names, the zones whose gestures have such an `in`. An `in`
    /// outside of `zones`, as in a named list, counts as one of `screen`.
    private(set) var referrers: [String: Set<String>] = [:]

    /// Creates an empty set, as for a request: gestures of clients cannot refer to names of the
    /// file.
    init() {}

    /// Collects the names in `file`, the root of a configuration.
    init(_ file: YAMLNode) {
        for list in (file["gesture_lists"]?.mapping ?? []).prefix(Self.limit) {
            lists[list.key.text] = list.value
        }
        zones["screen"] = Zone(gestures: file["gestures"])
        for zone in (file["zones"]?.sequence ?? []).prefix(Self.limit) {
            guard let name = zone["name"]?.scalar?.text else { continue }
            zones[name] = zones[name] ?? Zone(rect: zone["rect"], gestures: zone["gestures"])
        }
        for member in file.mapping ?? [] where member.key.text != "zones" {
            collectReferrers(member.value, of: "screen")
        }
        for zone in file["zones"]?.sequence ?? [] {
            collectReferrers(zone, of: zone["name"]?.scalar?.text ?? "")
        }
    }

    /// The gestures of the list or the zone called `name`; `nil` if neither exists.
    func gestures(_ name: String) -> YAMLNode? {
        lists[name] ?? zones[name].map { $0.gestures ?? Self.noGestures }
    }

    /// Whether `name` is `screen`, and the file has no `gestures`: the zone has the built-in ones.
    func isBuiltIn(_ name: String) -> Bool {
        name == "screen" && zones[name] != nil && zones[name]?.gestures == nil
    }

    /// The names of all lists and zones, for advice.
    var gestureNames: [String] { Set(lists.keys).union(zones.keys).sorted() }

    /// Reads the value of an `in`: the name of a zone, or a rectangle.
    func rect(_ node: YAMLNode, _ problems: inout ProblemList) -> ZoneRect? {
        guard let scalar = node.scalar, !scalar.isNull else {
            return ValueSchema<ZoneRect>.rect.read(node, "in", &problems)
        }
        guard let zone = zones[scalar.text], scalar.text != "screen" else {
            guard !problems.isFull else {
                problems.add(at: node.mark, "", advice: "")
                return nil
            }
            let others = zones.keys.filter { $0 != "screen" }.sorted()
            let meant = Spelling.nearest(to: scalar.text, among: others)
            problems.add(
                at: node.mark,
                "in names \(EscapedText.quoted(scalar.text.utf8)), which is not a zone",
                advice: meant.map(Advice.meant)
                    ?? .rule("It takes the name of a zone, or a rectangle: { x: 0, width: 25mm }"))
            return nil
        }
        // An error in the rectangle is reported where the zone is defined.
        var ignored = ProblemList(limit: 1)
        guard let rect = zone.rect else { return ZoneRect(horizontal: .whole, vertical: .whole) }
        return ValueSchema<ZoneRect>.rect.read(rect, "rect", &ignored)
    }

    private mutating func collectReferrers(_ node: YAMLNode, of zone: String) {
        switch node.content {
        case .scalar: break
        case .sequence(let elements):
            for index in elements.indices { collectReferrers(elements[index], of: zone) }
        case .mapping(let members):
            for index in members.indices {
                if members[index].key.text == "in", let name = members[index].value.scalar?.text {
                    referrers[name, default: []].insert(zone)
                }
                collectReferrers(members[index].value, of: zone)
            }
        }
    }

    private static let noGestures = YAMLNode(.sequence([]), at: YAMLMark(line: 1, column: 1))
}
