import Testing

@testable import GestureSettings

/// What is reported of configurations that are wrong.
struct WrongConfigurationTests {
    @Test(arguments: ConfigurationFixture.wrong)
    func `every error is reported with location and advice`(name: String) throws {
        let folder = "Tests/Fixtures/configurations"
        var problems = ProblemList()
        let bytes = try ConfigurationFixture.bytes("\(folder)/\(name).yaml")
        let configuration = DaemonConfiguration.read(bytes, &problems)
        let messages = problems.descriptions(in: "\(name).yaml").map { $0 + "\n" }.joined()
        try ConfigurationFixture.expect("\(folder)/\(name).txt", is: messages)
        if problems.hasErrors { #expect(configuration == .standard) }
    }

    @Test func `there are more than twenty of them`() {
        #expect(ConfigurationFixture.wrong.count > 20)
    }
}
