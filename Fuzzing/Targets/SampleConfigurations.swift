@testable import GestureSettings
@testable import GesturedServer

/// Configurations that a fuzzing script can choose. An invalid text would be read as the standard
/// configuration and test nothing new, so a test checks that each text is valid.
enum SampleConfigurations {
    /// The standard configuration, and the one read from each text.
    static let all: [DaemonConfiguration] =
        [.standard]
        + texts.map { text in
            var problems = ProblemList()
            return DaemonConfiguration.read(Array(text.utf8), &problems)
        }

    /// Configurations in the form of a user's file.
    static let texts = [
        """
        hands: 5
        gestures:
        - tap: { count: 3, fingers: [1, 5] }
          name: triple
        - tap: { count: 2 }
          name: double
          waits_for: [triple]
        - tap: {}
          waits_for: [double]
        - press: { tick: 100ms }
          simultaneous: all
        - force: {}
          simultaneous: all
        - long_press: {}
          name: held
        - drag: { fingers: [1, 4], minimum_distance: 0mm }
          waits_for: [held]
          cooldown: 300ms
        """,
        """
        gestures:
        - sequence: [{ long_press: { minimum_duration: 300ms } }, { drag: {} }]
          name: lift_and_move
          simultaneous: all
        - simultaneous: [{ magnify: { step: 1.2 } }, { rotate: { step: 15deg } }]
          name: turn
        - exclusive: [{ swipe: { directions: [up, down_left], edge: bottom } }, { drag: {} }]
        - deep_press: {}
        - sequence:
          - tap: { count: 2 }
          - long_press: {}
            in: corner
          - drag: { step: 8mm }
          name: placed
        zones:
        - { name: corner, rect: { right: 0, width: 0.5 } }
        devices:
        - size_mm: [344, 194]
          rotation: 90
          calibration: [0.9, 0.1, 0, -0.1, 1.1, 0.05]
          force: { source: area, minimum: 0, maximum: 500 }
          filter: { jitter: 2mm, min_events: 4, palm: { major: 30mm }, stuck_after: 2s }
        """,
        """
        hands: 2
        zones:
        - name: left
          rect: { x: 0, y: 0, width: 0.5, height: 1 }
          mask: gestures
          gestures: [{ drag: { fingers: [1, 3] } }, { tap: { count: 2 } }, { press: { tick: 0ms } }]
        - name: corner
          rect: { x: 0.9, y: 0, width: 0.1, height: 30mm }
          mask: all
          gestures: [{ tap: { count: 5 } }, { magnify: {} }]
        - name: over
          rect: { x: 0.4, y: 0.4, width: 0.3, height: 0.3 }
          mask: none
          gestures: []
        devices:
        - rotation: 270
          filter: { one_euro: { min_cutoff_hz: 1, beta: 1 }, stuck_after: 0s }
        """,
        """
        gestures:
        - tap: { maximum_duration: 0ms, maximum_gap: 0ms }
        - drag: { minimum_distance: 0mm, axis: horizontal }
          simultaneous: all
        - swipe: { minimum_speed: 0mm/s }
        - rotate: {}
        - magnify: {}
        - long_press: { minimum_duration: 0ms }
          simultaneous: all
        """,
    ]
}
