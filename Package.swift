// swift-tools-version: 6.2
import PackageDescription

/// One set of rules for every Swift target; a warning is an error.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let strictC: [CSetting] = [
    .enableWarning("all"),
    .enableWarning("extra"),
    .treatAllWarnings(as: .error),
]

/// The text that `--version` prints after the version: the commit and the toolchain
/// (Scripts/describe-build).
let buildDescription: [CSetting] =
    Context.environment["GESTURED_BUILD"].map {
        [.define("CLINUX_BUILD", to: "\"\($0)\"")]
    } ?? []

/// Further checks of the C of the programs, where packages are built. As an option of the compiler
/// they would also apply to Swift's view of the C library, which they break.
let fortified: [CSetting] =
    Context.environment["GESTURED_FORTIFY"].map { [.define("_FORTIFY_SOURCE", to: $0)] } ?? []

let argumentParser = Target.Dependency.product(
    name: "ArgumentParser", package: "swift-argument-parser",
    condition: .when(traits: ["Daemon"]))
let logging = Target.Dependency.product(
    name: "Logging", package: "swift-log", condition: .when(traits: ["Daemon"]))
let system = Target.Dependency.product(
    name: "SystemPackage", package: "swift-system",
    condition: .when(traits: ["Daemon"]))
let realModule = Target.Dependency.product(name: "RealModule", package: "swift-numerics")

func test(_ module: String, _ others: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: "\(module)Tests",
        dependencies: [.target(name: module), "TouchTestSupport"] + others,
        swiftSettings: strict)
}

let package = Package(
    name: "gestured",
    // Linux only; SwiftPM has no other name for it.
    platforms: [.custom("linux", versionString: "0.0")],
    products: [
        .library(name: "TouchCore", targets: ["TouchCore"]),
        // With the modules that gestured-web (Web/) and gestured-session (Session/) share with the daemon:
        // GestureWire and LinuxIO are not a part of the API, and change without a notice.
        .library(name: "GestureClient", targets: ["GestureClient", "GestureWire", "LinuxIO"]),
        .library(name: "TouchViews", targets: ["TouchViews"]),
        .library(name: "TouchDevices", targets: ["TouchDevices"]),
        .executable(name: "gestured", targets: ["gestured"]),
        .executable(name: "gesturectl", targets: ["gesturectl"]),
    ],
    // One trait for the dependencies of all products except TouchCore and TouchViews: with `traits:
    // []` a package fetches only swift-numerics. SwiftPM passes several traits to the compiler in
    // an order that changes from run to run, and then compiles everything again.
    traits: [
        .trait(
            name: "Daemon",
            description: "What TouchDevices, GestureClient and the programs depend on"),
        .default(enabledTraits: ["Daemon"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/apple/swift-numerics", from: "1.1.1"),
    ],
    targets: [
        // C: declarations that Swift cannot import.
        .systemLibrary(
            name: "CLibevdev", path: "Sources/CEvdev/pkgconfig/libevdev",
            pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
        .systemLibrary(
            name: "CLibudev", path: "Sources/CEvdev/pkgconfig/libudev",
            pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
        .target(
            name: "CEvdev", dependencies: ["CLibevdev", "CLibudev"],
            exclude: ["pkgconfig"], cSettings: strictC + fortified),
        .systemLibrary(
            name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .target(name: "CLinux", cSettings: strictC + fortified + buildDescription),
        .target(name: "CFeedback", cSettings: strictC + fortified),
        .target(name: "CUinput", cSettings: strictC + fortified),

        // The modules, from the lowest up (ARCHITECTURE.md). A module imports what its list has, and no more.
        .target(name: "LinuxIO", dependencies: ["CLinux", system], swiftSettings: strict),
        .target(name: "TouchCore", dependencies: [realModule], swiftSettings: strict),
        .target(name: "InputDevices", dependencies: ["TouchCore"], swiftSettings: strict),
        .target(name: "YAMLDocument", dependencies: ["CYAML", "LinuxIO"], swiftSettings: strict),
        .target(
            name: "TouchRecordings",
            dependencies: [
                "CLinux", "InputDevices", "LinuxIO", "TouchCore", "YAMLDocument", system,
            ],
            swiftSettings: strict),
        .target(
            name: "TouchPerformance",
            dependencies: ["InputDevices", "LinuxIO", "TouchCore", realModule],
            swiftSettings: strict),
        .target(
            name: "GestureSettings",
            dependencies: ["CLinux", "LinuxIO", "TouchCore", "YAMLDocument", system],
            swiftSettings: strict),
        .target(
            name: "TouchDevices",
            dependencies: ["CEvdev", "InputDevices", "LinuxIO", "TouchCore", logging, system],
            swiftSettings: strict),
        .target(
            name: "GestureWire", dependencies: ["LinuxIO", "TouchCore"], swiftSettings: strict),
        .target(
            name: "GestureClient", dependencies: ["GestureWire", "LinuxIO", "TouchCore", system],
            swiftSettings: strict),
        .target(
            name: "TouchViews", dependencies: ["TouchCore", realModule], swiftSettings: strict),
        .target(
            name: "GestureInspect", dependencies: ["LinuxIO", "TouchCore", "GestureWire"],
            swiftSettings: strict),
        .target(
            name: "GesturedServer",
            dependencies: [
                "CLinux", "LinuxIO", "TouchCore", "TouchRecordings", "GestureSettings",
                "TouchDevices", "GestureWire", "GestureInspect", "YAMLDocument", logging, system,
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "gestured",
            dependencies: [
                "LinuxIO", "GestureSettings", "GesturedServer", argumentParser, logging,
            ],
            swiftSettings: strict),

        .executableTarget(
            name: "gesturectl",
            dependencies: [
                "LinuxIO", "CLinux", "CFeedback", "CUinput", "InputDevices", "TouchCore",
                "TouchPerformance", "TouchRecordings", "YAMLDocument", "GestureSettings",
                "GestureWire", "GestureClient", "GestureInspect",
                argumentParser,
                system,
            ],
            swiftSettings: strict),

        // Tests.
        .executableTarget(
            name: "LibevdevOracle", dependencies: ["CEvdev", "CLibevdev"],
            path: "Tests/LibevdevOracle", cSettings: strictC),
        .executableTarget(
            name: "KernelDouble", dependencies: ["CEvdev"], path: "Tests/KernelDouble",
            cSettings: strictC),
        .executableTarget(
            name: "UdevDouble", dependencies: ["CEvdev", "CLibudev"], path: "Tests/UdevDouble",
            cSettings: strictC),
        .executableTarget(
            name: "SlotProbe", dependencies: ["CEvdev"], path: "Tests/SlotProbe",
            cSettings: strictC),
        .executableTarget(name: "MallocProbe", path: "Tests/MallocProbe", cSettings: strictC),
        .executableTarget(
            name: "HotPathProbe", dependencies: ["TouchCore", realModule],
            path: "Tests/HotPathProbe", swiftSettings: strict),
        .executableTarget(
            name: "ViewProbe", dependencies: ["TouchViews"], path: "Tests/ViewProbe",
            swiftSettings: strict),
        // GestureClient as of 2fbed02; its interface must be kept (Tests/Compatibility).
        .target(
            name: "FrozenGestureClient", dependencies: ["CLinux", system],
            path: "Tests/Compatibility/FrozenGestureClient", swiftSettings: strict),
        .testTarget(
            name: "CompatibilityTests",
            dependencies: ["FrozenGestureClient", "gestured", "TouchTestSupport"],
            swiftSettings: strict),
        .target(name: "ToolchainFaults", path: "Tests/ToolchainFaults", cSettings: strictC),
        .target(
            name: "TouchTestSupport",
            dependencies: [
                "TouchCore", "TouchPerformance", "TouchRecordings", "CEvdev", "ToolchainFaults",
            ],
            path: "Tests/TouchTestSupport", swiftSettings: strict),
        // The laws of recognition, for the tests and for many cases in release.
        .target(
            name: "RecognitionLaws", dependencies: ["TouchCore", "TouchTestSupport"],
            path: "Tests/RecognitionLaws", swiftSettings: strict),
        .executableTarget(
            name: "LawProbe", dependencies: ["RecognitionLaws"], path: "Tests/LawProbe",
            swiftSettings: strict),
        .testTarget(
            name: "TouchTestSupportTests", dependencies: ["TouchCore", "TouchTestSupport"],
            swiftSettings: strict),
        test("CEvdev", ["TouchRecordings"]),
        test("LinuxIO", [system]),
        test("YAMLDocument"),
        test("TouchCore", ["RecognitionLaws"]),
        test("TouchRecordings"),
        test("TouchPerformance", ["TouchCore", "TouchRecordings"]),
        test("GestureSettings", ["LinuxIO", "TouchCore", "YAMLDocument", system]),
        test(
            "TouchDevices", ["CEvdev", "LinuxIO", "TouchCore", "TouchRecordings", logging, system]),
        test("GestureWire"),
        test("TouchViews", ["TouchCore"]),
        test("GestureInspect", ["LinuxIO", "TouchCore", "TouchRecordings", "GestureWire"]),
        test("GestureClient", ["gestured", "TouchCore", "TouchViews"]),
        test(
            "GesturedServer",
            [
                "CEvdev", "TouchCore", "TouchRecordings", "GestureSettings", "TouchDevices",
                "GestureWire", "GestureInspect", "LinuxIO", logging, system,
            ]),
        .testTarget(
            name: "GesturedCommandTests",
            dependencies: ["gestured", "GesturedServer", "TouchTestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "GesturectlTests",
            dependencies: [
                "gesturectl", "gestured", "GestureClient", "GestureSettings", "LinuxIO",
                "TouchRecordings", "YAMLDocument", "TouchTestSupport",
            ],
            swiftSettings: strict),
    ]
)

// Targets that see internals and are not tests: built separately, with FUZZING in the environment
// and -enable-testing (Scripts/fuzz). Otherwise the targets are a test, which runs the corpora.
let fuzzed: [Target.Dependency] = [
    "CEvdev", "LinuxIO", "TouchCore", "TouchRecordings", "GestureSettings", "TouchDevices",
    "GestureWire", "GestureInspect", "GesturedServer", "TouchTestSupport", logging, system,
]
if Context.environment["FUZZING"] == nil {
    package.targets.append(
        .testTarget(
            name: "FuzzTests", dependencies: fuzzed, path: "Fuzzing",
            exclude: ["Corpora", "Dictionaries", "Endurance", "Entry"], swiftSettings: strict))
} else {
    package.targets += [
        .executableTarget(
            name: "Fuzzer", dependencies: fuzzed, path: "Fuzzing",
            exclude: ["Corpora", "Dictionaries", "Endurance", "Tests"], swiftSettings: strict),
        .executableTarget(
            name: "Endurance",
            dependencies: [
                "LinuxIO", "TouchCore", "TouchRecordings", "GestureSettings", "TouchDevices",
                "GesturedServer", logging, system,
            ],
            path: "Fuzzing/Endurance", swiftSettings: strict),
    ]
}

// The settings that ThreadSanitizer needs (make sanitize): the order in which a mutex is held, in
// every program that has threads.
if Context.environment["SANITIZED"] == "thread" {
    package.targets.append(
        .target(name: "MutexOrder", path: "Tests/MutexOrder", cSettings: strictC))
    for target in package.targets where ["gesturectl", "TouchTestSupport"].contains(target.name) {
        target.dependencies.append("MutexOrder")
    }
}
