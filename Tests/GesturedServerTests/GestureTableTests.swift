import SystemPackage
import Testing
import TouchTestSupport

@testable import GesturedServer

/// A table; throws if its memory cannot be allocated.
private func makeTable(_ capacity: Int) throws -> GestureTable<Int> {
    guard let table = GestureTable<Int>(capacity: capacity) else { throw Errno.noMemory }
    return table
}

/// Compares the table with a dictionary.
struct GestureTableTests {
    /// The values of the table by id, for ids up to `last`.
    private func contents(
        _ table: borrowing GestureTable<Int>, upTo last: UInt64
    ) -> [UInt64: Int] {
        var found: [UInt64: Int] = [:]
        for id in 0...last {
            if let index = table.index(of: id) { found[id] = table[index] }
        }
        return found
    }

    @Test(arguments: [1, 8, 40] as [UInt64])
    func `finds what a dictionary finds, strays too`(spread: UInt64) throws {
        var random = SeededGenerator(seed: spread)
        var table = try makeTable(8)
        var model: [UInt64: Int] = [:]
        for value in 0..<3_000 {
            let id = UInt64.random(in: 1...(spread * 4), using: &random)
            if let index = table.index(of: id) {
                if Bool.random(using: &random) {
                    table[index] = value
                    model[id] = value
                } else {
                    table.remove(at: index)
                    model[id] = nil
                }
            } else {
                let isInserted = table.insert(value, for: id)
                #expect(isInserted == (model.count < 8))
                if isInserted { model[id] = value }
            }
            let (found, count) = (contents(table, upTo: spread * 4), table.count)
            #expect(found == model)
            #expect(count == model.count)
        }
    }

    @Test func `holds everything after it has grown`() throws {
        var table = try makeTable(2)
        for id in [1, 3, 5, 6, 1_000] as [UInt64] {
            if table.count == table.capacity { _ = table.grow() }
            _ = table.insert(Int(id), for: id)
        }
        let (found, capacity) = (contents(table, upTo: 1_000), table.capacity)
        #expect(found == [1: 1, 3: 3, 5: 5, 6: 6, 1_000: 1_000])
        #expect(capacity == 8)
    }

    @Test func `0 is the id of no gesture`() throws {
        var table = try makeTable(2)
        let isInserted = table.insert(1, for: 0)
        #expect(!isInserted)
        #expect(table.index(of: 0) == nil)
    }
}
