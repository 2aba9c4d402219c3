import Testing
import TouchCore
import TouchTestSupport

/// A state of a part or of a composition in the tables of docs/gestures/compositions.md.
enum PartState: CaseIterable {
    case possible, active, ended, failed

    /// A script that leads a part to this state in the second frame.
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
    let first: PartState
    let second: PartState
    let whole: PartState

    var testDescription: String { "\(first), \(second): \(whole)" }

    /// - Parameter rows: a row for each state of the first part, with a column for each of the
    ///   second, both in the order of `PartState`.
    static func table(_ rows: [[PartState]]) -> [Cell] {
        zip(PartState.allCases, rows).flatMap { first, row in
            zip(PartState.allCases, row).map { Cell(first: first, second: $0, whole: $1) }
        }
    }
}

/// Each cell of the tables, with parts that reach its states.
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

    /// The phases that a composition in a state has emitted. One that is possible, or failed before
    /// it began, has emitted none.
    private func phases(_ whole: PartState) -> [GesturePhase] {
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
        #expect(screen.events.map(\.phase) == phases(cell.whole))
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
        #expect(screen.events.map(\.phase) == phases(cell.whole))
        let part = cell.first == .active || cell.first == .ended ? "first" : "second"
        let line = "\(part)(\"\(part) 2\")"
        switch cell.whole {
        case .possible, .failed: #expect(log.lines.isEmpty)
        case .active, .ended: #expect(log.lines == [line])
        }
    }

    /// The second part starts in the frame in which the first ends: here the second frame.
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
