import Testing
import TouchTestSupport

@testable import LinuxIO

/// Compares the table with an array of the same values.
struct OwnedTableTests {
    /// An element that is counted as long as it exists.
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
    func `a table has the elements that an array has, and destroys all of them`(seed: UInt64) {
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
                    let before = (0..<table.count).map { table[$0].value }
                    let removed = table.remove(at: index)
                    #expect(removed.value == before[index])
                    let after = (0..<table.count).map { table[$0].value }
                    #expect(after == Array(before[..<index] + before[(index + 1)...]))
                    model.removeAll { $0 == before[index] }
                }
                let values = (0..<table.count).map { table[$0].value }
                #expect(values.sorted() == model)
                let minimum = table.minimum { $0.value }
                let oddCount = table.count { $0.value % 2 == 1 }
                #expect(minimum == model.min())
                #expect(oddCount == model.count { $0 % 2 == 1 })
                #expect(living.count == model.count)
            }
        }
        #expect(living.count == 0)
    }
}
