import Testing

@testable import GestureSettings

/// What is said of configurations that are wrong.
struct WrongConfigurationTests {
    @Test(arguments: ConfigurationFixture.wrong)
    func `everything wrong is told with its place and what to do`(name: String) throws {
        let folder = "Tests/Fixtures/configurations"
        var problems = ProblemList()
        let bytes = try ConfigurationFixture.bytes("\(folder)/\(name).yaml")
        let configuration = DaemonConfiguration.read(bytes, &problems)
        let told = problems.descriptions(in: "\(name).yaml").map { $0 + "\n" }.joined()
        try ConfigurationFixture.expect("\(folder)/\(name).txt", is: told)
        if problems.hasErrors { #expect(configuration == .standard) }
    }

    @Test func `there are more than twenty of them`() {
        #expect(ConfigurationFixture.wrong.count > 20)
    }
}
