import GestureWire
import NIOCore

/// Zones of pages on connections of their own: the daemon takes eight a connection.
///
/// A connection has eight names for as long as it lasts, which no page knows: pages may use the same
/// names, and each sees its own.
final class ZonePool {
    /// A zone of a page.
    struct Owner: Equatable {
        /// The page's number.
        var page: Int
        /// What the page calls it.
        var name: String
    }

    /// Zones a connection, as the daemon has it where nothing else is configured.
    static let zonesPerConnection = 8

    fileprivate enum Slot {
        case free
        case taken(Owner)
        /// Its page has gone or removed it; the daemon has not answered yet.
        case leaving
    }

    /// A connection and its slots.
    private struct Line {
        let upstream: Upstream
        let names: [String]
        var slots: [Slot]
    }

    private let prefix: String
    private let limit: Int
    private let connect: () -> Upstream
    private var lines: [Line] = []
    private var madeCount = 0

    /// - Parameters:
    ///   - prefix: begins every name; no other client of the daemon has it.
    ///   - limit: connections at most.
    ///   - connect: begins a connection.
    init(prefix: String, limit: Int, connect: @escaping () -> Upstream) {
        self.prefix = prefix
        self.limit = limit
        self.connect = connect
    }

    /// Connections that there are.
    var connectionCount: Int { lines.count }
    /// Zones of pages that there are.
    var zoneCount: Int {
        lines.reduce(0) { $0 + $1.slots.count { if case .taken = $0 { true } else { false } } }
    }

    /// Whose a zone is that the daemon calls `name` on a connection; `nil`: nobody's any more.
    func owner(of name: String, on upstream: Upstream) -> Owner? {
        guard let line = lines.first(where: { $0.upstream === upstream }),
            let slot = line.names.firstIndex(of: name), case .taken(let owner) = line.slots[slot]
        else { return nil }
        return owner
    }

    /// How many zones a page has.
    func count(of page: Int) -> Int { places(of: page).count }

    /// Where the zone of a page is, and what the daemon calls it.
    func find(_ owner: Owner) -> (upstream: Upstream, name: String)? {
        guard let place = places(of: owner.page).first(where: { $0.owner == owner }) else {
            return nil
        }
        return (lines[place.line].upstream, lines[place.line].names[place.slot])
    }

    /// Takes a place for a zone; `nil`: there is none.
    func reserve(_ owner: Owner) -> (upstream: Upstream, name: String)? {
        for line in lines.indices {
            guard let slot = lines[line].slots.firstIndex(where: { $0.isFree }) else { continue }
            lines[line].slots[slot] = .taken(owner)
            return (lines[line].upstream, lines[line].names[slot])
        }
        guard lines.count < limit else { return nil }
        madeCount += 1
        let names = (0..<Self.zonesPerConnection).map { "\(prefix)\(madeCount)-\($0)" }
        var slots = [Slot](repeating: .free, count: names.count)
        slots[0] = .taken(owner)
        let upstream = connect()
        lines.append(Line(upstream: upstream, names: names, slots: slots))
        let zones = names.map { "\"\($0)\"" }.joined(separator: ",")
        upstream.request({ id in
            Array(
                #"{"type":"subscribe","id":\#(id),"events":["gesture"],"zones":[\#(zones)]}"#.utf8)
                + [UInt8(ascii: "\n")]
        }) { _ in }
        return (upstream, names[0])
    }

    /// The pages that have zones on a connection.
    func pages(on upstream: Upstream) -> Set<Int> {
        lines.first { $0.upstream === upstream }.map { Self.pages(of: $0.slots) } ?? []
    }

    /// The daemon has no such zone of a page, or none any more: its place is free. Where the page has
    /// gone meanwhile, the reply to what was asked then frees it.
    func free(_ name: String, on upstream: Upstream, of owner: Owner) {
        free(name, on: upstream) { if case .taken(owner) = $0 { true } else { false } }
    }

    private func free(_ name: String, on upstream: Upstream, where condition: (Slot) -> Bool) {
        guard let line = lines.firstIndex(where: { $0.upstream === upstream }),
            let slot = lines[line].names.firstIndex(of: name), condition(lines[line].slots[slot])
        else { return }
        lines[line].slots[slot] = .free
        guard lines[line].slots.allSatisfy(\.isFree) else { return }
        lines.remove(at: line)
        upstream.close()
    }

    /// Takes the zones of a page away that has gone.
    func removeAll(of page: Int) {
        for place in places(of: page) {
            let (upstream, name) = (lines[place.line].upstream, lines[place.line].names[place.slot])
            lines[place.line].slots[place.slot] = .leaving
            upstream.request({ id in
                Array(#"{"type":"remove_zone","id":\#(id),"name":"\#(name)"}"#.utf8)
                    + [UInt8(ascii: "\n")]
            }) { [weak self, weak upstream] _ in
                guard let self, let upstream else { return }
                self.free(name, on: upstream) { if case .leaving = $0 { true } else { false } }
            }
        }
    }

    /// Forgets a connection that has ended; the pages that had zones there.
    func forget(_ upstream: Upstream) -> Set<Int> {
        guard let place = lines.firstIndex(where: { $0.upstream === upstream }) else { return [] }
        return Self.pages(of: lines.remove(at: place).slots)
    }

    private static func pages(of slots: [Slot]) -> Set<Int> {
        Set(slots.compactMap { if case .taken(let owner) = $0 { owner.page } else { nil } })
    }

    /// Closes every connection.
    func close() {
        lines.forEach { $0.upstream.close() }
        lines = []
    }

    private func places(of page: Int) -> [(line: Int, slot: Int, owner: Owner)] {
        lines.indices.flatMap { line in
            lines[line].slots.indices.compactMap { slot in
                guard case .taken(let owner) = lines[line].slots[slot], owner.page == page
                else { return nil }
                return (line, slot, owner)
            }
        }
    }
}

extension ZonePool.Slot {
    fileprivate var isFree: Bool { if case .free = self { true } else { false } }
}
