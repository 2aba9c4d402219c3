import Foundation
import Testing
import TouchTestSupport

@testable import TouchCore

/// Every outcome of every composition of two leaves follows the tables of docs/gestures/compositions.md.
@Suite struct TableLawTests {
    @Test(arguments: GestureComposition.Rule.allCases, Beside.allCases)
    func `the outcome of two parts is that of the page's table`(
        rule: GestureComposition.Rule, beside: Beside
    ) throws {
        let table = try PageTable(rule)
        #expect(Outcomes(rule, beside).difference(from: table) == nil)
    }

    @Test(arguments: GestureComposition.Rule.allCases)
    func `another word in any cell would be found`(rule: GestureComposition.Rule) throws {
        let outcomes = Outcomes(rule, .nothing)
        let table = try PageTable(rule)
        for (row, cells) in table.rows.enumerated() {
            for (column, whole) in cells.enumerated() where whole != nil {
                // A failed part emits nothing, like a possible one: one other state suffices.
                let isFound = Standing.allCases.contains { other in
                    var changed = table
                    changed.rows[row][column] = other
                    return outcomes.difference(from: changed) != nil
                }
                #expect(isFound, "\(row), \(column)")
            }
        }
    }
}

/// The position of a gesture that no touch performs.
enum Beside: CaseIterable {
    case nothing, before, behind

    /// A list of one gesture with that one.
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

/// A table of the page: a row a first part, a column a second one; `nil` for a dash in the page.
struct PageTable {
    var rows: [[Standing?]] = []

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
                Standing.allCases.first { "\($0)" == cell }
            }
            rows.append(row)
        }
        try #require(rows.count == 4 && rows.allSatisfy { $0.count == 4 })
    }

    /// The state of the whole; a dash cannot happen.
    func whole(_ first: Standing, _ second: Standing) -> Standing? {
        let all = Standing.allCases
        guard let row = all.firstIndex(of: first), let column = all.firstIndex(of: second) else {
            return nil
        }
        return rows[row][column]
    }
}

/// The events of two scripted parts, for each pair of scripts.
private struct Outcomes {
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

    /// The first contradiction of the table; `nil` if there is none.
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

/// Two parts that follow their scripts: the landing, four movements, the lift, and the time after it.
private struct ScriptedParts {
    private var first = Standing.possible
    private var second = Standing.possible
    private var scripts: (ArraySlice<Character>, ArraySlice<Character>)
    private let isSequence: Bool

    init(_ rule: GestureComposition.Rule, _ first: String, _ second: String) {
        isSequence = rule == .sequence
        scripts = (ArraySlice(first), ArraySlice(second))
    }

    /// The events of the whole by a table.
    func phases(by table: PageTable) -> [GesturePhase] {
        var parts = self
        var phases: [GesturePhase] = []
        for step in 0..<7 {
            parts.receive(isLift: step == 5, isOver: step == 6)
            guard let whole = table.whole(parts.first, parts.second) else { continue }
            let hasBegun = !phases.isEmpty
            switch whole {
            case .possible: break
            case .active: if !hasBegun { phases = [.began] }
            case .ended: return [.began, .ended]
            case .failed: if hasBegun { return [.began, .cancelled] }
            }
        }
        return phases
    }

    private mutating func receive(isLift: Bool, isOver: Bool) {
        // The second part becomes active in the step after the end of the first.
        let isSecondOn = !isSequence || first == .ended
        first = Self.next(first, &scripts.0, isLift: isLift, isOver: isOver)
        guard isSecondOn else { return }
        second = Self.next(second, &scripts.1, isLift: isLift, isOver: isOver)
    }

    private static func next(
        _ standing: Standing, _ script: inout ArraySlice<Character>, isLift: Bool, isOver: Bool
    ) -> Standing {
        guard standing == .possible || standing == .active else { return standing }
        if isOver { return .failed }
        var next = standing
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
