import TouchCore
import YAMLDocument

/// A configuration while it is read.
struct ConfigurationBuilder {
    private var settings = DaemonConfiguration.standard
    fileprivate var screen: ZoneBuilder
    fileprivate var zones: [ZoneBuilder] = []

    /// The configuration that applies without a file.
    ///
    /// - Parameter profile: the profile with the defaults of the built-in gestures.
    init(_ profile: GestureProfile = .standard) {
        screen = .screen(profile)
    }

    /// The configuration as it was read.
    var configuration: DaemonConfiguration {
        var configuration = settings
        configuration.gestures = GestureConfiguration(
            zones: ([screen] + zones).map(\.configuration))
        return configuration
    }

    /// The configurable members, in the order of the example.
    ///
    /// - Parameters:
    ///   - profile: the profile with the defaults of thresholds that are not given.
    ///   - names: the names in the file that gestures may refer to.
    static func fields(
        _ profile: GestureProfile = .standard, names: ConfiguredNames = ConfiguredNames()
    ) -> [Field<Self>] {
        let reader = ZoneReader.ofFile(profile, names: names)
        return settings + [gestureLists(reader.gestures)]
            + ZoneBuilder.handFields(reader.gestures).map { $0.moved(to: \.screen) } + [
                list(
                    "zones",
                    """
                    Parts of the surface with gestures of their own. Each lies above those before it, and \
                    all lie above the whole surface, screen. Until it lifts, a finger belongs to the topmost \
                    zone where it landed.
                    """
                ) { node, builder, problems in
                    builder.zones = reader.readList(node, &problems)
                }
            ]
    }

    /// The member `gesture_lists`. Reads its lists only for their errors: `ConfiguredNames`
    /// provides them to the zones that name them.
    private static func gestureLists(_ reader: GestureReader) -> Field<Self> {
        Field(
            name: "gesture_lists",
            about: """
                Lists of gestures by name, for several zones: gestures: the_name. A list that no \
                zone names has no effect.
                """,
            read: { node, _, problems in
                if node.scalar?.isNull == true { return }
                guard let lists = node.mapping else {
                    problems.add(
                        node, "gesture_lists", takes: "a mapping",
                        advice: "Write a name, and below it a list: buttons: [tap: {}]")
                    return
                }
                guard lists.count <= ConfiguredNames.limit else {
                    problems.add(
                        at: node.mark, "there are \(lists.count) lists of gestures",
                        advice: .rule("It takes at most \(ConfiguredNames.limit)"))
                    return
                }
                for list in lists {
                    if list.key.text == GestureLists.defaultName || list.key.text == "screen" {
                        problems.add(
                            at: list.key.mark, "\(list.key.text) names other gestures already",
                            advice: "Give the list another name")
                    }
                    _ = reader.read(list.value, &problems)
                }
            },
            value: { _ in .given("{}") })
    }

    /// The members that do not concern gestures.
    private static var settings: [Field<Self>] {
        [
            Field(
                "log_level", \.settings.logLevel, .choice,
                """
                Log messages of at least this level. The option --log-level overrides it. debug \
                also logs clients that connect and disconnect, trace also each request, and what \
                udev reports.
                """),
            Field(
                "socket", in: \.settings.socket, SocketSettings.fields, "What clients may use."),
            Field(
                "clients", in: \.settings.clients, ClientSettings.fields,
                "What clients may request."),
            Field(
                "privacy", in: \.settings.privacy, PrivacySettings.fields,
                "Which positions clients receive."),
            Field(
                "activity", in: \.settings.activity, ActivitySettings.fields,
                "When the touchscreens are idle."),
            Field(
                "profile", \.settings.profile, .choice,
                """
                The people or panels whose default thresholds apply; thresholds that are given \
                override them. slow_hands: slow or shaking hands. small: panels of 3 to 4.5 \
                inches, with short swipes. wall: panels from 65 inches on, with arms stretched.
                """),
            devices,
        ]
    }

    private static var devices: Field<Self> {
        var field = list("devices", "Settings of single devices.") { node, builder, problems in
            builder.settings.devices = DeviceRule.readList(node, &problems)
        }
        field.writing = { DeviceRule.fields.writing($0).map { "devices: [{ \($0) }]" } }
        return field
    }

    /// Advice for a name that is not a member of a configuration but belongs elsewhere; `nil` for
    /// others.
    static func adviceForMisplaced(_ name: String) -> String? {
        if name == "bindings" {
            return "Bindings are for gesturectl run, in a file of their own: gesturectl check FILE"
        }
        if GestureEntry.fieldNames.contains(name) {
            return "It belongs to an entry of gestures: indent it as far as the kind of that entry"
        }
        guard let kind = GestureKind.meant(by: name) else { return nil }
        return "A gesture is an entry of gestures: - \(kind.rawValue): {}"
    }

    private static func list(
        _ name: String, _ about: String,
        _ read: @escaping (YAMLNode, inout ConfigurationBuilder, inout ProblemList) -> Void
    ) -> Field<Self> {
        Field(name: name, about: about, read: read) { _ in .given("[]") }
    }
}

extension ZoneBuilder {
    /// The whole surface with the built-in gestures.
    ///
    /// - Parameter profile: the profile with their defaults.
    static func screen(_ profile: GestureProfile) -> ZoneBuilder {
        var builder = ZoneBuilder()
        builder.zone = GestureConfiguration.standard(profile).zones[0]
        builder.gestures = builder.zone.gestures
        return builder
    }
}

extension Field {
    /// The member as one of `Whole`, which contains the target at `path`.
    fileprivate func moved<Whole>(to path: WritableKeyPath<Whole, Target>) -> Field<Whole> {
        Field<Whole>(
            name: name, range: range, about: about,
            read: { read($0, &$1[keyPath: path], &$2) }, value: { value($0[keyPath: path]) },
            writing: writing)
    }
}

extension DeviceRule {
    /// Reads the list `devices`.
    fileprivate static func readList(
        _ node: YAMLNode, _ problems: inout ProblemList
    ) -> [DeviceRule] {
        // An empty value: every entry may be commented out.
        if node.scalar?.isNull == true { return [] }
        guard let nodes = node.sequence else {
            problems.add(
                node, "devices", takes: "a list", advice: "Begin each device with \"- match:\"")
            return []
        }
        let fields = fields
        return nodes.map { node in
            var rule = DeviceRule()
            fields.read(node, "a device", into: &rule, &problems) {
                $0 == "size" ? "Write size_mm: [width, height], in mm without a unit" : nil
            }
            rule.check(node, &problems)
            return rule
        }
    }

    private func check(_ node: YAMLNode, _ problems: inout ProblemList) {
        if declaredRole != nil, match == DeviceMatch() {
            problems.add(
                at: (node["as"] ?? node).mark, "as needs a match that names the devices",
                advice: "Name them, so that no mouse is opened: match: { name: \"POS*\" }")
        }
        guard let minimum = force?.minimum, let maximum = force?.maximum, minimum >= maximum else {
            return
        }
        problems.add(
            at: (node["force"]?["maximum"] ?? node).mark,
            "the minimum of force, \(minimum), is not below its maximum, \(maximum)",
            advice: "Swap them: the minimum is a force of 0")
    }
}

extension DaemonConfiguration {
    /// Reads a whole configuration; `standard` if `problems` has errors.
    package static func read(_ bytes: [UInt8], _ problems: inout ProblemList) -> DaemonConfiguration
    {
        let limits = YAMLLimits()
        guard bytes.count <= limits.maximumBytes else {
            problems.add(
                at: YAMLMark(line: 1, column: 1),
                "the file is longer than \(limits.maximumBytes) bytes",
                advice: "That is not a configuration: name another file with --config")
            return .standard
        }
        var builder = ConfigurationBuilder()
        do throws(YAMLError) {
            if let node = try YAMLNode.parse(bytes, limits: limits) {
                // Read before the other members, as it changes their defaults.
                let profile =
                    node["profile"]?.scalar.flatMap { GestureProfile(rawValue: $0.text) }
                    ?? .standard
                builder = ConfigurationBuilder(profile)
                ConfigurationBuilder.fields(profile, names: ConfiguredNames(node)).read(
                    node, "the configuration", into: &builder, &problems,
                    elsewhere: ConfigurationBuilder.adviceForMisplaced)
                if !problems.hasErrors { builder.screen.checkOrder(&problems) }
                if !problems.hasErrors {
                    let zones = [builder.screen] + builder.zones
                    NeverRecognised.warnOfTakenAreas(zones, &problems)
                }
            }
        } catch {
            problems.add(
                at: error.mark, error.problem,
                advice: .inFile(error.adviceText))
        }
        return problems.hasErrors ? .standard : builder.configuration
    }
}
