import GestureWire
import NIOCore

/// Zones of pages on separate connections: the daemon permits eight per connection.
///
/// A connection has eight names for as long as it lasts, which are hidden from pages: pages may use
/// equal names, and each sees its own.
final class ZonePool {
    /// A zone of a page.
    struct Owner: Equatable {
        /// The page's number.
        var page: Int
        /// The page's name of the zone.
        var name: String
    }

    /// Zones per connection: the daemon's default limit.
    static let zonesPerConnection = 8

    fileprivate enum Slot {
        case free
        case taken(Owner)
        /// Its page has disconnected or removed it; the daemon has not answered yet.
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
    ///   - prefix: the prefix of every name; no other client of the daemon uses it.
    ///   - limit: the maximum number of connections.
    ///   - connect: begins a connection.
    init(prefix: String, limit: Int, connect: @escaping () -> Upstream) {
        self.prefix = prefix
        self.limit = limit
        self.connect = connect
    }

    /// The number of connections.
    var connectionCount: Int { lines.count }
    /// The number of zones of pages.
    var zoneCount: Int {
        lines.reduce(0) { $0 + $1.slots.count { if case .taken = $0 { true } else { false } } }
    }

    /// The owner of the zone that the daemon names `name` on a connection; `nil` if no page owns it
    /// any more.
    func owner(of name: String, on upstream: Upstream) -> Owner? {
        guard let line = lines.first(where: { $0.upstream === upstream }),
            let slot = line.names.firstIndex(of: name), case .taken(let owner) = line.slots[slot]
        else { return nil }
        return owner
    }

    /// The number of zones of a page.
    func count(of page: Int) -> Int { places(of: page).count }

    /// The connection of a page's zone, and the daemon's name of the zone.
    func find(_ owner: Owner) -> (upstream: Upstream, name: String)? {
        guard let place = places(of: owner.page).first(where: { $0.owner == owner }) else {
            return nil
        }
        return (lines[place.line].upstream, lines[place.line].names[place.slot])
    }

    /// Reserves a slot for a zone; `nil` if none is free.
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

    /// Frees the slot of a page's zone that the daemon does not have, or no longer has. If the page
    /// has disconnected meanwhile, the reply to its removal request frees it.
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

    /// Removes the zones of a page that has disconnected.
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

    /// Removes a connection that has ended. Returns the pages that had zones there.
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
