import Testing
import TouchCore
import YAMLDocument

@testable import GestureSettings

/// Members that a part of a composition may have beside its kind.
@Suite struct ConfigurationPartTests {
    @Test func `a part may have a name of its own`() throws {
        let text = """
            gestures:
              - sequence:
                  - long_press: {}
                    name: hold
                  - drag: {}
            """
        var problems = ProblemList()
        let read = DaemonConfiguration.read(Array(text.utf8), &problems)
        let nodes = read.gestures.zones[0].nodes
        #expect(nodes.map(\.gesture.name) == ["sequence", "hold", "drag"])
    }
}
