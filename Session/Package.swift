// swift-tools-version: 6.2
import PackageDescription

/// The settings of every target, as in ../Package.swift.
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

/// Further checks of the C code, for builds of packages (../Package.swift).
let fortified: [CSetting] =
    Context.environment["GESTURED_FORTIFY"].map { [.define("_FORTIFY_SOURCE", to: $0)] } ?? []

/// The modules GestureClient, GestureWire and LinuxIO.
let daemon = Target.Dependency.product(name: "GestureClient", package: "gestured")

// A separate package, so that a build of the daemon needs neither Wayland nor Pango.
let package = Package(
    name: "gestured-session",
    products: [.executable(name: "gestured-session", targets: ["gestured-session"])],
    dependencies: [
        .package(name: "gestured", path: ".."),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    ],
    targets: [
        .systemLibrary(
            name: "CWaylandClient", pkgConfig: "wayland-client",
            providers: [.apt(["libwayland-dev"])]),
        .systemLibrary(
            name: "CPangoCairo", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
        .target(
            name: "CSession", dependencies: ["CWaylandClient", "CPangoCairo"],
            cSettings: strictC + fortified),
        .target(
            name: "SessionProgram",
            dependencies: [
                "CSession", daemon,
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "gestured-session", dependencies: ["SessionProgram", daemon],
            swiftSettings: strict),
        .testTarget(
            name: "SessionProgramTests",
            dependencies: [
                "CSession", "SessionProgram", daemon,
                .product(name: "TouchCore", package: "gestured"),
            ],
            swiftSettings: strict),
    ]
)
