/// The names of the gestures of one list, and for which of these each gesture waits.
///
/// It finds the same errors in the list of a file and in that of a program. The reader of a file
/// adds the position of an error, and the check of a program adds the method to call.
package struct GestureNaming: Sendable {
    /// The indices of the gestures with each name. All gestures of a kind that were not given a
    /// name have that of the kind.
    package let owners: [String: [Int]]
    private let names: [String]

    /// - Parameter names: the name of each gesture.
    package init(_ names: [String]) {
        self.names = names
        owners = Dictionary(grouping: names.indices) { names[$0] }
    }

    /// The names that several gestures have, if at least one of these was given its name, with the
    /// indices of the gestures.
    ///
    /// - Parameter isGiven: whether a gesture was given a name other than its kind's.
    package func duplicates(
        isGiven: (Int) -> Bool
    ) -> [(name: String, gestures: [Int])] {
        guard owners.count < names.count else { return [] }
        let duplicates = owners.filter { name, gestures in
            gestures.count > 1 && !name.isEmpty && gestures.contains(where: isGiven)
        }
        return duplicates.map { ($0.key, $0.value) }.sorted { $0.name < $1.name }
    }

    /// Whether `name` is valid for a gesture or a zone: 1 to 64 of A–Z a–z 0–9 _ . -
    package static func isName(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count) && name.utf8.allSatisfy(isNameByte)
    }

    /// Whether names of gestures, zones and shapes may contain a byte.
    static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."),
            UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// A circle of gestures as text: `one waits for other, other waits for one`.
    package func text(ofCircle circle: ArraySlice<Int>) -> String {
        let circle = circle.map { names[$0] }
        let steps = zip(circle, circle.dropFirst() + circle.prefix(1))
        return steps.map { "\($0) waits for \($1)" }.joined(separator: ", ")
    }

    /// Finds gestures that wait for each other in a circle, so that none is ever emitted.
    ///
    /// - Parameters:
    ///   - waitsFor: for each gesture, the names that it waits for.
    ///   - report: called with each circle, its last gesture, and the index in `waitsFor` of the
    ///     name by which that gesture waits for the first.
    package func findCircles(
        _ waitsFor: [[String]],
        _ report: (_ circle: ArraySlice<Int>, _ gesture: Int, _ reference: Int) -> Void
    ) {
        guard waitsFor.contains(where: { !$0.isEmpty }) else { return }
        var search = CircleSearch(owners: owners, waitsFor: waitsFor)
        for index in names.indices { search.visit(index, report) }
    }
}

/// A depth-first search for circles. Its recursion is at most as deep as the list is long.
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
        for (reference, name) in waitsFor[index].enumerated() {
            for other in owners[name] ?? [] {
                if states[other] == .open {
                    report(path.drop { $0 != other }, index, reference)
                } else {
                    visit(other, report)
                }
            }
        }
        path.removeLast()
        states[index] = .done
    }
}

/// Limits of every configuration, from a file or a program.
extension ZoneConfiguration {
    /// The maximum depth of nested compositions. No person could perform deeper ones.
    package static let compositionDepthLimit = 8
    /// The range of `ConfiguredGesture.cooldown`, in ms.
    package static let cooldownRange = 0.0...3_600_000
    /// The range of `handSpan`, in mm.
    package static let handSpanRange = 0.0...3_000
    /// The range of `landingWindow`, in ms.
    package static let landingWindowRange = 0.0...1_000
    /// The range of `liftQuiet`, in ms.
    package static let liftQuietRange = 0.0...10_000
    /// The range of `heldAfter`, in ms.
    package static let heldAfterRange = 0.0...10_000
}
