import Foundation
import Testing
import TouchCore
import TouchTestSupport

@testable import GestureSettings

/// docs/swift.md has a list of gestures in Swift, and states that it equals one in YAML.
struct SwiftAndYAMLTests {
    /// The code blocks of the page's section about YAML, in order.
    private func blocks() throws -> [String] {
        let page = try String(contentsOfFile: BuiltDaemon.root + "docs/swift.md", encoding: .utf8)
        let section = try #require(
            page.split(separator: "\n## ").first { $0.hasPrefix("The same as YAML") })
        return section.split(separator: "```").enumerated().filter { $0.offset % 2 == 1 }.map {
            String($0.element.drop { $0 != "\n" }.dropFirst())
        }
    }

    @Test
    func `the list in Swift compiles to the list in YAML`() throws {
        let blocks = try blocks()
        // A configuration with the same gestures as the surface below.
        #expect(
            blocks[0] == """
                SurfaceMagnifyGesture().named("zoom").alongside("turn")
                SurfaceRotateGesture(minimumAngleDelta: .degrees(20)).named("turn")
                SurfaceLongPressGesture(minimumDuration: .milliseconds(300), fingers: 1)
                    .sequenced(before: SurfaceDragGesture(fingers: 1)).named("move")
                SurfaceDragGesture(fingers: 2).cooldown(.milliseconds(200))

                """)
        let surface = try GestureSurface(
            panel: Panel(
                x: AxisRange(minimum: 0, maximum: 3_440, resolution: 10),
                y: AxisRange(minimum: 0, maximum: 1_940, resolution: 10))
        ) {
            SurfaceMagnifyGesture().named("zoom").alongside("turn")
            SurfaceRotateGesture(minimumAngleDelta: .degrees(20)).named("turn")
            SurfaceLongPressGesture(minimumDuration: .milliseconds(300), fingers: 1)
                .sequenced(before: SurfaceDragGesture(fingers: 1)).named("move")
            SurfaceDragGesture(fingers: 2).cooldown(.milliseconds(200))
        }
        let (configuration, problems) = DaemonConfiguration.reading(blocks[1])
        #expect(problems == [])
        let written = configuration.gestures.zones[0].gestures
        #expect(surface.configuration.zones[0].gestures == written)
    }
}
