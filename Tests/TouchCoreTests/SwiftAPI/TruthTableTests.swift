import Testing
import TouchCore
import TouchTestSupport

/// The states of a part and of the whole: the tables of docs/gestures/compositions.md.
enum Standing: CaseIterable {
    case possible, active, ended, failed

    /// A script that leads a part to this state with the second frame.
    var script: ScriptedRecognizer {
        switch self {
        case .possible: ScriptedRecognizer("..")
        case .active: ScriptedRecognizer(".b")
        case .ended: ScriptedRecognizer(".e")
        case .failed: ScriptedRecognizer(".f")
        }
    }
}

/// A cell of a table.
struct Cell: CustomTestStringConvertible {
    let first: Standing
    let second: Standing
    let whole: Standing

    var testDescription: String { "\(first), \(second): \(whole)" }

    /// A row a first part, a column a second one, both in the order of `Standing`.
    static func table(_ rows: [[Standing]]) -> [Cell] {
        zip(Standing.allCases, rows).flatMap { first, row in
            zip(Standing.allCases, row).map { Cell(first: first, second: $0, whole: $1) }
        }
    }
}

/// Each cell of the tables, with parts that are brought to it.
@Suite struct TruthTableTests {
    static let simultaneous = Cell.table([
        [.possible, .active, .possible, .possible],
        [.active, .active, .active, .active],
        [.possible, .active, .ended, .ended],
        [.possible, .active, .ended, .failed],
    ])
    static let exclusive = Cell.table([
        [.possible, .active, .possible, .possible],
        [.active, .active, .active, .active],
        [.ended, .ended, .ended, .ended],
        [.possible, .active, .ended, .failed],
    ])

    /// The transitions of a whole: one that is possible, or failed before it began, emitted nothing.
    private func transitions(_ whole: Standing) -> [GesturePhase] {
        switch whole {
        case .possible, .failed: []
        case .active: [.began]
        case .ended: [.began, .ended]
        }
    }

    @Test(arguments: simultaneous)
    func `simultaneous parts`(cell: Cell) {
        let log = CallbackLog()
        let screen = SwiftTestScreen {
            CustomGesture(cell.first.script).simultaneously(with: CustomGesture(cell.second.script))
                .onEnded { log("\($0.first ?? 0) \($0.second ?? 0)") }
        }
        screen.frame(0, .down(0, 50, 50))
        #expect(screen.events.isEmpty)
        screen.frame(10, .move(0, 51, 50))
        #expect(screen.events.map(\.phase) == transitions(cell.whole))
        let ends = (cell.first == .ended ? 2 : 0, cell.second == .ended ? 2 : 0)
        #expect(log.lines == (cell.whole == .ended ? ["\(ends.0) \(ends.1)"] : []))
    }

    @Test(arguments: exclusive)
    func `exclusive parts`(cell: Cell) {
        let log = CallbackLog()
        let screen = SwiftTestScreen {
            CustomGesture(cell.first.script).map { "first \($0)" }
                .exclusively(before: CustomGesture(cell.second.script).map { "second \($0)" })
                .onChanged { log("\($0)") }
                .onEnded { log("\($0)") }
        }
        screen.frame(0, .down(0, 50, 50))
        #expect(screen.events.isEmpty)
        screen.frame(10, .move(0, 51, 50))
        #expect(screen.events.map(\.phase) == transitions(cell.whole))
        let speaker = cell.first == .active || cell.first == .ended ? "first" : "second"
        let line = "\(speaker)(\"\(speaker) 2\")"
        switch cell.whole {
        case .possible, .failed: #expect(log.lines.isEmpty)
        case .active, .ended: #expect(log.lines == [line])
        }
    }

    /// The second part becomes active with the end of the first, in the second frame.
    @Test(arguments: [
        (".", "...", [GesturePhase]()), (".b", ".b.", [.began]), (".e", "..", [.began]),
        (".e", "b", [.began, .changed]), (".e", "e", [.began, .ended]),
        (".e", "f", [.began, .cancelled]), (".f", "bbb", []), ("..f", "bbb", []),
    ])
    func `a sequence`(first: String, second: String, transitions: [GesturePhase]) {
        let screen = SwiftTestScreen {
            CustomGesture(ScriptedRecognizer(first))
                .sequenced(before: CustomGesture(ScriptedRecognizer(second)))
        }
        screen.frame(0, .down(0, 50, 50))
        screen.frame(10, .move(0, 51, 50))
        screen.frame(20, .move(0, 52, 50))
        #expect(screen.events.map(\.phase) == transitions)
    }
}
