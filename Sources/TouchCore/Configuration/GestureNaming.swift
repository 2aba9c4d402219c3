/// The names of the gestures of one list: what each is called, and which wait for which.
///
/// What is wrong with them is the same wherever a list comes from; who reads a file adds the places, who
/// checks a program the methods to call.
package struct GestureNaming: Sendable {
    /// Which gestures have a name; those of one kind that were given none share theirs.
    package let owners: [String: [Int]]
    private let names: [String]

    /// - Parameter names: what each gesture is called.
    package init(_ names: [String]) {
        self.names = names
        owners = Dictionary(grouping: names.indices) { names[$0] }
    }

    /// Names that several have, one of which was given it; and who has them.
    ///
    /// - Parameter isGiven: whether a gesture was given its name, which is not its kind's.
    package func doubles(
        isGiven: (Int) -> Bool
    ) -> [(name: String, gestures: [Int])] {
        guard owners.count < names.count else { return [] }
        let doubles = owners.filter { name, gestures in
            gestures.count > 1 && !name.isEmpty && gestures.contains(where: isGiven)
        }
        return doubles.map { ($0.key, $0.value) }.sorted { $0.name < $1.name }
    }

    /// Whether `name` can be that of a gesture or a zone: 1 to 64 of A–Z a–z 0–9 _ . -
    package static func isName(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."),
                    UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }

    /// `one waits for other, other waits for one`: a circle of gestures, in words.
    package func text(ofCircle circle: ArraySlice<Int>) -> String {
        let circle = circle.map { names[$0] }
        let steps = zip(circle, circle.dropFirst() + circle.prefix(1))
        return steps.map { "\($0) waits for \($1)" }.joined(separator: ", ")
    }

    /// Finds gestures that wait for each other, so that none is ever emitted.
    ///
    /// - Parameters:
    ///   - waitsFor: the names that each waits for.
    ///   - report: called with each circle, and the gesture and the place of its reference that close it.
    package func findCircles(
        _ waitsFor: [[String]],
        _ report: (_ circle: ArraySlice<Int>, _ gesture: Int, _ reference: Int) -> Void
    ) {
        guard waitsFor.contains(where: { !$0.isEmpty }) else { return }
        var search = CircleSearch(owners: owners, waitsFor: waitsFor)
        for index in names.indices { search.visit(index, report) }
    }
}

/// Follows waits, at most as deep as a list has gestures.
private struct CircleSearch {
    private enum State { case unseen, open, done }

    private let owners: [String: [Int]]
    private let waitsFor: [[String]]
    private var states: [State]
    private var path: [Int] = []

    init(owners: [String: [Int]], waitsFor: [[String]]) {
        self.owners = owners
        self.waitsFor = waitsFor
        states = Array(repeating: .unseen, count: waitsFor.count)
    }

    mutating func visit(_ index: Int, _ report: (ArraySlice<Int>, Int, Int) -> Void) {
        guard states[index] == .unseen else { return }
        states[index] = .open
        path.append(index)
        for (place, name) in waitsFor[index].enumerated() {
            for other in owners[name] ?? [] {
                if states[other] == .open {
                    report(path.drop { $0 != other }, index, place)
                } else {
                    visit(other, report)
                }
            }
        }
        path.removeLast()
        states[index] = .done
    }
}

/// Limits that hold for every configuration, of a file or of a program.
extension ZoneConfiguration {
    /// Compositions within each other; more is no gesture that anybody can make.
    package static let deepestComposition = 8
    /// How long a gesture may be silent after it ended, in ms.
    package static let cooldownRange = 0.0...3_600_000
    /// What `landingWindow` takes, in ms.
    package static let landingWindowRange = 0.0...1_000
    /// What `liftQuiet` takes, in ms.
    package static let liftQuietRange = 0.0...10_000
}
