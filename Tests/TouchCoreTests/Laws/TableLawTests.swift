import Foundation
import Testing
import TouchTestSupport

@testable import TouchCore

/// Every composition of two leaves has the outcomes of the tables in docs/gestures/compositions.md.
@Suite struct TableLawTests {
    @Test(arguments: GestureComposition.Rule.allCases, Beside.allCases)
    func `the outcome of two parts is that of the page's table`(
        rule: GestureComposition.Rule, beside: Beside
    ) throws {
        let table = try PageTable(rule)
        #expect(Outcomes(rule, beside).difference(from: table) == nil)
    }

    @Test(arguments: GestureComposition.Rule.allCases)
    func `a wrong word in any cell is detected`(rule: GestureComposition.Rule) throws {
        let outcomes = Outcomes(rule, .nothing)
        let table = try PageTable(rule)
        for (row, cells) in table.rows.enumerated() {
            for (column, cell) in cells.enumerated() where cell != nil {
                // A failed composition emits the same as a possible one: nothing. So it suffices
                // that one of the wrong states is detected.
                let isFound = PartState.allCases.contains { other in
                    var changed = table
                    changed.rows[row][column] = other
                    return outcomes.difference(from: changed) != nil
                }
                #expect(isFound, "\(row), \(column)")
            }
        }
    }
}

/// The position of a gesture that no touch performs, beside another one in a list.
enum Beside: CaseIterable {
    case nothing, before, behind

    /// A list of `gesture` and the one that no touch performs.
    func list(_ gesture: ConfiguredGesture) -> [ConfiguredGesture] {
        var thresholds = DragThresholds()
        thresholds.fingers = 5...5
        let never = ConfiguredGesture(.drag(thresholds), name: "never")
        return switch self {
        case .nothing: [gesture]
        case .before: [never, gesture]
        case .behind: [gesture, never]
        }
    }
}

/// A table of the page, with a row for each state of the first part and a column for each of the
/// second. `nil` is a dash in the page.
struct PageTable {
    var rows: [[PartState?]] = []

    private static let page = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("docs/gestures/compositions.md")

    init(_ rule: GestureComposition.Rule) throws {
        let text = try String(contentsOf: Self.page, encoding: .utf8)
        let section = text.components(separatedBy: "\n## ").first { $0.hasPrefix("\(rule)\n") }
        for line in (section ?? "").split(separator: "\n") where line.hasPrefix("| **") {
            let cells = line.split(separator: "|").dropFirst().map {
                $0.trimmingCharacters(in: .whitespaces).prefix { $0 != ":" }
            }
            let row = cells.filter { !$0.isEmpty }.map { cell in
                PartState.allCases.first { "\($0)" == cell }
            }
            rows.append(row)
        }
        try #require(rows.count == 4 && rows.allSatisfy { $0.count == 4 })
    }

    /// The state of the composition, or `nil` if these states cannot be combined.
    func state(_ first: PartState, _ second: PartState) -> PartState? {
        let all = PartState.allCases
        guard let row = all.firstIndex(of: first), let column = all.firstIndex(of: second) else {
            return nil
        }
        return rows[row][column]
    }
}

/// The events of two scripted parts, for each pair of scripts.
private struct Outcomes {
    /// Scripts of a part: it begins (`b`), ends (`e`), fails (`f`) or does nothing (`.`) in a step.
    private static let scripts = [".", "b", "e", "f"].flatMap { one in
        [".", "b", "e", "f"].map { "." + one + $0 }
    }

    private let rule: GestureComposition.Rule
    private var phases: [[GesturePhase]] = []

    init(_ rule: GestureComposition.Rule, _ beside: Beside) {
        self.rule = rule
        for first in Self.scripts {
            for second in Self.scripts {
                phases.append(Self.play(rule, first, second, beside))
            }
        }
    }

    /// The first outcome that contradicts the table, or `nil` if there is none.
    func difference(from table: PageTable) -> String? {
        var index = 0
        for first in Self.scripts {
            for second in Self.scripts {
                let expected = ScriptedParts(rule, first, second).phases(by: table)
                if expected != phases[index] {
                    return "\(first), \(second): \(expected) by the table, \(phases[index]) emitted"
                }
                index += 1
            }
        }
        return nil
    }

    private static func play(
        _ rule: GestureComposition.Rule, _ first: String, _ second: String, _ beside: Beside
    ) -> [GesturePhase] {
        let parts = [first, second].map {
            ConfiguredGesture(.custom(CustomDefinition(ScriptedRecognizer($0))))
        }
        let whole = ConfiguredGesture(
            .composition(GestureComposition(rule, parts)), name: "whole")
        let screen = TestScreen(configuration: .init(gestures: beside.list(whole)))
        screen.frame(0, .down(0, 50, 50))
        screen.frame(10, .move(0, 51, 50))
        for step in 2...4 {
            screen.frame(Double(step * 10), .move(0, 50 + Double(step), 50))
        }
        screen.frame(50, .up(0))
        screen.wait(until: 5_000)
        return screen.events.map(\.phase).filter { $0 != .changed }
    }
}

/// Two parts that follow their scripts for the landing, four movements, the lift and the time after
/// it.
private struct ScriptedParts {
    private var first = PartState.possible
    private var second = PartState.possible
    private var scripts: (ArraySlice<Character>, ArraySlice<Character>)
    private let isSequence: Bool

    init(_ rule: GestureComposition.Rule, _ first: String, _ second: String) {
        isSequence = rule == .sequence
        scripts = (ArraySlice(first), ArraySlice(second))
    }

    /// The events of the composition by a table.
    func phases(by table: PageTable) -> [GesturePhase] {
        var parts = self
        var phases: [GesturePhase] = []
        for step in 0..<7 {
            parts.receive(isLift: step == 5, isOver: step == 6)
            guard let state = table.state(parts.first, parts.second) else { continue }
            let hasBegun = !phases.isEmpty
            switch state {
            case .possible: break
            case .active: if !hasBegun { phases = [.began] }
            case .ended: return [.began, .ended]
            case .failed: if hasBegun { return [.began, .cancelled] }
            }
        }
        return phases
    }

    private mutating func receive(isLift: Bool, isOver: Bool) {
        // In a sequence the second part starts in the step after the end of the first.
        let hasSecondStarted = !isSequence || first == .ended
        first = Self.next(first, &scripts.0, isLift: isLift, isOver: isOver)
        guard hasSecondStarted else { return }
        second = Self.next(second, &scripts.1, isLift: isLift, isOver: isOver)
    }

    private static func next(
        _ state: PartState, _ script: inout ArraySlice<Character>, isLift: Bool, isOver: Bool
    ) -> PartState {
        guard state == .possible || state == .active else { return state }
        if isOver { return .failed }
        var next = state
        switch script.popFirst() {
        case "b": next = .active
        case "e": next = .ended
        case "f": next = .failed
        default: break
        }
        guard isLift else { return next }
        switch next {
        case .active: return .ended
        case .possible: return .failed
        case .ended, .failed: return next
        }
    }
}
