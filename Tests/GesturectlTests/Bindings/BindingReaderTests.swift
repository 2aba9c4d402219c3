import Foundation
import GestureSettings
import GestureWire
import Testing
import TouchCore
import TouchTestSupport

@testable import LinuxIO
@testable import gesturectl

/// The contents of a bindings file, and the problems of a wrong one.
struct BindingReaderTests {
    private func read(_ text: String) -> (bindings: [Binding], problems: [String]) {
        var reader = BindingReader()
        let bindings = reader.read(Array(text.utf8))
        return (bindings, reader.problems.sorted.map { $0.description(in: "f") })
    }

    @Test func `the page has a row for every member and every variable`() throws {
        let page = try String(
            contentsOfFile: BuiltDaemon.root + "docs/bindings.md", encoding: .utf8)
        let members = page.split(separator: "\n").compactMap { row in
            row.firstMatch(of: /^\| `([a-z_]+)` \|/).map { String($0.1) }
        }
        #expect(members == Binding.fields(in: .file).map(\.name))
        let variables = page.matches(of: /`(GESTURE_[A-Z_]+)`(?:,? \||,)/).map { String($0.1) }
        #expect(
            Set(variables) == Set(GestureOccurrence.members.map(GestureOccurrence.variable)))
        #expect(variables.count > 30)
    }

    @Test func `commands receive every value of the protocol`() {
        let values = GestureMember.allCases.filter { member in
            GestureKind.allCases.contains(where: member.isValue)
        }
        #expect(values.count == 22)
        #expect(Set(values.map(\.rawValue)).subtracting(GestureOccurrence.members) == [])
    }

    @Test func `a binding is for a gesture, activity or a panel`() {
        let (bindings, problems) = read(
            """
            bindings:
              - { activity: idle, run: [ls], cooldown: 5min }
              - { panel: gone, device: "ELAN*", run: [ls] }
            """)
        #expect(problems == [])
        #expect(bindings.map(\.match.activity) == ["idle", nil])
        #expect(bindings.map(\.match.panel) == [nil, "gone"])
        #expect(bindings[0].cooldown == .seconds(300))
        let wrong = read(
            """
            bindings:
              - { activity: idel, run: [ls] }
              - { activity: idle, panel: gone, run: [ls] }
              - { panel: back, gesture: tap, run: [ls] }
              - { activity: active, device: left, run: [ls] }
              - { device: left, run: [ls] }
            """)
        #expect(
            wrong.problems == [
                "f:2:17: activity takes one of a few words, found \"idel\"\n  Did you mean idle?",
                "f:3:23: a binding has activity and panel\n"
                    + "  A binding with activity has no other condition: write two bindings",
                "f:4:20: a binding has panel and gesture\n"
                    + "  A binding with panel has no other condition than device: write two bindings",
                "f:5:25: a binding has activity and device\n"
                    + "  A binding with activity has no other condition: write two bindings",
                "f:6:5: a binding names no gesture\n"
                    + "  Write gesture: or name:, or activity: or panel:",
            ])
    }

    @Test func `every member is read`() throws {
        let (bindings, problems) = read(
            """
            bindings:
              - gesture: swipe
                name: back
                zone: map
                direction: up_left
                edge: left
                fingers: [2, 3]
                device: "ELAN*"
                run: [xdotool, key, "", 50]
                directory: /tmp
                at_most: 4
                cooldown: 1500ms
              - gesture: tap
                count: 2
                shell: echo "$GESTURE_X_MM"
            """)
        #expect(problems == [])
        #expect(bindings.count == 2)
        let swipe = try #require(bindings.first)
        #expect(
            swipe.match
                == GestureMatch(
                    kind: "swipe", name: "back", zone: "map", direction: "up_left", edge: "left",
                    fingers: 2...3, device: NamePattern("ELAN*")))
        #expect(swipe.command == .program(["xdotool", "key", "", "50"]))
        #expect(swipe.directory == "/tmp" && swipe.atMost == 4 && swipe.line == 2)
        #expect(swipe.cooldown == .milliseconds(1_500))
        #expect(bindings[1].match == GestureMatch(kind: "tap", count: 2...2))
        #expect(bindings[1].command == .shell(#"echo "$GESTURE_X_MM""#))
        #expect(bindings[1].atMost == 1 && bindings[1].cooldown == .zero)
    }

    @Test(arguments: [
        (
            "gesture: swip", "f:2:14: gesture takes one of a few words, found \"swip\"",
            "mean swipe?"
        ),
        (
            "gestures: swipe", "f:2:5: unknown member \"gestures\" of a binding",
            "Did you mean gesture?"
        ),
        ("name: a b", "f:2:11: name takes a name, found \"a b\"", "1 to 64 letters"),
        ("{ zone: z }", "f:2:5: a binding names no gesture", "Write gesture: or name:"),
        ("phase: begun", "f:2:12: phase takes one of", "Did you mean began?"),
        ("direction: North", "f:2:16: direction takes one of", "left, right, up, down"),
        ("edge: [left]", "f:2:11: edge takes one of a few words, found a list of 1", "left, right"),
        ("count: 0", "f:2:12: count takes a whole number, found \"0\"", "1 to 1000"),
        ("fingers: [3, 2]", "f:2:14: fingers takes a number or [minimum, maximum]", "[1, 2]"),
        ("fingers: two", "f:2:14: fingers takes a whole number", "1 to 64"),
        ("run: xdotool key a", "f:2:10: run takes a list of a program", "Write run: ["),
        ("run: []", "f:2:10: run takes a list of a program", "Write run: ["),
        ("run: ['']", "f:2:11: run takes texts, found \"\"", "Write run: ["),
        ("run: [a, [b]]", "f:2:14: run takes texts, found a list of 1", "Write run: ["),
        (#"run: [a, "b\0c"]"#, "f:2:14: run takes texts without NUL", "Write run: ["),
        ("shell:", "f:2:11: shell takes text, found nothing", "in quotes"),
        ("directory: ~/x", "f:2:16: directory takes a whole path", "without ~"),
        ("at_most: 17", "f:2:14: at_most takes a whole number", "1 to 16"),
        ("cooldown: 2", "f:2:15: cooldown takes a time", "500ms, 2s"),
        ("cooldown: 3601s", "f:2:15: cooldown takes a time of up to 3600s", "500ms, 2s"),
        ("cooldown: 99999999999999999999s", "f:2:15: cooldown takes a time", "500ms, 2s"),
        ("[tap]", "f:2:5: a binding takes a mapping, found a list of 1", "Its members: gesture"),
    ])
    func `errors are reported with their location`(
        _ text: String, _ problem: String, _ advice: String
    ) {
        let (_, problems) = read("bindings:\n  - \(text)\n")
        #expect(problems.first?.hasPrefix(problem) == true, "\(problems)")
        #expect(problems.first?.split(separator: "\n").last?.contains(advice) == true)
    }

    @Test(arguments: [
        ("gesture: tap, phase: began", "a tap has no phase began"),
        ("gesture: press, direction: left", "a press has no direction"),
        ("gesture: magnify, edge: left", "a magnify comes from no edge"),
        ("gesture: drag, count: 2", "a drag has no count"),
        ("gesture: press, count: 2", "a press has a count where it changed"),
        ("gesture: tap, shell: a", "a binding has run and shell"),
    ])
    func `impossible combinations are reported`(_ members: String, _ problem: String) {
        let (_, problems) = read("bindings: [{ run: [a], \(members) }]\n")
        #expect(problems.count == 1)
        #expect(problems.first?.contains(problem) == true, "\(problems)")
    }

    @Test(arguments: [
        "gesture: press, count: 2, phase: changed", "name: x, direction: left, count: 2, edge: top",
        "gesture: drag, edge: left, phase: began", "gesture: sequence, phase: cancelled",
    ])
    func `possible combinations are accepted`(_ members: String) {
        #expect(read("bindings: [{ run: [a], \(members) }]\n").problems == [])
    }

    @Test(arguments: [
        ("", "f:1:1: a bindings file has no bindings"),
        ("bindings: []", "f:1:11: bindings takes a list of 1 to 256, found a list of 0"),
        ("bindings:", "f:1:10: bindings takes a list of 1 to 256, found nothing"),
        ("binding: []", "f:1:1: unknown member \"binding\" of a bindings file"),
        ("- tap", "f:1:1: a bindings file takes a mapping, found a list of 1"),
        ("bindings: [", "f:2:1: "), ("bindings: *a", "f:1:11: "),
    ])
    func `a file without a list of bindings is rejected`(_ text: String, _ problem: String) {
        let (bindings, problems) = read(text + "\n")
        #expect(bindings == [])
        #expect(problems.first?.hasPrefix(problem) == true, "\(problems)")
    }

    @Test func `every error is reported in one run, up to a limit`() {
        let (_, few) = read("bindings:\n  - gesture: tapp\n  - run: [a]\n  - shel: x\n")
        #expect(few.count == 3)
        let (_, atLimit) = read("bindings:\n" + String(repeating: "  - [a, b]\n", count: 256))
        #expect(atLimit.count == 256)
        let (_, beyondLimit) = read(
            "bindings:\n  - {" + (0..<500).map { "a\($0): 1" }.joined(separator: ", ") + "}")
        #expect(beyondLimit.count == 256)
    }

    @Test(arguments: [
        ("bindings:\n", true), ("bindings: [{ gesture: x }]", true), ("bindings: [\n", true),
        ("gestures: []\n", false), ("", false), ("- bindings\n", false),
        ("a: { bindings: 1 }\n", false),
    ])
    func `bindings are distinguished from the daemon's configuration`(
        _ text: String, _ isBindings: Bool
    ) {
        #expect(BindingsFile.hasBindings(Array(text.utf8)) == isBindings)
    }
}
