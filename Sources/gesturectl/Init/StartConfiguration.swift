import GestureSettings
import LinuxIO

/// A short configuration to begin with: which panel, which way up, which gestures.
struct StartConfiguration {
    /// The names of the touchscreens, each once.
    let panels: [String]

    /// Creates a configuration for the touchscreens among `nodes`.
    init(_ nodes: [InputNode]) {
        var panels: [String] = []
        for node in nodes where node.isTouchscreen && node.name != DeviceRule.performerName {
            if !panels.contains(node.name) { panels.append(node.name) }
        }
        self.panels = panels
    }

    /// The file.
    var text: String {
        """
        # Made by gesturectl init. gestured.yaml(5) explains each member; the others have their defaults.

        # Which panel, and which way up: how far it is turned clockwise, 0, 90, 180 or 270 degrees.
        devices:
        \(panels.isEmpty ? Self.example : panels.map(Self.entry).joined(separator: "\n"))

        # Which gestures: the default ones, except those of "without", and those of "with" added at the end.
        gestures:
          from: default
          without: []          # for example [rotate, deep_press]
          # with:
          #   - swipe: { fingers: 3, directions: [up] }
          #     name: overview
          #     simultaneous: [drag]

        """
    }

    /// The entry of a touchscreen.
    private static func entry(_ name: String) -> String {
        """
          - match: { name: "\(NamePattern.quotable(name))" }
            rotation: 0
        """
    }

    /// The entry of a machine without a touchscreen.
    private static let example = """
          # No touchscreen is connected. gesturectl devices prints the name of one.
          # - match: { name: "NAME" }
          #   rotation: 0
        """
}
