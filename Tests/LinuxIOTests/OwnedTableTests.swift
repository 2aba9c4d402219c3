import Testing
import TouchTestSupport

@testable import LinuxIO

/// Compares the table with an array that does the same.
struct OwnedTableTests {
    /// Counts itself as long as it lives.
    private struct Element: ~Copyable {
        let value: Int
        let living: Living
        init(_ value: Int, _ living: Living) {
            self.value = value
            self.living = living
            living.count += 1
        }
        deinit { living.count -= 1 }
    }

    private final class Living {
        var count = 0
    }

    @Test(arguments: 0..<10)
    func `holds what an array holds, and lets go of all of it`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let living = Living()
        var model: [Int] = []
        do {
            var table = OwnedTable<Element>(capacity: 0)
            for value in 0..<300 {
                if random.oneIn(4) {
                    let divisor = Int.random(in: 2...5, using: &random)
                    table.remove { $0.value % divisor == 0 }
                    model.removeAll { $0 % divisor == 0 }
                } else {
                    table.append(Element(value, living))
                    model.append(value)
                }
                if random.oneIn(8), table.count > 0 {
                    let index = Int.random(in: 0..<table.count, using: &random)
                    let after = (0..<table.count).map { table[$0].value }
                    let taken = table.remove(at: index)
                    #expect(taken.value == after[index])
                    let rest = (0..<table.count).map { table[$0].value }
                    #expect(rest == Array(after[..<index] + after[(index + 1)...]))
                    model.removeAll { $0 == after[index] }
                }
                let values = (0..<table.count).map { table[$0].value }
                #expect(values.sorted() == model)
                let (least, odd) = (table.minimum { $0.value }, table.count { $0.value % 2 == 1 })
                #expect(least == model.min())
                #expect(odd == model.count { $0 % 2 == 1 })
                #expect(living.count == model.count)
            }
        }
        #expect(living.count == 0)
    }
}
