import Foundation
import Testing

@testable import GestureSettings
@testable import GesturedServer

/// The inputs that fuzzing has kept so far, and its initial ones: none breaks a promise.
struct CorpusTests {
    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Corpora")

    @Test(arguments: FuzzTarget.allCases)
    func `no input of the corpus breaks a promise`(target: FuzzTarget) throws {
        let folder = Self.folder.appending(path: target.rawValue)
        let files = try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
        #expect(files.count > 3, "the corpus is not there")
        for file in files {
            let bytes = Array(try Data(contentsOf: file))
            #expect(throws: Never.self, "\(target) \(file.lastPathComponent)") {
                try target.run(bytes)
            }
        }
    }

    @Test(arguments: SampleConfigurations.texts)
    func `the configurations to choose from are right`(text: String) {
        var problems = ProblemList()
        _ = DaemonConfiguration.read(Array(text.utf8), &problems)
        #expect(problems.descriptions(in: "sample") == [])
    }
}
